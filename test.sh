#!/usr/bin/env bash
# Builds and runs tests.
#   ./test.sh                        the short tests, optimised: every C++ suite, promises, commands, the window's short checks
#   ./test.sh --all                  everything: these, then --rest, then --sanitize
#   ./test.sh --rest                 the long tests: the window, attacks, packages, consumers, examples, benchmarks
#   ./test.sh --sanitize             all tests that sanitizers make sense for, with sanitizers
#   ./test.sh -R NAME                only tests whose name matches, optimised; builds only what these tests need
#   ./test.sh --sanitize -R NAME     the same tests with sanitizers
#   ./test.sh --build                builds what ./test.sh needs, and runs nothing
# Other arguments are passed to ctest. With TIMESTEP_THOROUGH=1 long properties are tested in full.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/setup.sh

# build_for PRESET CTEST_ARGUMENTS...: builds what the chosen tests need.
build_for() {
    local preset=$1 targets
    shift
    need "$build_packages $demo_packages $test_packages"
    configure "$preset"
    cmake --build --preset "$preset" --target build.ninja >/dev/null # configures again if a list of sources or tests has changed
    targets=$(ctest --preset "$preset" --show-only=json-v1 "$@" | scripts/targets_of_tests.py "build/$preset") || {
        echo "no test matches $*; the names: ctest --preset $preset --show-only" >&2
        exit 2
    }
    # shellcheck disable=SC2086
    [ -z "$targets" ] || build "$preset" $targets
}

# run_tests PRESET CTEST_ARGUMENTS...: builds what the chosen tests need, runs them, and prints both times. build/PRESET/tests-$part.xml
# has the time of each test.
run_tests() {
    local preset=$1 code=0 compiled
    compiled=$SECONDS
    build_for "$@"
    shift
    compiled=$((SECONDS - compiled))
    say "testing build/$preset"
    ctest --preset "$preset" --output-junit "tests-$part.xml" "$@" | tee "build/$preset/tests.log" || code=$?
    missing_packages "build/$preset/Testing/Temporary/LastTest.log" >&2
    say "compiling took $compiled s, testing $((SECONDS - compiled)) s"
    return $code
}

# rerun_tests PRESET CTEST_ARGUMENTS...: run_tests(), but runs a failed test once more, because a desktop and a busy machine can
# disturb a test of the window. More than two tests that needed a second run are an error.
rerun_tests() {
    local code=0 again
    run_tests "$@" --repeat until-pass:2 || code=$?
    again=$(second_runs "build/$1/tests.log")
    [ -z "$again" ] || echo "needed a second run: $again" >&2
    if [ "$(echo "$again" | wc -w)" -gt 2 ]; then
        echo "more than two tests needed a second run; mend them" >&2
        code=1
    fi
    return $code
}

part=chosen
case ${1:-} in
"")
    part=short
    code=0
    run_tests release -LE long || code=$?
    rest=$(ctest --preset release --show-only -L long | sed -n 's/^Total Tests: //p')
    say "not run: $rest long tests (the window, attacks, packages, consumers, examples, benchmarks) and the sanitizers: ./test.sh --all"
    exit $code
    ;;
--all)
    code=0
    "$0" || code=1
    "$0" --rest || code=1
    "$0" --sanitize || code=1
    exit $code
    ;;
--rest)
    part=rest
    rerun_tests release -L long
    ;;
--build) build_for release -LE long ;;
--help | -h)
    sed -n '2,10s/^# \{0,1\}//p' test.sh
    ;;
--sanitize)
    shift
    if [ $# = 0 ]; then
        part=sanitize
        set -- -LE once # a test with the label `once` gives the same result in every build
    fi
    rerun_tests asan "$@"
    ;;
*)
    run_tests release "$@"
    say "with sanitizers: ./test.sh --sanitize $*"
    ;;
esac
