#!/usr/bin/env bash
# Tests the programs for Windows under wine: check_windows.sh ARCHIVE.zip | FOLDER
#
# Checks the size and the files of the archive and unpacks it in build/windows-unpacked. Builds both programs for this system,
# and compares the standard output, the standard error, the exit code and the files of each (tests/delivery/ports/compare.py,
# tests/delivery/windows/test_demo.py). Stops timestep_lab.exe (tests/delivery/windows/test_stopping.py). wine shows that the programs wait, but
# not how precisely.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
programs=${1:-}
if [ -f "$programs" ]; then
    need unzip
    size=$(stat -c %s "$programs")
    [ "$size" -le 8000000 ] || fail "$programs has $size bytes, more than 8000000"
    rm -rf build/windows-unpacked
    unzip -q "$programs" -d build/windows-unpacked
    programs=$(echo build/windows-unpacked/*)
    found=$(ls "$programs" | tr '\n' ' ')
    [ "$found" = "README.txt copyright.txt timestep_demo.exe timestep_lab.exe " ] || fail "the archive has the files $found"
    echo "passed: $size bytes, $found"
elif [ ! -d "$programs" ]; then
    echo "usage: scripts/check_windows.sh ARCHIVE.zip | FOLDER" >&2
    exit 2
fi

# shellcheck disable=SC2154
need "$build_packages $demo_packages wine64 xvfb xdotool python3-pil g++-mingw-w64-x86-64-posix"
build release timestep_lab timestep_demo
export TIMESTEP_LAB=$programs/timestep_lab.exe TIMESTEP_DEMO=$programs/timestep_demo.exe
scripts/wine.sh cmd /c "ping -n 3000 127.0.0.1" >/dev/null 2>&1 &
server=$!
trap 'kill $server' EXIT
python3 tests/delivery/ports/compare.py build/release/timestep_lab "$TIMESTEP_LAB"
python3 tests/delivery/windows/test_stopping.py
/usr/bin/python3 tests/delivery/windows/test_demo.py # where python3-pil is
