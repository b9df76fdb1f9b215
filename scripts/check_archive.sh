#!/usr/bin/env bash
# Tests the archive of relocatable programs: check_archive.sh ARCHIVE.tar.gz [FOLDER]
#
# Checks that the programs need no symbol that is newer than glibc 2.35 and gcc 12, and no library besides SDL2. Then unpacks
# the archive on a Debian 12 without fmt, toml++ and stb (installed in FOLDER or build/check-archive; needs root), in a folder
# whose name is not ASCII, and runs the programs there, also after moving the folder. Prints a line for each step.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/chroot.sh

if [ $# -lt 1 ] || [ ! -f "$1" ]; then
    echo "usage: scripts/check_archive.sh ARCHIVE.tar.gz [FOLDER]" >&2
    exit 2
fi

unpacked=build/unpacked
rm -rf "$unpacked"
mkdir -p "$unpacked"
tar -xzf "$1" -C "$unpacked"
find "$unpacked" -type f \( -path '*/bin/*' -o -name '*.so*' \) >"$unpacked/binaries"
[ "$(wc -l <"$unpacked/binaries")" -ge 3 ] || fail "$1 has fewer than two programs and a library"
for limit in GLIBC_2.35 GLIBCXX_3.4.30 CXXABI_1.3.13; do
    newest=$(xargs -d '\n' objdump -T <"$unpacked/binaries" | grep -o "${limit%%_*}_[0-9.]*" | sort -V | tail -n 1)
    [ "$(printf '%s\n' "$newest" "$limit" | sort -V | tail -n 1)" = "$limit" ] || fail "a program needs $newest, which is newer than $limit"
    passed "the newest symbol version is $newest; allowed is $limit"
done
libraries=$(xargs -d '\n' objdump -p <"$unpacked/binaries" | sed -n 's/^ *NEEDED *//p' | sort -u | tr '\n' ' ')
for library in $libraries; do
    case $library in
    libc.so.6 | libm.so.6 | libstdc++.so.6 | libgcc_s.so.1 | libSDL2-2.0.so.0 | ld-linux-x86-64.so.2) ;;
    *) fail "a program needs $library, which is not everywhere" ;;
    esac
done
passed "the programs need only $libraries"

folder=$(realpath -m "${2:-build/check-archive}")
fresh_debian 12 "$folder" "libsdl2-2.0-0 libgl1 libegl1 libgl1-mesa-dri"
for library in fmt tomlplusplus stb; do
    [ -z "$(find "$folder/usr/lib" -name "lib$library.so*")" ] || fail "$folder has lib$library; name a folder without it"
done
rm -rf "$folder/root/größe"
mkdir -p "$folder/root/größe"
tar -xzf "$1" -C "$folder/root/größe"
mv "$folder/root/größe/"timestep-lab-* "$folder/root/größe/lab"
runs() { # runs PLACE: runs the programs in this folder of the Debian
    inside "$folder" "cd / && export PATH='$1/bin':\$PATH && timestep_lab --version && timestep_lab lesson exploding-spring >/dev/null &&
        timestep_lab slow --delay 1ms -- true 2>&1 | grep -q 'the game presented fewer than two pictures' &&
        timestep_demo --headless --frames 20 --screenshot /root/picture.png && rm /root/picture.png" ||
        fail "the programs do not run in $1"
    passed "the programs run in $1: a lesson, a slowed program, a picture of the window"
}
runs "/root/größe/lab"
mv "$folder/root/größe/lab" "$folder/root/moved"
runs /root/moved
rm -rf "$folder/root/moved" "$folder/root/größe"
