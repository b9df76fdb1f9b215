#!/usr/bin/env python3
"""Prints the targets that the chosen tests need, in one line: the files below the build folder that their commands and
environments name, or `all` if a test names the build folder itself. Exits with 3 if no test was chosen.

Usage: ctest --preset release --show-only=json-v1 -R NAME | scripts/targets_of_tests.py build/release"""
import json
import pathlib
import re
import sys

build = pathlib.Path(sys.argv[1]).resolve()
chosen = {test["name"] for test in json.load(sys.stdin)["tests"]}
if not chosen:
    sys.exit(3)
targets = set()
for file in build.rglob("CTestTestfile.cmake"):  # unlike ctest's answer, it has the commands of programs that are not built yet
    for line in file.read_text(encoding="utf-8").splitlines():
        name = re.match(r"(?:add_test|set_tests_properties)\(\[=\[(.*?)\]=\]", line)
        if name and name[1] in chosen:
            line = re.sub(r" (WORKING_DIRECTORY|_BACKTRACE_TRIPLES) .*", "", line)
            targets |= {path.strip("/") or "all" for path in re.findall(rf"{re.escape(str(build))}(/[^;\s\"]*|(?=[;\s\"]))", line)}
targets = {path for path in targets if pathlib.Path(path).suffix in ("", ".so")}  # others are made when CMake configures
print(*(["all"] if "all" in targets else sorted(targets)))
