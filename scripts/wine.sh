#!/usr/bin/env bash
# Runs a program for Windows: wine.sh PROGRAM.exe [ARGUMENT...]
#
# The wine prefix (the folder with wine's drive C and its registry) is build/wine of the project; the variable WINEPREFIX
# names another one. The program gets no display.
set -euo pipefail
WINEPREFIX=${WINEPREFIX:-$(cd "$(dirname "$0")/.." && pwd)/build/wine}
if [ ! -x /usr/lib/wine/wine64 ]; then
    echo "scripts/wine.sh: wine is missing; apt-get install wine64" >&2
    exit 127
fi
mkdir -p "$WINEPREFIX"
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" LC_ALL=C.UTF-8 # file names and arguments are UTF-8
unset DISPLAY WAYLAND_DISPLAY
exec /usr/lib/wine/wine64 "$@"
