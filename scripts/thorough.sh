#!/usr/bin/env bash
# Runs the checks that take too long for CI, and prints the result of each part. Exit code 1 if a part fails.
#   scripts/thorough.sh             all parts, some hours
#   scripts/thorough.sh PART...     only these parts
#   scripts/thorough.sh --help      lists the parts
set -uo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

# Each part: name, what it checks, and its command.
table=$(cat <<'END'
tests|./test.sh --all with every property in full|TIMESTEP_THOROUGH=1 ./test.sh --all
alone|each header and each source compiled alone|scripts/alone.py
determinism|equal bits in 31 builds, aarch64 included|tests/house/determinism.sh
attacks|every row of docs/reliability.md: fuzzers, thread sanitizer, soak, monkey|build release && TIMESTEP_THOROUGH=1 python3 tests/attack/table.py --all
libcxx|build with clang 19 and libc++ 19 without a warning, and the tests of that build|libcxx
cmake|the library with CMake 3.18, the oldest version for it (installs Debian 11 in build/fresh-11; needs root)|scripts/fresh_machine.sh 11
lint|clang-format and clang-tidy over everything|scripts/lint.sh
mutants|120 mutants of src/timestep, src/sim and src/lab: how many of them the tests find|scripts/mutants.sh
packages|all packages, tried on a new Debian (needs root)|scripts/release.sh
windows|both programs for Windows under wine: unit tests, and outputs and pictures beside those of this machine|scripts/windows.sh --check
web|the page and the programs for node beside those of this machine (installs Debian 13 in build/debian-13; needs root)|scripts/web.sh --test
fresh|./run.sh and ./test.sh on a new Debian 12 and 13 (build/fresh-12 and -13; needs root)|scripts/fresh_machine.sh 12 && scripts/fresh_machine.sh 13
END
)
names=$(cut -d'|' -f1 <<<"$table")
column() { sed -n "s/^$1|//p" <<<"$table" | cut -d'|' -f"$2"; } # column NAME NUMBER: 1 is what the part checks, 2 its command

libcxx() {
    need "$build_packages $demo_packages clang-19 libc++-19-dev libc++abi-19-dev libclang-rt-19-dev"
    build clang-libcxx && ctest --preset clang-libcxx
}
case ${1:-} in
"") set -- $names ;;
--help | -h)
    sed -n '2,5s/^# \{0,1\}//p' scripts/thorough.sh
    for name in $names; do printf '  %-12s %s\n' "$name" "$(column "$name" 1)"; done
    exit 0
    ;;
esac
for name in "$@"; do
    [ -n "$(column "$name" 1)" ] || {
        echo "scripts/thorough.sh: no part $name; the parts:" $names >&2
        exit 2
    }
done

mkdir -p build/thorough
failed=0
for name in "$@"; do
    log=build/thorough/$name.log
    from=$SECONDS
    word=passed
    (set -e; eval "$(column "$name" 2)") >"$log" 2>&1 </dev/null || { word=FAILED; failed=1; }
    printf '%-12s %-7s %4d min  %s\n' "$name" "$word" $(((SECONDS - from + 30) / 60)) "$(column "$name" 1)"
    [ $word = passed ] || { tail -n 10 "$log"; echo "the whole output: $log"; }
done
exit $failed
