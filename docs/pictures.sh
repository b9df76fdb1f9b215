#!/usr/bin/env bash
# Draws every picture of the README and the docs again, on the virtual clock: the same pixels on the same driver. words.txt has the words in
# them, which the test gui_pictures compares with today's window. Usage: pictures.sh [DEMO [FOLDER]]
set -euo pipefail
cd "$(dirname "$0")/.."
demo=${1:-build/release/timestep_demo}
folder=${2:-docs/pictures}
widgets=$(mktemp)
trap 'rm "$widgets"' EXIT
: >"$folder/words.txt"
picture() {
    "$demo" --headless --virtual-clock --screenshot "$folder/$1.png" --report-widgets "$widgets" "${@:2}"
    sed -E "1d; s/^/$1: /; s/(,[-0-9.e]+){4},/,/" "$widgets" >>"$folder/words.txt" # without the places
}

five="--steady-frames --lane fixed --lane variable --lane semi-fixed --lane accumulator --lane interpolated"
picture first-screen --steady-frames --more off --loop variable --hz 50 --delay 33ms --frames 330 --size 1280x760
picture accumulator-50-on-60 --loop accumulator --hz 50 --frames 240
picture lesson --lesson exploding-spring --frames 60 --size 1280x760
picture timeline $five --dock timeline --delay 5ms --spike 20:250ms --frames 96 --size 1280x760
picture code --loop interpolated --hz 50 --dock code --frames 75 --size 1280x900
picture race $five --delay 40ms --jitter 5ms --spike 60:180ms --frames 300 --size 1440x900

if command -v ffmpeg >/dev/null; then
    "$demo" --headless --virtual-clock --film "$folder/slow-pc.webp" --steady-frames --lane fixed --lane variable --lane interpolated \
        --delay 60ms --size 800x400 --panels off --frames 300
else
    echo "slow-pc.webp stays as it is: there is no ffmpeg to film it with"
fi
