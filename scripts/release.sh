#!/usr/bin/env bash
# Makes packages of the last commit in build/packages, checks each package, and prints sizes and hashes. Installs other versions of Debian in build/ (root).
#   scripts/release.sh                 all packages
#   scripts/release.sh PACKAGE...      only these
#   scripts/release.sh --help          lists the packages
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
. scripts/chroot.sh

# A package has a line in names and in about(), and two functions: make_NAME builds it in a clone of the last commit and
# sets `files` to the paths of the results; check_NAME tests the files in build/packages.
names="deb12 deb13 archive windows header"
about() {
    case $1 in
    deb12) echo "timestep-lab and libtimestep-dev for Debian 12 (.deb)" ;;
    deb13) echo "the same for Debian 13 (.deb)" ;;
    archive) echo "the programs in a folder that runs anywhere on Linux with glibc 2.35 or newer and SDL2 (.tar.gz)" ;;
    windows) echo "the programs for 64-bit Windows 10 and 11, in a folder that runs anywhere (.zip)" ;;
    header) echo "the library in one file (timestep.hpp)" ;;
    esac
}

package_packages="$build_packages $demo_packages help2man librsvg2-bin dpkg-dev file git ca-certificates python3"
package_packages="$package_packages lintian desktop-file-utils appstream shared-mime-info"
archive=timestep-lab-$(project_version)-linux-x86_64
out=build/packages

is_debian() { grep -qs "^ID=debian" /etc/os-release && grep -qs "^VERSION_ID=\"$1\"" /etc/os-release; }

# build_on VERSION COMMAND: clones the last commit, and runs the command of bash in the clone, on this version of Debian:
# this machine's, or one that is installed in build/debian-VERSION. Sets `clone` to the path of the clone.
build_on() {
    local system="" jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
    if is_debian "$1"; then
        need "$package_packages"
    else
        system=$PWD/build/debian-$1
        fresh_debian "$1" "$system" "$package_packages"
    fi
    clone=${system:-$PWD/build}/release-clone
    rm -rf "$clone"
    git clone -q "file://$PWD" "$clone"
    local command="cd '${clone#"$system"}' && env CMAKE_BUILD_PARALLEL_LEVEL=$jobs bash -ec '$2'"
    if [ -n "$system" ]; then inside "$system" "$command"; else bash -c "$command"; fi >"$clone.log" 2>&1 || {
        tail -n 40 "$clone.log" >&2
        echo "the whole output: $clone.log" >&2
        exit 1
    }
}

make_deb() { # VERSION
    build_on "$1" "cmake --preset package && cmake --build --preset package
        TIMESTEP_BUILD=build/package python3 tests/delivery/packages/test_packages.py
        cd build/package && cpack -G DEB && lintian --fail-on error,warning *.deb"
    files=$(ls "$clone"/build/package/*.deb)
}
make_deb12() { make_deb 12; }
make_deb13() { make_deb 13; }
check_deb12() { scripts/check_package.sh 12 "$out"/timestep-lab_*~deb12_amd64.deb; }
check_deb13() { scripts/check_package.sh 13 "$out"/timestep-lab_*~deb13_amd64.deb; }

make_archive() { # on Debian 12, whose gcc and glibc are old enough
    build_on 12 "cmake --preset relocatable && cmake --build --preset relocatable
        TIMESTEP_BUILD=build/relocatable python3 tests/delivery/packages/test_packages.py
        cmake --install build/relocatable --strip --prefix build/$archive
        tar --create --directory build --sort=name --owner=0 --group=0 --numeric-owner --mode=go-w --mtime=@$SOURCE_DATE_EPOCH $archive |
            gzip -9n >build/$archive.tar.gz"
    files=$clone/build/$archive.tar.gz
}
check_archive() { scripts/check_archive.sh "$out/$archive.tar.gz"; }

make_windows() { # on Debian 12, so that every machine uses the same compiler and the same sources
    build_on 12 "scripts/windows.sh --zip"
    files=$(ls "$clone"/build/windows/*.zip)
}
check_windows() { scripts/windows.sh --check "$(ls "$out"/timestep-lab-*-windows-x86_64.zip)"; }

make_header() {
    build_on 12 "cmake -DROOT=\$PWD -DOUT=\$PWD/build/timestep.hpp -P cmake/single_file.cmake"
    files=$clone/build/timestep.hpp
}
check_header() {
    sed 's|#include <timestep/.*|#include "timestep.hpp"|' tests/delivery/consumer/game.cpp |
        g++ -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$out" -x c++ - -o build/one_file
    build/one_file
}

chosen=""
for word in "$@"; do
    case $word in
    --help | -h)
        sed -n '2,5s/^# \{0,1\}//p' scripts/release.sh
        for name in $names; do printf '  %-10s %s\n' "$name" "$(about "$name")"; done
        exit 0
        ;;
    *)
        [ -n "$(about "$word")" ] || {
            echo "scripts/release.sh: no package $word; the packages: $names" >&2
            exit 2
        }
        chosen="$chosen $word"
        ;;
    esac
done

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
mkdir -p "$out"
made=""
for name in ${chosen:-$names}; do
    say "$name: $(about "$name")"
    "make_$name"
    for file in $files; do
        cp "$file" "$out/"
        made="$made $(basename "$file")"
    done
    "check_$name"
done
cd "$out"
for file in $made; do printf '%9d bytes  %s\n' "$(stat -c %s "$file")" "$(sha256sum "$file")"; done
