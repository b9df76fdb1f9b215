#!/usr/bin/env python3
"""Checks the table "The way of a slider" of docs/architecture.md: each function stands in the file that its row names, calls the functions
of the column "calls", and there are at most 27. A function that is called through a table is written as
`draw_lane_plots_and_freeze_at_click` from `pages`: then the table, or the function that makes its rows, has the name of the function."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/architecture.md"
MOST = 27  # functions


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def rows(page):
    """(function, path, calls) for each row; calls is a list of (function, table), where the table can be empty."""
    section = page.split("\n## The way of a slider\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| \d+ \| `([\w:]+)` \| `([\w/.]+)` \|(.*)\|$", section, re.MULTILINE)
    return [(name, path, re.findall(r"`([\w:]+)`(?: from `(\w+)`)?", calls)) for name, path, calls in found]


def body(text, name):
    """The definition of a function or a table, or None."""
    own = name.split("::")[-1]
    inside = re.search(rf"^(?:struct|class) {name.split('::')[0]}\b[^;]*?\{{.*?^\}};", text, re.MULTILINE | re.DOTALL) if "::" in name else None
    for pattern in (rf"^[^\s/#][^\n;]*\b{re.escape(name)}(?:\([^;]*?\)[^;]*?)?\{{", rf"^ +[\w:]+ {own}\([^;]*?\) const\s*\{{"):
        where = text if not pattern.startswith("^ ") else inside[0] if inside else ""
        if start := re.search(pattern, where, re.MULTILINE):
            indent = re.match(" *", start[0])[0]
            line = where[start.start():].split("\n", 1)[0]
            return line if line.endswith("}") else re.match(rf".*?^{indent}\}}", where[start.start():], re.MULTILINE | re.DOTALL)[0]
    return None


def errors(table, text_of):
    """Returns what is wrong with the rows; `text_of` returns the text of a path below src/."""
    files = {name: text_of(path) for name, path, _ in table}
    wrong = [f"{len(table)} functions, {MOST} at most"] if len(table) > MOST else []
    called = {callee for _, _, calls in table for callee, _ in calls}
    wrong += [f"{name} is called by no function of the table" for name in list(files)[1:] if name not in called]
    for name, path, calls in table:
        code = body(files[name], name)
        if code is None:
            wrong.append(f"{path} does not define {name}")
            continue
        for callee, between in calls:
            places = [body(text, between) for text in (files[name], files.get(callee, ""))] if between else [code]
            call = re.compile(rf"\b{callee.split('::')[-1]}\b" + ("" if between else r"\("))
            if not any(place and call.search(without_comments(place.split("\n", 1)[-1] if place is code else place)) for place in places):
                wrong.append(f"{name} does not call {callee}" + (f" from {between}" if between else ""))
            if callee not in files:
                wrong.append(f"{callee} has no row")
    return wrong


def main():
    wrong = errors(rows(PAGE.read_text(encoding="utf-8")), lambda path: (ROOT / "src" / path).read_text(encoding="utf-8"))
    print("\n".join(wrong) if wrong else "the way of a slider is as docs/architecture.md says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
