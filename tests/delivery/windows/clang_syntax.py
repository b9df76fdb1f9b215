#!/usr/bin/env python3
"""Checks by clang that src/base and the library compile for Windows without gcc: python3 tests/delivery/windows/clang_syntax.py [PATTERN]

Clang checks the types and the warnings of each source or batch of sources in build/windows/compile_commands.json whose path matches PATTERN, a
regular expression, with the headers of mingw-w64. It compiles nothing, and says nothing about Microsoft's compiler and headers."""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
ONLY_GCC = re.compile(r"--param=|-Wshadow=local$|-c$")


def headers():
    """Returns the folders of the C++ headers of mingw-w64, which clang does not find by itself."""
    asked = ["x86_64-w64-mingw32-g++-posix", "-print-file-name=include/c++"]
    folder = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return ["-isystem", folder, "-isystem", f"{folder}/x86_64-w64-mingw32"]


def check(command, found):
    """Returns clang's messages about one source; "" if there are none."""
    words = iter(shlex.split(command["command"])[1:])
    kept = []
    for word in words:
        if word == "-o":
            next(words)
        elif not ONLY_GCC.match(word):
            kept.append(word)
    done = subprocess.run(["clang++", "--target=x86_64-w64-mingw32", "-fsyntax-only", *found, *kept], cwd=command["directory"],
                          capture_output=True, text=True, check=False)
    return done.stderr if done.returncode or done.stderr else ""


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else r"/src/base/|/batch_base\.dir/"
    commands = json.loads((ROOT / "build/windows/compile_commands.json").read_text(encoding="utf-8"))
    commands = [command for command in commands if re.search(pattern, command["file"])]
    if not commands:
        sys.exit(f"no source matches {pattern}")
    found = headers()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        messages = [text for text in pool.map(lambda command: check(command, found), commands) if text]
    print("\n".join(messages) or f"clang finds no error in {len(commands)} sources and batches for Windows")
    sys.exit(1 if messages else 0)


main()
