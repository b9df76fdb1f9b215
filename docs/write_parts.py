#!/usr/bin/env python3
"""write_parts.py MODULES [--check]: writes the table of modules in docs/architecture.md from the build's file MODULES. With --check it
writes nothing, and fails when the page has another table."""
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).resolve().with_name("architecture.md")
PART = re.compile(r"(<!-- modules: written by the target docs -->\n).*?(<!-- end of modules -->\n)", re.DOTALL)


def main():
    before = PAGE.read_text(encoding="utf-8")
    modules = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    after = PART.sub(lambda part: part[1] + modules + part[2], before)
    if "--check" not in sys.argv:
        PAGE.write_text(after, encoding="utf-8")
    elif after != before:
        print(f"{PAGE}: the table of modules is not that of the build; write it again: cmake --build --preset release --target docs")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
