#!/usr/bin/env python3
"""write_modules.py TABLE PAGE [--check]: puts the build's table of the modules between the two marks of a page. With --check it
writes nothing, and fails when the page has another table."""
import pathlib
import re
import sys

MARKS = re.compile(r"(<!-- modules: written by the build -->\n).*?(<!-- end of modules -->\n)", re.DOTALL)


def main():
    table = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    page = pathlib.Path(sys.argv[2])
    before = page.read_text(encoding="utf-8")
    after, count = MARKS.subn(lambda marks: marks[1] + table + marks[2], before)
    if count != 1:
        print(f"{page}: the two marks around the table of modules are missing")
        return 1
    if after == before:
        return 0
    if "--check" in sys.argv:
        print(f"{page}: the table of modules is not that of src/CMakeLists.txt; write it again: "
              "cmake --build --preset release --target docs")
        return 1
    page.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
