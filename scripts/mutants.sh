#!/usr/bin/env bash
# Measures how well the tests find errors: changes one place of a source (a mutant), runs the tests of its module, and counts failures.
#   scripts/mutants.sh                 120 mutants of src/timestep, src/sim and src/lab; some hours of one core
#   scripts/mutants.sh FOLDER...       only of the sources in these folders
#   scripts/mutants.sh --count=N       N mutants, equally many of each folder
#   scripts/mutants.sh --seed=TEXT     draws others; the seed is else the hash of the parent commit
#   scripts/mutants.sh --again         only those that survived the last run, for example with new tests
# All files are those of the working tree, which stays as it is: the copy, the builds and results.txt are in build/mutants.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
for argument in "$@"; do
    case $argument in
    --help | -h) sed -n '2,8s/^# \{0,1\}//p' scripts/mutants.sh && exit 0 ;;
    --again | --count=[1-9]* | --seed=?* | src/*) ;;
    *) echo "scripts/mutants.sh: unknown argument $argument; --help lists the arguments" >&2 && exit 2 ;;
    esac
done
need "$build_packages python3 git"
out=$PWD/build/mutants
mkdir -p "$out/tree"
rm -rf "$out/tree/src" "$out/tree/tests"
git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c 2>/dev/null | tar -x -C "$out/tree"
[ ! -d ../shared ] || ln -sfn "$(realpath ../shared)" "$out/shared" # some tests read it
cmake -G Ninja -S "$out/tree" -B "$out/build" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -w" -DTIMESTEP_DEMO=OFF \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=6 >/dev/null
CI="" TIMESTEP_THOROUGH=0 exec nice -n 19 python3 scripts/mutants.py "--seed=$(git rev-parse HEAD^)" "$@"
