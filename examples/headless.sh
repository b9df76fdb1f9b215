#!/usr/bin/env bash
# headless.sh PROGRAM ARGUMENTS...: runs a program with a window on a display without a screen (Xvfb). The tests use it.
set -euo pipefail
command -v Xvfb >/dev/null || {
    echo "skipped: Xvfb is missing: apt-get install xvfb"
    exit 0
}
exec 3< <(exec Xvfb -displayfd 1 -screen 0 640x480x24 -nolisten tcp 2>/dev/null)
server=$!
trap 'kill "$server"' EXIT
read -r display <&3
DISPLAY=:$display "$@"
