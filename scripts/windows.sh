#!/usr/bin/env bash
# Builds programs for Windows on Debian: windows.sh [--check | --short] [TARGET...]
#
# Installs the compiler and wine if they are missing, makes build/windows-packages/include, which has links to the headers
# of fmt, CLI11, nlohmann-json, toml++ and doctest only, and builds the TARGETs in build/windows; without a TARGET,
# timestep_lab. For timestep_demo it first downloads the sources of Debian's packages of SDL2, Dear ImGui and stb. --check
# also builds the unit tests, and timestep_lab for this system. It runs the unit tests under wine, compares the output of
# both timestep_lab (tests/ports/compare.py), and stops timestep_lab.exe (tests/windows/test_stopping.py). --short builds
# and runs only the unit tests of src/base, where the sources for Windows are; CI does this.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

tests="base telemetry physics machine net formats identify recordings lab replay"
packages=build/windows-packages

check=""
targets=()
for word in "$@"; do
    case $word in
    --check) check=yes ;;
    --short) check=short ;;
    -*)
        echo "usage: scripts/windows.sh [--check | --short] [TARGET...]" >&2
        exit 2
        ;;
    *) targets+=("$word") ;;
    esac
done
if [ "$check" = short ]; then
    tests=base
elif [ ${#targets[@]} = 0 ]; then
    targets=(timestep_lab)
fi

# shellcheck disable=SC2154
need "$build_packages g++-mingw-w64-x86-64-posix wine64"
mkdir -p "$packages/include"
for name in fmt CLI nlohmann toml++ doctest; do
    ln -sfn "/usr/include/$name" "$packages/include/$name"
done
if [[ " ${targets[*]} " == *" timestep_demo "* ]]; then
    need "curl python3-glad fonts-inter fonts-jetbrains-mono"
    sources_of_window "$packages"
    cmake --preset windows -DTIMESTEP_DEMO=ON >/dev/null
fi

[ -z "$check" ] || for name in $tests; do targets+=("test_$name"); done
build windows "${targets[@]}"
[ -n "$check" ] || exit 0

# While a program runs, wine's server stays, so that the next program starts in 1 s instead of 4 s.
scripts/wine.sh cmd /c "ping -n 3000 127.0.0.1" >/dev/null 2>&1 &
server=$!
trap 'kill $server' EXIT
ctest --preset windows -R "^(${tests// /|})\$"
[ "$check" != short ] || exit 0
build release timestep_lab
python3 tests/ports/compare.py build/release/timestep_lab build/windows/timestep_lab.exe
TIMESTEP_LAB=build/windows/timestep_lab.exe python3 tests/windows/test_stopping.py
