#!/bin/sh
# Prints what help2man reads: with --version the version of the program TIMESTEP_LAB, else its --help, and below it the --help
# of each subcommand, headed by the subcommand's usage.
[ "$1" = --version ] && exec "$TIMESTEP_LAB" --version
"$TIMESTEP_LAB" --help | sed '/^Subcommands:/,$d'
echo '*Commands*'
for command in $("$TIMESTEP_LAB" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p'); do
    "$TIMESTEP_LAB" "$command" --help | {
        read -r description
        read -r usage
        printf '%s:\n  %s\n' "${usage#Usage: }" "$description"
        # help2man would make a heading of each line that ends with a colon and is followed by an indented line
        sed '/^Positionals:$/d; /^Options:$/d; /^[^ ].*:$/a\

'
    }
    echo
done
