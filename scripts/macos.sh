#!/usr/bin/env bash
# Configures, builds and tests the library and timestep_lab on macOS, with packages of Homebrew. The window is left out.
set -euo pipefail
cd "$(dirname "$0")/.."

tests="timestep base telemetry physics machine scenes formats identify recordings ranking lab replay exporter"
brew install cmake ninja fmt cli11 nlohmann-json tomlplusplus doctest
cmake --preset headless
# shellcheck disable=SC2046,SC2086
cmake --build --preset headless --target timestep_lab $(printf 'test_%s ' $tests)
ctest --preset headless -R "^(${tests// /|})\$"
