#!/usr/bin/env bash
# Builds programs for Windows on Debian: windows.sh [--check | --short | --zip] [TARGET...]
#
# Installs the compiler and wine if they are missing, makes build/windows-packages/include, which has links to the headers
# of fmt, CLI11, nlohmann-json, toml++ and doctest only, downloads the sources of Debian's packages of SDL2, Dear ImGui and
# stb, and builds the TARGETs in build/windows; without a TARGET, timestep_lab and timestep_demo. --zip puts these two, a
# README and the licences into build/windows/timestep-lab-VERSION-windows-x86_64.zip. --check also builds the unit tests, and
# both programs for this system. It runs the unit tests under wine, and compares both
# builds of both programs (scripts/check_windows.sh). --short builds and runs only the unit tests of src/base, where the
# sources for Windows are; CI does this.
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
    --zip) check=zip ;;
    -*)
        echo "usage: scripts/windows.sh [--check | --short | --zip] [TARGET...]" >&2
        exit 2
        ;;
    *) targets+=("$word") ;;
    esac
done
[ "$check" != short ] || tests=base
[ "$check" = short ] || [ ${#targets[@]} -gt 0 ] || targets=(timestep_lab timestep_demo)

# shellcheck disable=SC2154
need "$build_packages g++-mingw-w64-x86-64-posix wine64"
mkdir -p "$packages/include"
for name in fmt CLI nlohmann toml++ doctest; do
    ln -sfn "/usr/include/$name" "$packages/include/$name"
done
if [[ " ${targets[*]} " == *" timestep_demo "* ]]; then
    need "curl python3-glad fonts-inter fonts-jetbrains-mono librsvg2-bin icoutils"
    sources_of_window "$packages"
    cmake --preset windows -DTIMESTEP_DEMO=ON >/dev/null
    installed="" # otherwise build() would configure again, without the demo
fi

if [ "$check" = yes ] || [ "$check" = short ]; then
    for name in $tests; do targets+=("test_$name"); done
fi
build windows "${targets[@]}"
case $check in
"") exit 0 ;;
zip)
    need zip
    name=timestep-lab-$(project_version)-windows-x86_64
    rm -rf "build/windows/$name" "build/windows/$name.zip"
    mkdir "build/windows/$name"
    cp build/windows/timestep_{demo,lab}.exe assets/windows/README.txt "build/windows/$name/"
    licences /usr/share/doc/{libfmt-dev,libcli11-dev,nlohmann-json3-dev,libtomlplusplus-dev}/copyright \
        "$packages"/{SDL2/LICENSE.txt,imgui/LICENSE.txt,stb/LICENSE} /usr/share/doc/{fonts-inter,fonts-jetbrains-mono}/copyright \
        /usr/share/doc/{mingw-w64-x86-64-dev,gcc-mingw-w64-x86-64-posix-runtime}/copyright >"build/windows/$name/copyright.txt"
    touch --date="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" "build/windows/$name"/*
    (cd build/windows && TZ=UTC zip -q -9 -X "$name.zip" "$name"/*)
    exit 0
    ;;
esac

# While a program runs, wine's server stays, so that the next program starts in 1 s instead of 4 s.
scripts/wine.sh ping -n 3000 127.0.0.1 >/dev/null 2>&1 &
server=$!
scripts/wine.sh cmd /c exit >/dev/null 2>&1 # starts wine's services, which would keep a test's output open if a test started them
trap 'kill $server' EXIT
ctest --preset windows -R "^(${tests// /|})\$"
[ "$check" = short ] || scripts/check_windows.sh build/windows
