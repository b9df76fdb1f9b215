#!/usr/bin/env bash
# Checks all C++ sources with clang-format 14 and clang-tidy 14. Fails on any finding.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need "$build_packages $demo_packages $test_packages clang-format-14 clang-tidy-14"
build debug # the only preset without unity builds: clang-tidy needs one compile command per source file

say "clang-format"
git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 --dry-run --Werror
say "clang-tidy"
git ls-files 'src/*.cpp' | xargs -P "$(nproc)" -n 4 clang-tidy-14 -p build/debug --quiet 2>/dev/null
