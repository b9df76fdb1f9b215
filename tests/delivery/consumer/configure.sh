#!/bin/sh
# Configures and installs the library alone, and configures a game in each way that uses CMake. Compiles nothing, so that it runs
# with an old compiler, too: `scripts/fresh_machine.sh 11` runs it with CMake 3.18.
set -eu
cd "$(dirname "$0")/../../.."
out=$PWD/build/oldest
cmake --version | head -n 1
cmake -S . -B "$out/library" -DTIMESTEP_LIBRARY_ONLY=ON
cmake --install "$out/library" --prefix "$out/installed"
cmake --build "$out/library" --target timestep_hpp
for way in find_package add_subdirectory fetch_content; do
    cmake -S tests/delivery/consumer/game -B "$out/$way" -DWAY=$way -DTIMESTEP="$PWD" -DCMAKE_PREFIX_PATH="$out/installed"
done
