#!/usr/bin/env python3
"""write_parts.py MODULES [--check]: writes the parts of the pages in docs that are made by a program, between their two marks:
`<!-- modules: ... -->`, the build's table of the modules in the file MODULES, and `<!-- bench/results/NAME.txt: ... -->`, what a benchmark
has printed. With --check it writes nothing, and fails when a page has other text."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PART = re.compile(r"(<!-- ([\w/.]+): written by the target docs -->\n).*?(<!-- end of \2 -->\n)", re.DOTALL)


def main():
    modules, different = pathlib.Path(sys.argv[1]), 0

    def made(part):
        if part[2] == "modules":
            return part[1] + modules.read_text(encoding="utf-8") + part[3]
        return f"{part[1]}```text\n{(ROOT / part[2]).read_text(encoding='utf-8')}```\n{part[3]}"

    for page in sorted((ROOT / "docs").glob("*.md")):
        before = page.read_text(encoding="utf-8")
        after = PART.sub(made, before)
        if after == before:
            continue
        different += 1
        if "--check" in sys.argv:
            print(f"{page}: a part is not what the build or a benchmark has made; write it again: cmake --build --preset release --target docs")
        else:
            page.write_text(after, encoding="utf-8")
    return different if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
