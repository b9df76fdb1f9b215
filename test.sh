#!/usr/bin/env bash
# Builds and runs the tests.
#   ./test.sh                        everything: optimised, then with sanitizers
#   ./test.sh -R NAME                only tests whose name matches, optimised; builds only what these tests need
#   ./test.sh --sanitize -R NAME     the same tests with sanitizers
# Other arguments are passed to ctest. With TIMESTEP_THOROUGH=1 long properties are tested in full.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/setup.sh

# run_tests PRESET CTEST_ARGUMENTS...: runs a failed test once more, because a desktop and a busy machine can disturb a
# test of the window. More than two tests that needed a second run are an error.
run_tests() {
    local preset=$1 code=0 again
    shift
    say "testing build/$preset"
    ctest --preset "$preset" --repeat until-pass:2 "$@" | tee "build/$preset/tests.log" || code=$?
    again=$(second_runs "build/$preset/tests.log")
    [ -z "$again" ] || echo "needed a second run: $again" >&2
    missing_packages "build/$preset/Testing/Temporary/LastTest.log" >&2
    if [ "$(echo "$again" | wc -w)" -gt 2 ]; then
        echo "more than two tests needed a second run; mend them" >&2
        code=1
    fi
    return $code
}

case ${1:-} in
"")
    need "$build_packages $demo_packages $test_packages"
    build release
    build asan
    run_tests release
    run_tests asan -LE once # a test with the label `once` gives the same result in every build
    ;;
--help | -h)
    sed -n '2,6s/^# \{0,1\}//p' test.sh
    ;;
*)
    preset=release
    if [ "$1" = --sanitize ]; then
        preset=asan
        shift
    fi
    need "$build_packages $demo_packages $test_packages"
    configure "$preset"
    targets=$(ctest --preset "$preset" --show-only=json-v1 "$@" | scripts/targets_of_tests.py "build/$preset") || {
        echo "no test matches $*; the names: ctest --preset $preset --show-only" >&2
        exit 2
    }
    # shellcheck disable=SC2086
    [ -z "$targets" ] || cmake --build --preset "$preset" --target $targets
    run_tests "$preset" "$@"
    [ "$preset" = asan ] || say "with sanitizers: ./test.sh --sanitize $*"
    ;;
esac
