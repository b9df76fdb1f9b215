#!/usr/bin/env bash
# Builds the demo and timestep_lab, and starts the demo with the arguments of this script (./run.sh --help). Without
# arguments and without a display, the demo saves pictures instead of opening a window.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
from=$PWD
cd "$here"
. scripts/setup.sh

need "$build_packages $demo_packages"
build release timestep_demo timestep_lab
demo="$here/build/release/timestep_demo"

cd "$from"
if [ $# -gt 0 ]; then
    exec "$demo" "$@"
fi
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    code=0
    "$demo" || code=$?
    [ $code = 2 ] || exit $code # 2: the demo could not open a window and has printed the reason
fi
echo "There is no display here, so instead of the window: each loop on the same slow PC, as pictures and as a table."
echo
exec "$demo" --guided "$here/build/release/guided"
