#!/usr/bin/env bash
# Draws every picture of the README and the docs again, on the virtual clock: the same pixels on the same driver.
set -euo pipefail
cd "$(dirname "$0")/.."
demo=${1:-build/release/timestep_demo}
picture() { "$demo" --headless --virtual-clock --screenshot "docs/pictures/$1.png" "${@:2}"; }

picture first-screen --more off --loop variable --delay 33ms --frames 110 --size 1280x760
picture accumulator-50-on-60 --loop accumulator --hz 50 --frames 240
picture variable-slow --loop variable --delay 75ms --frames 16
picture interpolated-slow --loop interpolated --delay 75ms --frames 60
picture fixed-slow --loop fixed --delay 40ms --frames 120
picture timeline --mode race --dock timeline --delay 5ms --spike 20:250ms --frames 52 --size 1280x760
picture code --loop interpolated --dock code --frames 50 --size 1280x760
picture race --mode race --delay 40ms --jitter 5ms --spike 60:180ms --frames 300 --size 1440x900

if command -v ffmpeg >/dev/null; then
    "$demo" --headless --virtual-clock --film docs/pictures/slow-pc.webp --mode race --loops fixed,variable,interpolated \
        --delay 60ms --size 800x400 --panels off --frames 300
else
    echo "docs/pictures/slow-pc.webp stays as it is: there is no ffmpeg to film it with"
fi
