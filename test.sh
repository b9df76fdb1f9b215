#!/usr/bin/env bash
# Builds and runs every test: optimised, and with sanitizers. `./test.sh -R name` runs those whose name matches.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/setup.sh

need "$build_packages $demo_packages $test_packages"
build release
build asan

# What fails is run once more before it counts, since a desktop and the hours of a busy machine are not ours; what needed it
# is named at the end: it is to be mended all the same.
run_tests() {
    say "testing build/$1"
    ctest --preset "$@" --repeat until-pass:2 | tee "build/$1/tests.log"
    sed -n 's/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/needed a second run: \1/p' "build/$1/tests.log" >&2
}
run_tests release "$@"
run_tests asan -LE once "$@" # what does not depend on how it was compiled is tested once
