#!/usr/bin/env bash
# Builds the site on Debian: web.sh [--test] [TARGET...]
#
# Needs emscripten of Debian 13. On Debian 12 (needs root, 3 GB) it installs Debian 13 by debootstrap in build/debian-13 and
# compiles there. Puts the headers of fmt, CLI11, nlohmann-json and toml++, the fonts, and the sources of Debian's packages of
# SDL2, Dear ImGui and stb into build/web-packages, and builds the TARGETs in build/web; without a TARGET, both programs and dist/web: a
# folder for any static host, made by scripts/make_site.py, and in a workflow of GitHub with the files of the newest release.
# --test then compares the programs in node with those of this system, and tests the site.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
. scripts/chroot.sh

# files_of_release FOLDER: downloads SHA256SUMS of the newest release and the files that it names. Returns 1 if nothing is released yet.
files_of_release() {
    local address=${GITHUB_SERVER_URL:?}/$GITHUB_REPOSITORY/releases/latest/download file
    rm -rf "$1"
    mkdir -p "$1"
    curl -sSfL -o "$1/SHA256SUMS" "$address/SHA256SUMS" || { [ $? = 22 ] && return 1 || exit 1; } # 22: the server answered 404
    while read -r _ file; do curl -sSfL -o "$1/$file" "$address/$file" || exit 1; done <"$1/SHA256SUMS"
    (cd "$1" && sha256sum --check --quiet SHA256SUMS) || exit 1
}

debian=build/debian-13
packages=build/web-packages

test=""
targets=()
for word in "$@"; do
    case $word in
    --test) test=yes ;;
    -*)
        echo "usage: scripts/web.sh [--test] [TARGET...]" >&2
        exit 2
        ;;
    *) targets+=("$word") ;;
    esac
done

# shellcheck disable=SC2154
need "$build_packages curl nodejs xz-utils fonts-inter fonts-jetbrains-mono"
mkdir -p "$packages/include"
for name in fmt CLI nlohmann toml++; do # copies: links would lead to other versions in Debian 13
    [ -e "$packages/include/$name" ] || cp -r "/usr/include/$name" "$packages/include/"
done
[ -e "$packages/fonts" ] || cp -r /usr/share/fonts "$packages/fonts" # those of the desktop's program, so that both draw the same
sources_of_window "$packages"

compiler_packages="emscripten cmake ninja-build ccache git python3 python3-fonttools fonts-inter fonts-jetbrains-mono"
[ -z "$test" ] || [ ${#targets[@]} -gt 0 ] || targets=(timestep_lab timestep_demo print_hashes)
build="cmake --preset web >/dev/null && cmake --build --preset web ${targets[*]:+--target ${targets[*]}}"
mkdir -p build/web
say "building build/web"
if [ "$(. /etc/os-release && echo "${VERSION_ID:-0}")" -ge 13 ]; then
    system=""
    need "$compiler_packages"
    bash -c "$build" >build/web/build.log 2>&1 || failed=1
else
    system=$debian
    # In a mount namespace of its own: the mounts end with it, also when it is killed.
    unshare --mount --propagation private bash -euo pipefail -c '
        . scripts/chroot.sh
        fresh_debian 13 "$PWD/$1" "$2"
        mkdir -p "$1$PWD"
        mount --bind "$PWD" "$1$PWD"
        inside "$PWD/$1" "git config --global --replace-all safe.directory \"*\"; cd \"$PWD\" && nice -n $(nice) bash -c \"$3\""
        ' web.sh "$debian" "$compiler_packages" "export CCACHE_DIR=$PWD/build/web-ccache; $build" >build/web/build.log 2>&1 || failed=1
fi
if [ -n "${failed:-}" ]; then
    tail -n 60 build/web/build.log >&2
    exit 1
fi
[[ "${targets[*]:-timestep_demo}" == *timestep_demo* ]] || exit 0

say "making dist/web"
build release timestep_lab
need "python3-jinja2 python3-markdown-it"
rm -rf dist/web
mkdir -p dist/web/demo
licences /usr/share/doc/{libfmt-dev,libcli11-dev,nlohmann-json3-dev,libtomlplusplus-dev}/copyright \
    "$packages"/{SDL2/LICENSE.txt,imgui/LICENSE.txt,stb/LICENSE} /usr/share/doc/{fonts-inter,fonts-jetbrains-mono}/copyright \
    "$system"/usr/share/doc/emscripten/copyright |
    sed "s|^$debian||" >dist/web/demo/copyright.txt
release=()
if [ -n "${GITHUB_REPOSITORY:-}" ] && files_of_release build/released; then release=(--packages build/released); fi
/usr/bin/python3 scripts/make_site.py --program build/web "${release[@]}" dist/web
bytes=$(for file in dist/web/demo/timestep_demo.{js,wasm}; do gzip -9c "$file"; done | wc -c)
say "the program: $bytes bytes by gzip -9"
[ -n "$test" ] || exit 0

build release timestep_lab timestep_demo
scripts/node.js build/web/print_hashes.js | diff tests/house/determinism/hashes.txt - && echo "hashes: the same $(wc -l <tests/house/determinism/hashes.txt) lines in node"
python3 tests/delivery/ports/compare.py build/release/timestep_lab build/web/timestep_lab.js
tests/delivery/web/run.sh
