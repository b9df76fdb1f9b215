#!/usr/bin/env bash
# Builds and runs all tests twice: optimised, and with sanitizers. `./test.sh -R REGEX` runs tests with matching names.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/setup.sh

need "$build_packages $demo_packages $test_packages"
build release
build asan

# Runs the tests of a preset. A failed test runs once more, because other programs can disturb a test on a busy machine. It
# counts as failed only if it fails twice. Tests that needed a second run are listed at the end; they still need a fix.
run_tests() {
    say "testing build/$1"
    ctest --preset "$@" --repeat until-pass:2 | tee "build/$1/tests.log"
    sed -n 's/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/needed a second run: \1/p' "build/$1/tests.log" >&2
}
run_tests release "$@"
run_tests asan -LE once "$@" # tests with the label "once" do not depend on the build and have run above
