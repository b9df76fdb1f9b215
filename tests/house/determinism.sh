#!/usr/bin/env bash
# Checks that the physics gives the same bits everywhere: builds it with every compiler, optimisation level and instruction set, runs the
# same scenes, and compares the results with tests/house/determinism/hashes.txt. Also checks that the loops of the library plan the same frames to
# the same bits with the default flags of a compiler, as in a game: there multiply-add may be fused.
#   tests/house/determinism.sh            all builds; on x86-64 also aarch64 under qemu-user
#   tests/house/determinism.sh --small    four builds of the physics for this machine's processor, three of the loops: the ctest `determinism`
#   tests/house/determinism.sh --update   rewrites hashes.txt from one build; review the difference and give the reason in the commit
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/setup.sh

# The compiler flags of the programs, from cmake/hardening.cmake.
is_x86=$([ "$(uname -m)" != x86_64 ] || echo yes)
hardened="-O3 -fPIE -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3"
[ -z "$is_x86" ] || hardened="$hardened -fcf-protection=full"

mode=${1:-}
out=build/determinism
expected=tests/house/determinism/hashes.txt
mkdir -p "$out"
failed=0
running=() # process ids, the oldest first

[ "$mode" != --small ] || renice -n 19 $$ >/dev/null # gives the processor to the tests of the window beside this one
case $mode in
--small) ;;
--update) need "g++ ccache" ;;
"") need "g++ clang libclang-rt-dev ccache ${is_x86:+g++-aarch64-linux-gnu qemu-user}" ;;
*)
    echo "usage: tests/house/determinism.sh [--small|--update]" >&2
    exit 2
    ;;
esac

launcher=$(command -v ccache || true)

# A scene's table of functions names those that draw it, so that its pictures are compiled, too.
{ find src/sim/physics src/scenes src/draw/shapes src/telemetry src/base/number.cpp src/base/threads.cpp \
      src/base/sleep_posix.cpp -name '*.cpp' ! -path '*/net/*' | sort
  echo tests/house/determinism/print_hashes.cpp; } |
    sed "s|.*|#include \"$PWD/&\"|" >"$out/all.cpp"

# compile NAME COMPILER FLAGS...: builds $out/NAME.
compile() {
    local name=$1 compiler=$2
    shift 2
    # Without these flags of cmake/modules.cmake the results would differ; the other flags must not matter.
    local unfused=-ffp-contract=off
    [ "$compiler" != g++ ] || unfused="$unfused${is_x86:+ -mno-fma}"
    $launcher "$compiler" "$@" $unfused -DFMT_HEADER_ONLY -std=c++20 -Isrc -c "$out/all.cpp" -o "$out/$name.all.o" &&
        "$compiler" "$@" "$out/$name.all.o" -o "$out/$name" -pthread
}

# compare NAME COMPILER "FLAGS" [RUNNER...]: prints the differences and fails if the results differ from the expected ones.
compare() {
    local name=$1 compiler=$2 flags=$3
    shift 3
    compile "$name" "$compiler" $flags || return
    "$@" "$out/$name" >"$out/$name.txt" || return
    if diff "$expected" "$out/$name.txt" >"$out/$name.diff"; then
        echo "  $name: the same $(wc -l <"$expected") lines"
    else
        printf '  %s: DIFFERS\n%s\n' "$name" "$(head -n 10 "$out/$name.diff")"
        echo "  If the motion was meant to change, or the scene is new, write $expected again: tests/house/determinism.sh --update"
        return 1
    fi
}

# compile_plans NAME COMPILER FLAGS...: builds $out/plans-NAME, which prints the hashes of the loops' plans.
compile_plans() {
    local name=$1 compiler=$2
    shift 2
    $launcher "$compiler" "$@" -std=c++20 -Isrc -c tests/house/determinism/print_plans.cpp -o "$out/plans-$name.o" &&
        "$compiler" "$@" "$out/plans-$name.o" -o "$out/plans-$name"
}

# compare_plans NAME COMPILER "FLAGS" [RUNNER...]: prints the loops whose plans differ from those of the build `reference`.
compare_plans() {
    local name=$1 compiler=$2 flags=$3
    shift 3
    compile_plans "$name" "$compiler" $flags || return
    "$@" "$out/plans-$name" >"$out/plans-$name.txt" || return
    if diff "$out/plans-reference.txt" "$out/plans-$name.txt" >"$out/plans-$name.diff"; then
        echo "  plans, $name: the same $(wc -l <"$out/plans-reference.txt") lines"
    else
        printf '  plans, %s: DIFFERS; use detail::unfused_product (src/timestep/arithmetic.hpp) in\n%s\n' "$name" \
            "$(sed -n 's/^> /    /p' "$out/plans-$name.diff" | head -n 10)"
        return 1
    fi
}

