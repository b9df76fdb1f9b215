# shellcheck shell=bash
# scripts/chroot.sh -- functions for other scripts: a newly installed Debian in a folder (needs root and debootstrap), and the lines about a check in it

fail() { echo "FAILED: $*" >&2 && exit 1; }
passed() { echo "passed: $*"; }

# fresh_debian VERSION FOLDER [PACKAGES]: installs Debian 11, 12 or 13 in the folder by debootstrap, if it has none yet,
# mounts what its programs need, and installs the packages. Its /dev keeps the nodes that debootstrap makes: were the /dev of
# this system mounted there, removing the folder after an interrupted run would remove the devices of this system.
# FOLDER-logs gets the output. Unmounts when the script ends.
fresh_debian() {
    local suite folder=$2 logs=$2-logs
    case $1 in
    11) suite=bullseye ;;
    12) suite=bookworm ;;
    13) suite=trixie ;;
    *)
        echo "$0: no Debian $1; the versions are 11, 12 and 13" >&2
        exit 2
        ;;
    esac
    if [ "$(id -u)" != 0 ]; then
        echo "$0: installing a system needs root; run it with sudo" >&2
        exit 2
    fi
    if ! command -v debootstrap >/dev/null; then
        apt-get install -y -qq --no-install-recommends debootstrap >/dev/null || {
            echo "$0: debootstrap is missing; apt-get install debootstrap" >&2
            exit 2
        }
    fi
    mkdir -p "$folder" "$logs"
    mounted="${mounted:-} $folder"
    trap unmount_all EXIT
    if [ ! -e "$folder/etc/debian_version" ]; then
        echo "-- installing Debian $1 in $folder"
        debootstrap --variant=minbase "$suite" "$folder" >"$logs/debootstrap.log" 2>&1 || {
            tail -n 20 "$logs/debootstrap.log" >&2
            exit 1
        }
    fi
    mountpoint -q "$folder/proc" || mount -t proc proc "$folder/proc"
    mountpoint -q "$folder/dev/shm" || mount -t tmpfs tmpfs "$folder/dev/shm"
    mountpoint -q "$folder/dev/pts" || mount -t devpts devpts "$folder/dev/pts" -o ptmxmode=666 # pseudo-terminals, which some tests open
    cp /etc/resolv.conf "$folder/etc/resolv.conf"
    if [ -d /etc/apt/apt.conf.d ]; then # the proxy of this machine, where it has one
        grep -rhi 'proxy' /etc/apt/apt.conf.d /etc/apt/apt.conf 2>/dev/null >"$folder/etc/apt/apt.conf.d/99proxy" || true
    fi
    inside "$folder" "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${3:-}" \
        >"$logs/apt.log" 2>&1 || {
        tail -n 20 "$logs/apt.log" >&2
        exit 1
    }
}

# inside FOLDER COMMAND: runs a command of bash as root in the Debian in this folder, with an empty environment.
inside() {
    chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 ${http_proxy:+http_proxy=$http_proxy} \
        ${TIMESTEP_THOROUGH:+TIMESTEP_THOROUGH=$TIMESTEP_THOROUGH} ${SOURCE_DATE_EPOCH:+SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH} bash -c "$2"
}

unmount_all() {
    local folder point
    for folder in ${mounted:-}; do
        for point in dev/shm dev/pts proc; do
            if mountpoint -q "$folder/$point"; then umount "$folder/$point" || umount -l "$folder/$point"; fi
        done
    done
}
