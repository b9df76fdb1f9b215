#!/usr/bin/env bash
# Compares the archive for Windows on Windows with the programs for Linux: windows_outputs.sh --store | --check
#
# --store, on Linux, makes build/for-windows: the archive of scripts/windows.sh --zip, the output of timestep_lab for this system, and the
# telemetry of a run of the window on a virtual clock. --check, in Git's bash on Windows, compares both programs of the archive with them; the
# window must open and draw. A machine without a graphics card gets the software driver of MSYS2's package of Mesa, beside the program.
set -euo pipefail
cd "$(dirname "$0")/.."
stored=build/for-windows

# window TELEMETRY PROGRAM [FLAG...]: runs 240 frames of the window, and fails if the screenshot is empty.
window() {
    "${@:2}" --virtual-clock --fresh --size 1280x760 --steady-frames --lane fixed --lane variable --lane interpolated --delay 40ms --frames 240 \
        --telemetry "$1" --screenshot build/picture.png
    local bytes
    bytes=$(wc -c <build/picture.png) # a window of one colour has 4,000, the first screen 90,000
    [ "$bytes" -ge 20000 ] || { echo "the screenshot has only $bytes bytes" >&2 && exit 1; }
}

case ${1:-} in
--store)
    . scripts/setup.sh
    # shellcheck disable=SC2154
    need "$build_packages $demo_packages python3"
    build release timestep_lab timestep_demo
    rm -rf "$stored"
    mkdir -p "$stored"
    cp build/windows/timestep-lab-*-windows-x86_64.zip "$stored/"
    python3 tests/delivery/ports/compare.py --store "$stored/outputs.stored" build/release/timestep_lab
    window "$stored/telemetry.csv" build/release/timestep_demo --headless
    ;;
--check)
    export PYTHONUTF8=1
    rm -rf build/unpacked
    python -m zipfile -e "$stored"/timestep-lab-*-windows-x86_64.zip build/unpacked
    programs=$(echo build/unpacked/*)
    python tests/delivery/ports/compare.py "$stored/outputs.stored" "$programs/timestep_lab.exe"
    if [ -x /c/msys64/usr/bin/pacman ]; then
        /c/msys64/usr/bin/pacman -Sy --noconfirm --needed mingw-w64-x86_64-mesa
        cp /c/msys64/mingw64/bin/opengl32.dll "$programs/"
        export PATH="$PATH:/c/msys64/mingw64/bin" GALLIUM_DRIVER=llvmpipe
    fi
    window build/telemetry.csv "$programs/timestep_demo.exe"
    cmp build/telemetry.csv "$stored/telemetry.csv"
    ;;
*)
    echo "usage: scripts/windows_outputs.sh --store | --check" >&2
    exit 2
    ;;
esac
