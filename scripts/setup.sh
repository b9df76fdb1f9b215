# scripts/setup.sh -- functions for other scripts: install missing packages (Debian), configure and build

say() { if [ -t 2 ]; then printf '\033[2m-- %s\033[0m\n' "$*" >&2; else printf -- '-- %s\n' "$*" >&2; fi; }

build_packages="g++ cmake ninja-build ccache pkg-config libfmt-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev doctest-dev"
demo_packages="libsdl2-dev libimgui-dev libstb-dev libgl-dev python3-glad libgl1-mesa-dri libegl1 fonts-inter fonts-jetbrains-mono"
test_packages="clang valgrind xvfb xdotool x11-xserver-utils weston python3 git libbullet-dev libbox2d-dev libglfw3-dev libsfml-dev help2man"
test_packages="$test_packages librsvg2-bin desktop-file-utils appstream shared-mime-info tidy python3-yaml python3-jinja2 python3-markdown-it"
test_packages="$test_packages nodejs node-typescript lua5.4 luajit love" # the languages of timestep_lab export, and a game in Lua
game_packages="neverball lbreakout2 pax-britannica mesa-utils vulkan-tools mesa-vulkan-drivers" # 160 MB, for the test slow_games

installed="" # packages that need() has installed

# need "PACKAGES...": installs the packages that are not installed yet. Does nothing without apt-get and dpkg-query; there
# CMake reports missing packages.
need() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
    local missing="" package
    for package in $1; do
        dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -q '^installed$' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0

    local root=""
    if [ "$(id -u)" != 0 ]; then
        root=sudo
        if ! command -v sudo >/dev/null; then
            echo "missing packages; as root: apt-get install$missing" >&2
            exit 2
        fi
    fi
    say "installing$missing"
    $root apt-get update -qq >&2 || true
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends $missing >/dev/null || {
        echo "could not install$missing; try: apt-get install$missing" >&2
        exit 2
    }
    installed="$installed$missing"
}

# source_of FOLDER FILE SHA256: unpacks a source package of Debian 12, a path below the archive's folder pool/main, into FOLDER.
source_of() {
    local folder=$1 file=${1%/*}/${2##*/}
    [ ! -d "$folder" ] || return 0
    say "downloading ${2##*/}"
    curl -sSfo "$file" "http://deb.debian.org/debian/pool/main/$2"
    echo "$3  $file" | sha256sum --check --quiet
    mkdir -p "$folder.new"
    tar -xf "$file" -C "$folder.new" --strip-components=1
    # These two parts need headers of Windows' own compiler, and the demo has no joystick.
    [ "${folder##*/}" != SDL2 ] || sed -i '/define SDL_JOYSTICK_\(WGI\|RAWINPUT\)/d' "$folder.new/include/SDL_config_windows.h"
    mv "$folder.new" "$folder"
}

# sources_of_window FOLDER: puts the sources of SDL2, Dear ImGui and stb into FOLDER, for systems that Debian has no packages for.
sources_of_window() {
    source_of "$1/SDL2" libs/libsdl2/libsdl2_2.26.5+dfsg.orig.tar.gz b3f2c822151804125d08db94c65852f711c2e5df2145a59da120748dc32eb9c3
    source_of "$1/imgui" i/imgui/imgui_1.86+ds.orig.tar.xz 0dace0e8e57d298eb6e93af12dc19420cb96330832f6495c733b90aeeef11f64
    source_of "$1/stb" libs/libstb/libstb_0.0~git20220908.8b5f1f3+ds.orig.tar.xz 6949c8ff9f86d982cff1b384f1301a731cbaf3b3fa4d1728c7b48a02386d31d8
}

# project_version: prints the version of the project, such as 0.1.0.
project_version() { sed -n 's/^#define TIMESTEP_VERSION "\(.*\)"/\1/p' src/timestep/version.hpp; }

# licences FILE...: prints our licence and these files, each below its path.
licences() {
    local file
    for file in LICENSE "$@"; do
        printf '\n%s:\n\n' "$file"
        cat "$file"
    done
}

# configure PRESET: configures build/PRESET if it was never configured, or if need() has installed a package, because CMake has
# left out the tests that need this package.
configure() {
    local preset=$1
    [ ! -f "build/$preset/build.ninja" ] || [ -n "$installed" ] || return 0
    say "configuring build/$preset"
    cmake --preset "$preset" >"/tmp/timestep-configure-$$.log" 2>&1 || {
        cat "/tmp/timestep-configure-$$.log" >&2
        exit 1
    }
    rm -f "/tmp/timestep-configure-$$.log"
}

# build PRESET [TARGET...]: configures the preset if that is necessary, then builds changed files.
build() {
    local preset=$1
    shift
    configure "$preset"
    say "building build/$preset"
    cmake --build --preset "$preset" ${1:+--target "$@"} >"build/$preset/build.log" 2>&1 || {
        tail -n 60 "build/$preset/build.log" >&2
        exit 1
    }
}

# second_runs LOG: prints the names of the tests that failed at least once, from the output of ctest; skipped tests are none.
second_runs() {
    sed -n '/\*\*\*\(Skipped\|Not Run\)/d; s/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/\1/p' "$1" | sort -u | tr '\n' ' ' | sed 's/ $//'
}

# missing_packages LOG: prints one line for each missing package that made ctest skip a test or a part of a test, from ctest's
# LastTest.log.
missing_packages() {
    sed -n "s/.*skipped:\{0,1\} '\{0,1\}\(.* is missing: apt-get install [a-z0-9+. -]*\).*/skipped: \1/p" "$1" | sort -u
}
