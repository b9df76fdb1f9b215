#!/usr/bin/env bash
# Tests the programs of the archive on Windows, in Git's bash, with the files of scripts/store_outputs.sh in build/for-windows: the output of
# timestep_lab.exe is that of Linux, and timestep_demo.exe opens a window, draws, and computes the frames of Linux. A machine without a
# graphics card gets the software driver of MSYS2's package of Mesa, beside the program.
set -euo pipefail
cd "$(dirname "$0")/.."
export PYTHONUTF8=1

stored=build/for-windows
rm -rf build/unpacked
python -m zipfile -e "$stored"/timestep-lab-*-windows-x86_64.zip build/unpacked
programs=$(echo build/unpacked/*)
python tests/delivery/ports/compare.py "$stored/stored.json" "$programs/timestep_lab.exe"

if [ -x /c/msys64/usr/bin/pacman ]; then
    /c/msys64/usr/bin/pacman -Sy --noconfirm --needed mingw-w64-x86_64-mesa
    cp /c/msys64/mingw64/bin/opengl32.dll "$programs/"
    export PATH="$PATH:/c/msys64/mingw64/bin" GALLIUM_DRIVER=llvmpipe
fi
python tests/delivery/windows/smoke.py "$programs/timestep_demo.exe" "$stored/telemetry.csv"
