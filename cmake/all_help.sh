#!/bin/sh
# Prints what help2man reads: with --version the version of the program PROGRAM, else its --help, and below it the --help
# of each subcommand, headed by the subcommand's usage.
if [ "$1" = --version ]; then
    "$PROGRAM" --version | head -n 1
    exit
fi
"$PROGRAM" --help | sed '/^Subcommands:/,$d'
commands=$("$PROGRAM" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p')
[ -z "$commands" ] || echo '*Commands*'
for command in $commands; do
    "$PROGRAM" "$command" --help | {
        read -r description
        read -r usage
        printf '%s:\n  %s\n' "${usage#Usage: }" "$description"
        # help2man would make a heading of each line that ends with a colon and is followed by an indented line
        sed '/^Positionals:$/d; /^Options:$/d; /^[^ ].*:$/a\

'
    }
    echo
done
