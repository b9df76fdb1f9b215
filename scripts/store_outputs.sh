#!/usr/bin/env bash
# Makes build/for-windows, which has what scripts/check_on_windows.sh needs on Windows: the archive of scripts/windows.sh --zip,
# stored.json with the output of timestep_lab for this system, and telemetry.csv of a run of the window on a virtual clock.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

# shellcheck disable=SC2154
need "$build_packages $demo_packages python3"
build release timestep_lab timestep_demo
out=build/for-windows
rm -rf "$out"
mkdir -p "$out"
cp build/windows/timestep-lab-*-windows-x86_64.zip "$out/"
python3 tests/delivery/ports/compare.py --store "$out/stored.json" build/release/timestep_lab
python3 tests/delivery/windows/smoke.py build/release/timestep_demo "$out/telemetry.csv" --store
