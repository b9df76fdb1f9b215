#!/usr/bin/env python3
"""A file includes only from its own room and from those that its room SEES (src/CMakeLists.txt). A header may be included
twice; a source includes its own header first, and so proves that it compiles alone (tests/CMakeLists.txt has the others). Some stay short."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"/]+)/', re.MULTILINE)
LONGEST = {"src/lab": 300, "src/timestep/presets.hpp": 90}  # lines, of a file or of each below a folder
ARROWS = re.compile(r"(?:room\((?P<room>\w+)|program\(\w+ FROM (?P<program>\w+))(?P<rest>[^)]*)\)")


def arrows():
    """What each room may see, as the build says."""
    sees = {}
    for match in ARROWS.finditer((ROOT / "src/CMakeLists.txt").read_text()):
        words = match["rest"].split()
        start = words.index("SEES") + 1 if "SEES" in words else len(words)
        end = words.index("LIBS") if "LIBS" in words else len(words)
        sees[match["room"] or match["program"]] = set(words[start:end])
    return sees


def form(path, text):
    """What is wrong with the first lines of a file, if anything is."""
    if path.suffix == ".hpp":
        return [] if "\n#pragma once\n" in f"\n{text}" else ["no #pragma once"]
    own = path.with_suffix(".hpp")
    first = next((line for line in text.splitlines() if line.startswith("#include")), "")
    if not own.exists() or first == f'#include "{own.relative_to(ROOT / "src")}"':
        return []
    return [f"its own header must be the first that it includes, before {first}"]


def too_long():
    """What has outgrown its bound, and by now holds more than one thing."""
    for place, most in LONGEST.items():
        for path in sorted((ROOT / place).rglob("*.[ch]pp")) if (ROOT / place).is_dir() else [ROOT / place]:
            lines = len(path.read_text().splitlines())
            if lines > most:
                yield f"{path.relative_to(ROOT)}: {lines} lines, {most} at most"


def main():
    sees = arrows()
    rooms = {folder.name for folder in (ROOT / "src").iterdir() if any(folder.rglob("*.[ch]pp"))}
    wrong = [f"src/{room}: no room() or program() of it in src/CMakeLists.txt" for room in sorted(rooms - sees.keys())]
    checked = 0
    for room in sorted(rooms & sees.keys()):
        for path in sorted((ROOT / "src" / room).rglob("*.[ch]pp")):
            checked += 1
            text = path.read_text()
            wrong += [f"{path.relative_to(ROOT)}: {what}" for what in form(path, text)]
            for target in INCLUDE.findall(text):
                if target in rooms and target != room and target not in sees[room]:
                    wrong.append(f"{path.relative_to(ROOT)}: {room} may not see {target}")
    wrong += too_long()
    if sees.get("timestep") or sees.get("physics"):
        wrong.append("src/CMakeLists.txt: timestep and physics see nothing of ours")
    print("\n".join(wrong) if wrong else f"{checked} files keep to the arrows of {len(sees)} rooms")
    return 1 if wrong or checked < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
