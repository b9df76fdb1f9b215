#!/usr/bin/env bash
# Publishes the packages of scripts/release.sh in build/packages as a release on GitHub: publish.sh [--dry-run]
#
# The tag GITHUB_REF_NAME must be v and the version, and the first heading of CHANGELOG.md must have this version and a date. Writes
# SHA256SUMS and notes.md into the folder: the changes of the version, and commands that install each package, with the address of the
# repository, GITHUB_SERVER_URL/GITHUB_REPOSITORY. --dry-run ends here; otherwise gh makes the release, with the token GH_TOKEN.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

fail() {
    echo "scripts/publish.sh: $*" >&2
    exit 2
}
version=$(project_version)
tag=${GITHUB_REF_NAME:?}
repository=${GITHUB_SERVER_URL:?}/${GITHUB_REPOSITORY:?}
[ "$tag" = "v$version" ] || fail "the tag is $tag, but src/timestep/version.hpp has the version $version"
heading=$(grep -m 1 '^## ' CHANGELOG.md)
[[ $heading =~ ^"## $version, "[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || fail "the first heading of CHANGELOG.md is not '## $version, DATE': $heading"

cd build/packages
# GitHub replaces the ~ in the name of a file by a dot; SHA256SUMS has the names of the downloads.
for file in *~*; do
    [ ! -e "$file" ] || mv "$file" "${file//\~/.}"
done
files=()
for pattern in "timestep-lab_$version-1.deb12_amd64.deb" "timestep-lab_$version-1.deb13_amd64.deb" "libtimestep-dev_$version-1.deb12_all.deb" \
    "libtimestep-dev_$version-1.deb13_all.deb" "timestep-lab-$version-linux-x86_64.tar.gz" "timestep-lab-$version-windows-x86_64.zip" timestep.hpp; do
    [ -f "$pattern" ] || fail "build/packages has no $pattern; scripts/release.sh makes it"
    files+=("$pattern")
done
sha256sum "${files[@]}" >SHA256SUMS

# lines FILE FROM TO: prints the lines between the first line FROM and the next line that matches TO, without both.
lines() { awk -v from="$2" -v to="$3" 'found && $0 ~ to { exit } found; $0 == from { found = 1 }' "../../$1"; }
{
    lines CHANGELOG.md "$heading" '^## '
    printf '## Install\n\n'
    lines README.md '## Install' '^## ' | grep '^|' | sed -e "s/_\*/_$version-1/g" -e "s/-\*/-$version/g" -e 's/\[CMake\](#the-library)/CMake/'
    printf '\nWith CMake, the library alone:\n\n'
    grep -A 2 '^ *include(FetchContent)' ../../README.md | sed -e "s|ADDRESS|$repository|" -e "s|TAG)|$tag)|"
    printf '\n## Files\n\n'
    for file in "${files[@]}" SHA256SUMS; do echo "- [$file]($repository/releases/download/$tag/$file)"; done
} >notes.md
[ "${1:-}" != --dry-run ] || exit 0
gh release create "$tag" --verify-tag --title "${heading#\#\# }" --notes-file notes.md "${files[@]}" SHA256SUMS
