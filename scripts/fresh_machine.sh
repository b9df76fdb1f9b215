#!/usr/bin/env bash
# Runs the README's two commands on a fresh Debian: fresh_machine.sh 11|12|13 [FOLDER]
#
# Installs Debian by debootstrap into FOLDER (build/fresh-11, -12 or -13; needs root and 8 GB), clones the last commit there,
# and runs ./run.sh and ./test.sh as they stand. On Debian 11, whose CMake is the oldest one for the library, it runs
# tests/consumer/configure.sh instead. Prints the time and the exit code of each. Unmounts everything at the end, also after
# an error; a second run with the same FOLDER keeps the installed system, clones again.
set -euo pipefail
cd "$(dirname "$0")/.."

packages="git ca-certificates"
commands="./run.sh ./test.sh"
case ${1:-} in
11)
    suite=bullseye
    packages="$packages cmake make g++"
    commands=tests/consumer/configure.sh
    ;;
12) suite=bookworm ;;
13) suite=trixie ;;
*)
    echo "usage: scripts/fresh_machine.sh 11|12|13 [FOLDER]" >&2
    exit 2
    ;;
esac
folder=${2:-build/fresh-$1}
if [ "$(id -u)" != 0 ]; then
    echo "scripts/fresh_machine.sh: installing a system needs root; run it with sudo" >&2
    exit 2
fi
if ! command -v debootstrap >/dev/null; then
    apt-get install -y -qq --no-install-recommends debootstrap >/dev/null || {
        echo "scripts/fresh_machine.sh: debootstrap is missing; apt-get install debootstrap" >&2
        exit 2
    }
fi

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
logs=$folder-logs
mkdir -p "$logs"
unmount() {
    local point
    for point in dev/shm dev/pts dev proc; do
        if mountpoint -q "$folder/$point"; then umount "$folder/$point" || umount -l "$folder/$point"; fi
    done
}
trap unmount EXIT

if [ ! -e "$folder/etc/debian_version" ]; then
    echo "-- installing Debian $1 in $folder"
    debootstrap --variant=minbase "$suite" "$folder" >"$logs/debootstrap.log" 2>&1 || {
        tail -n 20 "$logs/debootstrap.log" >&2
        exit 1
    }
fi
mount -t proc proc "$folder/proc"
mount --bind /dev "$folder/dev"
mount -t tmpfs tmpfs "$folder/dev/shm"
mount -t devpts devpts "$folder/dev/pts" -o ptmxmode=666 # pseudo-terminals, which some tests open
cp /etc/resolv.conf "$folder/etc/resolv.conf"
if [ -d /etc/apt/apt.conf.d ]; then # the proxy of this machine, where it has one
    grep -rhi 'proxy' /etc/apt/apt.conf.d /etc/apt/apt.conf 2>/dev/null >"$folder/etc/apt/apt.conf.d/99proxy" || true
fi
inside() { chroot "$folder" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    ${http_proxy:+http_proxy=$http_proxy} ${TIMESTEP_THOROUGH:+TIMESTEP_THOROUGH=$TIMESTEP_THOROUGH} bash -c "$1"; }

inside "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages" \
    >"$logs/git.log" 2>&1 || {
    tail -n 20 "$logs/git.log" >&2
    exit 1
}
# The same name as here, so that data beside the project is found in the same place.
rm -rf "$folder/root/work"
mkdir -p "$folder/root/work"
git clone -q "file://$PWD" "$folder/root/work/timestep"
if [ -d ../shared ]; then cp -r ../shared "$folder/root/work/shared"; fi

worst=0
for command in $commands; do
    log=$logs/$(basename "$command").log
    from=$SECONDS
    code=0
    inside "cd /root/work/timestep && $command" >"$log" 2>&1 </dev/null || code=$?
    taken=$((SECONDS - from))
    printf '%-10s exit code %d, %d:%02d   %s\n' "$command" "$code" $((taken / 60)) $((taken % 60)) "$log"
    if [ $code != 0 ]; then
        worst=1
        tail -n 15 "$log"
    fi
done
exit $worst
