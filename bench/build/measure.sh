#!/usr/bin/env bash
# Compares the time that the build takes with that of an older commit, on this machine and without a compiler cache.
#   bench/build/measure.sh             all parts: about two hours on two cores
#   bench/build/measure.sh PART...     only these parts, printed; PART is programs, tests, asan, dev, web or windows
#   bench/build/measure.sh --again...  measures the older commit again instead of using the figures of an earlier run
# Other programs on the machine lengthen the elapsed time, and the processor time by some percent.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/setup.sh

base=df17f4a8 # the last commit that compiled each source alone, with precompiled headers
folder=$PWD/build/measure
parts="programs tests asan dev web windows"
again=""
if [ "${1:-}" = --again ]; then
    again=yes
    shift
fi
chosen=${*:-$parts}
for part in $chosen; do
    [[ " $parts " == *" $part "* ]] || {
        echo "bench/build/measure.sh: no part $part; the parts: $parts" >&2
        exit 2
    }
done
# shellcheck disable=SC2154
need "$build_packages $demo_packages $test_packages time"
export CCACHE_DISABLE=1

# prepare SIDE: makes build/measure/SIDE: a clone of the older commit, or a copy of this working tree.
prepare() {
    if [ "$1" = $base ]; then
        [ -d "$folder/$1" ] || { git clone -q --no-checkout . "$folder/$1" && git -C "$folder/$1" checkout -q $base; }
    else
        mkdir -p "$folder/$1"
        find "$folder/$1" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
        git ls-files -z --cached --others --exclude-standard | tar -c --null -T - --ignore-failed-read 2>/dev/null | tar -xC "$folder/$1"
        git -C "$folder/$1" init -q # its commit is part of the programs
    fi
}

# timed COMMAND...: runs the command and prints elapsed, user and system time in seconds, and the memory of its largest process in KiB.
timed() {
    command time -f '%e %U %S %M' -o "$folder/time.txt" "$@" >"$folder/output.log" 2>&1 || { tail -n 30 "$folder/output.log" >&2; return 1; }
    cat "$folder/time.txt"
}

# seconds SIDE PART: the times of this part of the build in build/measure/SIDE. What the part needs is built before.
seconds() {
    local daily=dev
    cd "$folder/$1"
    [ "$1" != $base ] || daily=debug
    case $2 in
    programs)
        rm -rf build/release
        cmake --preset release >/dev/null
        timed cmake --build --preset release --target timestep_demo timestep_lab
        ;;
    tests)
        build release timestep_demo timestep_lab
        if [ "$1" = $base ]; then timed cmake --build --preset release; else timed ./test.sh --build; fi
        ;;
    asan)
        rm -rf build/asan
        cmake --preset asan >/dev/null
        timed cmake --build --preset asan
        ;;
    dev) # the same optimisation on both sides
        cmake --preset $daily >/dev/null
        build $daily timestep_demo
        touch src/scenes/spring_and_ball/spring_and_ball.hpp
        timed cmake --build --preset $daily --target timestep_demo
        ;;
    web | windows)
        if [ "$2" = web ] && [ ! -d build/debian-13 ] && [ -d "$(echo ../*/build/debian-13)" ]; then mkdir -p build && mv ../*/build/debian-13 build/; fi
        "scripts/$2.sh" sim_physics >"$folder/output.log" 2>&1 # installs the compiler and the sources of the libraries
        rm -rf "build/$2" build/web-ccache dist
        build release timestep_lab
        timed "scripts/$2.sh"
        ;;
    esac
}

# figures SIDE PART: seconds(), or for the older commit the times of an earlier run on this machine.
figures() {
    local kept=$folder/$1-$2.txt
    if [ "$1" != $base ] || [ -n "$again" ] || [ ! -s "$kept" ]; then
        prepare "$1"
        (seconds "$1" "$2") >"$kept.new"
        mv "$kept.new" "$kept"
    fi
    cat "$kept"
}

about() {
    case $1 in
    programs) echo "timestep_demo and timestep_lab, preset release" ;;
    tests) echo "the rest that ./test.sh needs" ;;
    asan) echo "the preset asan, everything" ;;
    dev) echo "preset dev: a scene's header touched, timestep_demo again" ;;
    web) echo "scripts/web.sh, first build" ;;
    windows) echo "scripts/windows.sh, first build" ;;
    esac
}

mkdir -p "$folder"
report() {
    echo "bench/build/measure.sh: seconds on $(nproc) cores ($(lscpu | sed -n 's/^Model name: *//p')), $(c++ --version | head -n 1),"
    echo "without a compiler cache. MB: memory of the largest process. Share: user + system time of this tree beside that of commit $base."
    printf '\n%-58s %33s %33s\n' "" "$base" "this tree"
    printf '%-58s %8s %8s %8s %6s %8s %8s %8s %6s %6s\n' action elapsed user system MB elapsed user system MB share
    local part before after
    for part in "$@"; do
        before=$(figures $base "$part")
        after=$(figures now "$part")
        echo "$before $after" | awk -v about="$(about "$part")" '{
            printf "%-58s %8.0f %8.0f %8.0f %6.0f %8.0f %8.0f %8.0f %6.0f %6.2f\n", about, $1, $2, $3, $4 / 1024, $5, $6, $7, $8 / 1024,
                ($6 + $7) / ($2 + $3) }'
    done
}
if [ $# -gt 0 ]; then
    report "$@"
else
    # shellcheck disable=SC2086
    report $parts | tee "$folder/build.txt"
fi
