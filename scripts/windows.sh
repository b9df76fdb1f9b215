#!/usr/bin/env bash
# Builds programs for Windows on Debian: windows.sh [--short | --zip] [TARGET...], or tests them: windows.sh --check [ARCHIVE.zip]
#
# Installs the compiler and wine if they are missing, makes build/windows-packages/include, which has links to the headers
# of fmt, CLI11, nlohmann-json, toml++ and doctest only, downloads the sources of Debian's packages of SDL2, Dear ImGui and
# stb, and builds the TARGETs in build/windows; without a TARGET, timestep_lab and timestep_demo. --zip puts these two, a
# README and the licences into build/windows/timestep-lab-VERSION-windows-x86_64.zip. --short builds and runs only the unit tests of src/base,
# where the sources for Windows are; CI does this. --check also builds the unit tests and runs them under wine, or checks the size and the
# files of the archive and unpacks it in build/windows-unpacked. Then it builds both programs for this system, compares the standard output, the
# standard error, the exit code and the files of each (tests/delivery/ports/compare.py, tests/delivery/windows/test_demo.py), and stops
# timestep_lab.exe (test_stopping.py). wine shows that the programs wait, but not how precisely.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

tests="base telemetry physics machine formats identify recordings ranking lab replay"
packages=build/windows-packages

check="" archive=""
targets=()
for word in "$@"; do
    case $word in
    --check) check=yes ;;
    --short) check=short ;;
    --zip) check=zip ;;
    -*)
        echo "usage: scripts/windows.sh [--check [ARCHIVE.zip] | --short | --zip] [TARGET...]" >&2
        exit 2
        ;;
    *.zip) check=yes archive=$word ;;
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
if [[ " ${targets[*]} " == *" timestep_demo "* ]] && [ -z "$archive" ]; then
    need "curl python3-glad fonts-inter fonts-jetbrains-mono librsvg2-bin icoutils"
    sources_of_window "$packages"
    cmake --preset windows -DTIMESTEP_DEMO=ON >/dev/null
    installed="" # otherwise build() would configure again, without the demo
fi

if [ "$check" = yes ] || [ "$check" = short ]; then
    for name in $tests; do targets+=("test_$name"); done
fi
[ -n "$archive" ] || build windows "${targets[@]}"
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
programs=build/windows
if [ -z "$archive" ]; then
    ctest --preset windows -R "^(${tests// /|})\$"
else
    need unzip
    size=$(stat -c %s "$archive")
    [ "$size" -le 8000000 ] || { echo "FAILED: $archive has $size bytes, more than 8000000" >&2 && exit 1; }
    rm -rf build/windows-unpacked
    unzip -q "$archive" -d build/windows-unpacked
    programs=$(echo build/windows-unpacked/*)
    found=$(cd "$programs" && printf "%s\n" * | LC_ALL=C sort | tr '\n' ' ')
    [ "$found" = "README.txt copyright.txt timestep_demo.exe timestep_lab.exe " ] || { echo "FAILED: the archive has the files $found" >&2 && exit 1; }
    echo "passed: $size bytes, $found"
fi
[ "$check" != short ] || exit 0
need "$demo_packages xvfb xdotool python3-pil"
build release timestep_lab timestep_demo
export TIMESTEP_LAB=$programs/timestep_lab.exe TIMESTEP_DEMO=$programs/timestep_demo.exe
python3 tests/delivery/ports/compare.py build/release/timestep_lab "$TIMESTEP_LAB"
python3 tests/delivery/windows/test_stopping.py
/usr/bin/python3 tests/delivery/windows/test_demo.py # where python3-pil is