# wait_while_above COUNT: waits until at most COUNT builds are running.
wait_while_above() {
    while [ ${#running[@]} -gt "$1" ]; do
        wait "${running[0]}" || failed=1
        running=("${running[@]:1}")
    done
}

# start COMPARE NAME COMPILER "FLAGS" [RUNNER...]: runs the function COMPARE in the background, with one build for each processor core.
start() {
    if ! command -v "$3" >/dev/null || { [ $# -gt 4 ] && ! command -v "$5" >/dev/null; }; then
        echo "  skipped: $2: $3${5:+ or $5} is missing: apt-get install clang g++-aarch64-linux-gnu qemu-user"
        return
    fi
    wait_while_above "$(nproc)"
    "$@" &
    running+=($!)
}
check() { start compare "$@"; }
check_plans() { start compare_plans "$@"; }

# Checks that the test of fused multiply-add can fail: without the flag, a processor that has the instruction must use it.
canary_sings() {
    local name=$1 compiler=$2
    shift 2
    command -v "$compiler" >/dev/null || return 0
    printf 'extern "C" int printf(const char*, ...);
        __attribute__((noinline)) float f(float a, float b, float c) { return a * b + c; }
        int main() { volatile float a = 0.1F; printf("%%g", (double)f(a, 0.03F, -0.00300000003F)); }' >"$out/canary.cpp"
    "$compiler" "$@" -O2 -ffp-contract=fast "$out/canary.cpp" -o "$out/canary"
    local value
    value=$("${runner[@]}" "$out/canary")
    case $value in
        -4.8*e-11) echo "  $name without the flag: $value is fused, so the flag is what prevents it" ;;
        *) echo "  $name without the flag: $value is not fused, so the comparison proves nothing" && failed=1 ;;
    esac
}

if [ "$mode" = --update ]; then
    compile update g++ -O2
    "$out/update" >"$expected"
    git diff --stat -- "$expected"
    exit
fi

has_v3=$(grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo && echo yes || true)
runner=()

compile_plans reference g++ -O2 -ffp-contract=off
"$out/plans-reference" >"$out/plans-reference.txt"
[ -z "$has_v3" ] || check_plans gcc-O2-v3 g++ "-O2 -march=x86-64-v3"
[ -z "$has_v3" ] || check_plans clang-O2-v3 clang++ "-O2 -march=x86-64-v3"
[ -z "$is_x86" ] || check_plans aarch64-O2 aarch64-linux-gnu-g++ "-O2 -static" qemu-aarch64

if [ "$mode" = --small ]; then
    check gcc-O0 g++ -O0
    check gcc-hardened g++ "$hardened"
    check clang-O3 clang++ -O3
    [ -z "$has_v3" ] || check clang-O3-v3 clang++ "-O3 -march=x86-64-v3"
    wait_while_above 0
    exit $failed
fi

for level in -O0 -O1 -O2 -O3; do
    check "gcc$level" g++ $level
    check "clang$level" clang++ $level
    if [ -z "$has_v3" ]; then
        echo "  $level -march=x86-64-v3: skipped, this processor has no AVX2 and FMA"
        continue
    fi
    check "gcc$level-v3" g++ "$level -march=x86-64-v3"
    check "clang$level-v3" clang++ "$level -march=x86-64-v3"
done
check gcc-hardened g++ "$hardened"
check clang-hardened clang++ "$hardened"
check gcc-sanitized g++ "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"
check clang-sanitized clang++ "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"
if [ -n "$is_x86" ]; then
    check gcc-O3-without-avx2 g++ -O3 qemu-x86_64 -cpu Nehalem
    check aarch64-O0 aarch64-linux-gnu-g++ "-O0 -static" qemu-aarch64
    check aarch64-O3 aarch64-linux-gnu-g++ "-O3 -static" qemu-aarch64
    check_plans aarch64-O3 aarch64-linux-gnu-g++ "-O3 -static" qemu-aarch64
fi
check_plans gcc-O0 g++ -O0
check_plans gcc-O3 g++ -O3
[ -z "$has_v3" ] || check_plans gcc-O3-v3 g++ "-O3 -march=x86-64-v3"
[ -z "$has_v3" ] || check_plans clang-O3-v3 clang++ "-O3 -march=x86-64-v3"
wait_while_above 0

[ -z "$has_v3" ] || canary_sings x86-64-v3 g++ -march=x86-64-v3
[ -z "$is_x86" ] || runner=(qemu-aarch64)
canary_sings aarch64 aarch64-linux-gnu-g++ -static
exit $failed
