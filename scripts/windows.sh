#!/usr/bin/env bash
# Builds programs for Windows on Debian: windows.sh [--check] [TARGET...]
#
# Installs the compiler and wine if they are missing, makes build/windows-packages/include, which has links to the headers
# of fmt, CLI11, nlohmann-json, toml++ and doctest only, and builds the TARGETs in build/windows; without a TARGET,
# timestep_lab. For timestep_demo it first downloads the sources of Debian's packages of SDL2, Dear ImGui and stb. --check
# also builds the unit tests, and timestep_lab for this system. It runs the unit tests under wine, compares the output of
# both timestep_lab (tests/windows/compare.py), and stops timestep_lab.exe (tests/windows/test_stopping.py).
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
    -*)
        echo "usage: scripts/windows.sh [--check] [TARGET...]" >&2
        exit 2
        ;;
    *) targets+=("$word") ;;
    esac
done
[ ${#targets[@]} -gt 0 ] || targets=(timestep_lab)

# source_of FOLDER FILE SHA256: unpacks a source package of Debian 12, a path below the archive's folder pool/main, into
# build/windows-packages/FOLDER.
source_of() {
    local folder=$packages/$1 file=$packages/${2##*/}
    [ ! -d "$folder" ] || return 0
    say "downloading ${2##*/}"
    curl -sSfo "$file" "http://deb.debian.org/debian/pool/main/$2"
    echo "$3  $file" | sha256sum --check --quiet
    mkdir -p "$folder.new"
    tar -xf "$file" -C "$folder.new" --strip-components=1
    # These two parts need headers of Windows' own compiler, and the demo has no joystick.
    [ "$1" != SDL2 ] || sed -i '/define SDL_JOYSTICK_\(WGI\|RAWINPUT\)/d' "$folder.new/include/SDL_config_windows.h"
    mv "$folder.new" "$folder"
}

# shellcheck disable=SC2154
need "$build_packages g++-mingw-w64-x86-64-posix wine64"
mkdir -p "$packages/include"
for name in fmt CLI nlohmann toml++ doctest; do
    ln -sfn "/usr/include/$name" "$packages/include/$name"
done
if [[ " ${targets[*]} " == *" timestep_demo "* ]]; then
    need "curl python3-glad fonts-inter fonts-jetbrains-mono"
    source_of SDL2 libs/libsdl2/libsdl2_2.26.5+dfsg.orig.tar.gz b3f2c822151804125d08db94c65852f711c2e5df2145a59da120748dc32eb9c3
    source_of imgui i/imgui/imgui_1.86+ds.orig.tar.xz 0dace0e8e57d298eb6e93af12dc19420cb96330832f6495c733b90aeeef11f64
    source_of stb libs/libstb/libstb_0.0~git20220908.8b5f1f3+ds.orig.tar.xz 6949c8ff9f86d982cff1b384f1301a731cbaf3b3fa4d1728c7b48a02386d31d8
    cmake --preset windows -DTIMESTEP_DEMO=ON >/dev/null
fi

[ -z "$check" ] || for name in $tests; do targets+=("test_$name"); done
build windows "${targets[@]}"
[ -n "$check" ] || exit 0

build release timestep_lab
ctest --preset windows -R "^(${tests// /|})\$"
python3 tests/windows/compare.py build/release/timestep_lab build/windows/timestep_lab.exe
TIMESTEP_LAB=build/windows/timestep_lab.exe python3 tests/windows/test_stopping.py
