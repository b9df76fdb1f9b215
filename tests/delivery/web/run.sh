#!/usr/bin/env bash
# Tests dist/web in Chromium and Firefox: run.sh [--site] [NAME...], only tests whose name contains a NAME. scripts/web.sh makes dist/web.
# --site tests only the pages around the program, in build/site: scripts/make_site.py makes them, and the program is not needed.
# Installs Chromium, Firefox, xvfb and npm from Debian, and puppeteer-core and axe-core from npm in build/web-tests.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. scripts/setup.sh

site=""
if [ "${1:-}" = --site ]; then
    site=build/site
    shift
fi
need "chromium xvfb xauth libgl1-mesa-dri"
[ -n "$site" ] || need firefox-esr
command -v node >/dev/null || need nodejs
command -v npm >/dev/null || need npm
if [ -n "$site" ]; then
    need "python3-jinja2 python3-markdown-it"
    rm -rf "$site"
    /usr/bin/python3 scripts/make_site.py "$site"
elif [ ! -f dist/web/demo/timestep_demo.wasm ]; then
    echo "tests/delivery/web/run.sh: dist/web has no program; make it: scripts/web.sh" >&2
    exit 2
fi
tests=build/web-tests
mkdir -p "$tests"
if ! cmp -s tests/delivery/web/package.json "$tests/package.json"; then
    cp tests/delivery/web/package.json "$tests/"
    npm install --prefix "$tests" --no-audit --no-fund --silent || {
        rm "$tests/package.json"
        echo "tests/delivery/web/run.sh: npm could not install the packages of tests/delivery/web/package.json" >&2
        exit 2
    }
fi
cp tests/delivery/web/*.mjs "$tests/"
patterns=()
for name in "$@"; do patterns+=(--test-name-pattern "$name"); done
[ -z "$site" ] || export TIMESTEP_SITE=$PWD/$site
TIMESTEP_ROOT=$PWD LIBGL_ALWAYS_SOFTWARE=1 exec xvfb-run -a -s "-screen 0 1400x900x24" node --test --test-concurrency 1 "${patterns[@]}" "$tests"/${site:+site}*.test.mjs
