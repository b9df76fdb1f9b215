#!/usr/bin/env bash
# Checks the form of the sources and looks for common mistakes, with clang-format and clang-tidy, both version 14.
#   scripts/lint.sh             everything: 4 to 5 minutes of processor time
#   scripts/lint.sh --changed   only files that differ from the last commit, or from COMMIT: --changed=COMMIT
# Any finding is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

since=""
case ${1:-} in
"") ;;
--changed) since=HEAD ;;
--changed=?*) since=${1#--changed=} ;;
--help | -h)
    sed -n '2,5s/^# \{0,1\}//p' scripts/lint.sh
    exit 0
    ;;
*)
    echo "scripts/lint.sh: unknown argument $1; --changed, --changed=COMMIT or --help" >&2
    exit 2
    ;;
esac
[ $# -le 1 ] || {
    echo "scripts/lint.sh: at most one argument" >&2
    exit 2
}

# files PATTERNS...: the files to check, with a zero byte after each name.
files() {
    if [ -n "$since" ]; then
        { git diff -z --name-only --diff-filter=d "$since" -- "$@" && git ls-files -z --others --exclude-standard -- "$@"; } | sort -zu
    else
        git ls-files -z -- "$@"
    fi
}

need "$build_packages $demo_packages clang-format-14 clang-tidy-14"
say "clang-format"
files '*.cpp' '*.hpp' | xargs -0 --no-run-if-empty clang-format-14 --dry-run --Werror
if [ -z "$(files 'src/*.cpp' | tr -d '\0')" ]; then
    say "no source below src/ to check with clang-tidy"
    exit 0
fi
build dev generated
say "clang-tidy"
files 'src/*.cpp' | xargs -0 -P "$(nproc)" -n 4 clang-tidy-14 -p build/dev --quiet 2>/dev/null
