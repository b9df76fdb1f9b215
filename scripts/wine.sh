#!/usr/bin/env bash
# Runs a program for Windows: wine.sh PROGRAM.exe [ARGUMENT...]
#
# The wine prefix (the folder with wine's drive C and its registry) is build/wine of the project; the variable WINEPREFIX
# names another one. The program gets no display, or the X server that WINE_DISPLAY names. WINE_DEBUG lists wine's debug
# channels, such as +file; they write to standard error.
set -euo pipefail
WINEPREFIX=${WINEPREFIX:-$(cd "$(dirname "$0")/.." && pwd)/build/wine}
if [ ! -x /usr/lib/wine/wine64 ]; then
    echo "scripts/wine.sh: wine is missing; apt-get install wine64" >&2
    exit 127
fi
mkdir -p "$WINEPREFIX"
export WINEPREFIX WINEDEBUG="${WINE_DEBUG:--all}" WINEDLLOVERRIDES="mscoree,mshtml=" LC_ALL=C.UTF-8 # file names and arguments are UTF-8
unset DISPLAY WAYLAND_DISPLAY
[ -z "${WINE_DISPLAY:-}" ] || export DISPLAY=$WINE_DISPLAY
exec /usr/lib/wine/wine64 "$@"
