#!/usr/bin/env bash
# Form and smells: clang-format and clang-tidy, both 14, over everything of ours. Any finding fails.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need "$build_packages $demo_packages $test_packages clang-format-14 clang-tidy-14"
build debug # file by file, as clang-tidy looks at them

say "clang-format"
git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 --dry-run --Werror
say "clang-tidy"
git ls-files 'src/*.cpp' | xargs -P "$(nproc)" -n 4 clang-tidy-14 -p build/debug --quiet 2>/dev/null
