#!/usr/bin/env python3
"""Checks what a build in batches hides: that each header and each source compiles alone, with -Wshadow.

  scripts/alone.py              all headers and sources
  scripts/alone.py --changed    those that differ from HEAD; --changed=COMMIT: from COMMIT

The flags are those of the preset `dev`. build/alone has a stamp for each file, so that a second run checks only what has changed since."""
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build/alone"
RULE = """\
rule check
  command = cd {folder} && $flags -MD -MF {out}/$out.d -MT $out && touch {out}/$out
  depfile = $out.d
  deps = gcc
  description = $file
"""


def commands():
    """The flags of each source of the preset `dev`: {path: flags}."""
    found = {}
    for entry in json.loads((ROOT / "build/dev/compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(entry["file"])
        if path.suffix != ".cpp" or not path.is_relative_to(ROOT) or path.is_relative_to(ROOT / "build"):
            continue
        words = shlex.split(entry["command"])
        while words[0].endswith(("cmake", "ccache")) or words[0] in ("-E", "env") or "=" in words[0]:
            words.pop(0)
        at = words.index("-o")
        found.setdefault(path, [word for word in words[:at] + words[at + 2:] if word not in ("-c", "-g", entry["file"])])
    return found


def checks(known):
    """Yields file and command of each check. A header has the flags of a source in the nearest folder that has one."""
    folders = {}
    for path, flags in known.items():
        for folder in path.parents:
            folders.setdefault(folder, flags)
    for path, flags in known.items():
        yield path, [*flags, "-fsyntax-only", str(path)]
    for header in sorted([*ROOT.glob("src/**/*.hpp"), *ROOT.glob("tests/**/*.hpp"), *ROOT.glob("bench/**/*.hpp")]):
        other_system = header.stem.endswith(("_windows", "_web")) or "/web/" in str(header)
        if not other_system:
            flags = next(folders[folder] for folder in header.parents if folder in folders)
            yield header, [*flags, "-fsyntax-only", "-include", str(header), "-x", "c++", os.devnull]


def changed_since(commit):
    """The files that differ from the commit, as absolute paths."""
    listed = ["diff", "-z", "--name-only", "--diff-filter=d", commit], ["ls-files", "-z", "--others", "--exclude-standard"]
    names = [subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0") for words in listed]
    return {ROOT / name for part in names for name in part if name}


def main():
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["-h"]):
        return print(__doc__)
    if len(arguments) > 1 or (arguments and not (arguments[0] + "=").startswith("--changed=")):
        print(f"scripts/alone.py: unknown arguments {' '.join(arguments)}; --changed, --changed=COMMIT or --help", file=sys.stderr)
        sys.exit(2)
    subprocess.run(["bash", "-c", ". scripts/setup.sh; build dev generated"], cwd=ROOT, check=True)
    chosen = list(checks(commands()))
    if arguments:
        changed = changed_since(arguments[0].partition("=")[2] or "HEAD")
        chosen = [(path, command) for path, command in chosen if path in changed]
    OUT.mkdir(parents=True, exist_ok=True)
    with open(OUT / "build.ninja", "w", encoding="utf-8") as out:
        out.write(RULE.format(folder=shlex.quote(str(ROOT / "build/dev")), out=shlex.quote(str(OUT))))
        for path, command in chosen:
            stamp = str(path.relative_to(ROOT)).replace("/", "-")
            out.write(f"build {stamp}.ok: check {path}\n  file = {path.relative_to(ROOT)}\n  flags = {shlex.join(command).replace('$', '$$')}\n")
    if chosen:
        done = subprocess.run(["ninja", "-C", OUT, "-k", "0", "--quiet"], check=False)
        if done.returncode:
            sys.exit(1)
    print(f"{len(chosen)} headers and sources compile alone")


main()
