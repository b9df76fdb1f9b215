#!/usr/bin/env bash
# Measures dist/web in Chromium with SwiftShader, and timestep_lab in node beside the native one. scripts/web.sh makes all.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests/delivery/web/run.sh none >/dev/null # installs what the tests need, and runs none of them
scripts/web.sh empty_page
cp bench/web/bench.mjs build/web-tests/
TIMESTEP_ROOT=$PWD exec node build/web-tests/bench.mjs
