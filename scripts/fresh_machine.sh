#!/usr/bin/env bash
# Runs the README's two commands, or others, on a fresh Debian: fresh_machine.sh 11|12|13 [FOLDER [COMMAND...]]
#
# Installs Debian by debootstrap into FOLDER (build/fresh-11, -12 or -13; needs root and 8 GB), clones the last commit there,
# and runs each COMMAND in the clone, or ./run.sh and ./test.sh as they stand. On Debian 11, whose CMake is the oldest one for the library, it runs
# tests/delivery/consumer/configure.sh instead. Prints the time and the exit code of each. Unmounts everything at the end, also after
# an error; a second run with the same FOLDER keeps the installed system, clones again.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/chroot.sh

packages="git ca-certificates"
commands=(./run.sh ./test.sh)
case ${1:-} in
11)
    packages="$packages cmake make g++"
    commands=(tests/delivery/consumer/configure.sh)
    ;;
12 | 13) ;;
*)
    echo "usage: scripts/fresh_machine.sh 11|12|13 [FOLDER [COMMAND...]]" >&2
    exit 2
    ;;
esac
folder=$(realpath -m "${2:-build/fresh-$1}")
[ $# -lt 3 ] || commands=("${@:3}")
logs=$folder-logs
fresh_debian "$1" "$folder" "$packages"
# The same name as here, so that data beside the project is found in the same place.
rm -rf "$folder/root/work"
mkdir -p "$folder/root/work"
git clone -q "file://$PWD" "$folder/root/work/timestep"
if [ -d ../shared ]; then cp -r ../shared "$folder/root/work/shared"; fi

worst=0
for command in "${commands[@]}"; do
    log=$(basename "$command")
    log=$logs/${log// /_}.log
    from=$SECONDS
    code=0
    inside "$folder" "cd /root/work/timestep && $command" >"$log" 2>&1 </dev/null || code=$?
    taken=$((SECONDS - from))
    printf '%-10s exit code %d, %d:%02d   %s\n' "$command" "$code" $((taken / 60)) $((taken % 60)) "$log"
    if [ $code != 0 ]; then
        worst=1
        tail -n 15 "$log"
    fi
done
exit $worst
