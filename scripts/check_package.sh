#!/usr/bin/env bash
# Tests the package timestep-lab on a newly installed Debian: check_package.sh 12|13 PACKAGE.deb [FOLDER]
#
# Installs Debian in FOLDER (build/check-12 or -13; needs root and 2 GB), and there: installs the package with its
# dependencies, starts the window from its menu entry, opens a recording, a replay, a set-up and a lesson by their MIME types,
# upgrades to a higher version, and removes the package. Fails if anything but settings is left. Prints a line for each step.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/chroot.sh

if [ $# -lt 2 ] || [ ! -f "$2" ]; then
    echo "usage: scripts/check_package.sh 12|13 PACKAGE.deb [FOLDER]" >&2
    exit 2
fi
folder=$(realpath -m "${3:-build/check-$1}")
# a menu entry needs a display and a driver of OpenGL; gio is the desktop's tool for files
fresh_debian "$1" "$folder" "xvfb xdotool libglib2.0-bin shared-mime-info desktop-file-utils libgl1-mesa-dri hicolor-icon-theme"
mkdir -p "$folder/root/check"
cp "$2" "$folder/root/check/timestep-lab.deb"
cp tests/recordings/formats/fixtures/capframex.csv "$folder/root/check/game frames.csv"
cp tests/lab/replay/fixtures/v5.replay "$folder/root/check/v5.replay"
cp assets/lessons/course/exploding-spring.toml "$folder/root/check/mine.lesson.toml"
cp scripts/{check_package_inside,chroot}.sh "$folder/root/check/"
code=0
inside "$folder" /root/check/check_package_inside.sh || code=$?
rm -rf "$folder/root/check"
exit $code
