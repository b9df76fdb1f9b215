#!/usr/bin/env bash
# Builds and runs every test: optimised, and with sanitizers. `./test.sh -R name` runs those whose name matches.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/setup.sh

need "$build_packages $demo_packages $test_packages"
build release
build asan

run_tests() {
    say "testing build/$1"
    ctest --preset "$@"
}
run_tests release "$@"
run_tests asan -LE once "$@" # what does not depend on how it was compiled is tested once
