#!/usr/bin/env python3
"""Checks the table "The way of a slider" of docs/architecture.md: each function stands in the file that its row names and calls the functions
of the column "calls"; a listed function that hands the settings or the frame to another function of src names it, so that no station is left
out; and there are at most 45 functions in 28 files. What hands on is told by the parameters: TYPES. Lambdas, functions of one line and
those of other ways (OTHER_WAYS, each with its reason) need no row. A function that is called through a table is written as
`frame_time_ms` from `plot_table`: then the table, or the function that makes its rows, has the name of the function."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/architecture.md"
MOST_FUNCTIONS, MOST_FILES = 45, 28
TYPES = r"\b(?:Settings|LaneConfig|MachineSettings|LagSettings|Moment|FrameSample|DisplayContent)\b"
OTHER_WAYS = {  # and what they lead to
    "shows_first_screen": "the choice of the panels", "ignored_lag_reason": "a grey slider", "simulates_steady_frames": "the choice of the PC",
    "show_recorded": "a replay", "ignore_changes": "undo", "shows_file": "lessons and replays", "can_continue_with": "lessons and replays",
    "shows_first_screen": "other lanes", "first_screen_reference_loop": "other lanes", "share_changes": "other lanes", "lanes_of": "other lanes", "lane_names": "the names of the lanes",
    "before_apply": "the recorder of replays", "log": "the journal of changes", "copy_moment": "a copy", "as_moment": "a view of a copy",
    "refresh_period": "the loop's input", "wait_for_first_frame": "the time before the first frame",
    "show_with_vrr": "another display", "append_frame": "the dots", "draw_body_arrow": "lessons",
    "draw_guessed_bodies": "lessons", "frame_camera": "the camera", "frames_until": "a part of the frames", "shows_estimated_state": "a question",
    "screen_motion": "a meter", "evidence_frames": "a part of the frames", "recent_pictures": "the strip", "draw_picture_strip": "the strip",
    "draw_frame_details": "the bucket", 
    "draw_value_field": "a value that is typed", "parsable_value_text": "a value as text",
    "explanation_text": "the sentence beside the badge", "frozen_badge": "another badge", "add": "a meter"}
DEFINITION = re.compile(r"^( *)(?!return\b|else\b|case\b)[A-Za-z_][\w:<>&*, \[\]]*?\b([\w:~]+)\(([^;{}]*)\)([^;{}()]*(?:: [^;]*?)?)\n?\s*\{", re.MULTILINE)


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
    for pattern in (rf"^[^\s/#][^\n;]*\b{re.escape(name)}(?:\([^;]*?\)[^;]*?)?\{{", rf"^ +[\w:& ]+ {own}\([^;]*?\)(?: const)?\s*\{{"):
        where = text if not pattern.startswith("^ ") else inside[0] if inside else ""
        if start := re.search(pattern, where, re.MULTILINE):
            indent = re.match(" *", start[0])[0]
            line = where[start.start():].split("\n", 1)[0]
            return line if line.endswith("}") else re.match(rf".*?^{indent}\}}", where[start.start():], re.MULTILINE | re.DOTALL)[0]
    return None


def receivers(texts):
    """The names of the functions of several lines with a parameter of TYPES, each with the first file that defines it."""
    found = {}
    for path, text in texts.items():
        for start in DEFINITION.finditer(text):
            line = text[text.rfind("\n", 0, start.end()) + 1:].split("\n", 1)[0]
            if re.search(TYPES, start[3]) and not line.rstrip().endswith("}"):
                found.setdefault(start[2].split("::")[-1], path)
    return found


def errors(table, texts):
    """Returns what is wrong with the rows; `texts` has the text of each path below src/."""
    files = {name: texts[path] for name, path, _ in table}
    paths = {path for _, path, _ in table}
    wrong = [f"{len(table)} functions, {MOST_FUNCTIONS} at most"] if len(table) > MOST_FUNCTIONS else []
    wrong += [f"{len(paths)} files, {MOST_FILES} at most"] if len(paths) > MOST_FILES else []
    called = {callee for _, _, calls in table for callee, _ in calls}
    wrong += [f"{name} is called by no function of the table" for name in list(files)[1:] if name not in called]
    receiving = receivers(texts)
    listed = {name.split("::")[-1] for name in files}
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
        for callee in sorted(set(re.findall(r"\b([a-z]\w*)\(", without_comments(code.split("\n", 1)[-1])))):
            if callee in receiving and callee not in listed and callee not in OTHER_WAYS:
                wrong.append(f"{name} hands on to {callee} ({receiving[callee]}), which has no row")
    return wrong


def main():
    sources = [path for path in sorted((ROOT / "src").rglob("*.[ch]pp"))]
    texts = {str(path.relative_to(ROOT / "src")): path.read_text(encoding="utf-8") for path in sources}
    wrong = errors(rows(PAGE.read_text(encoding="utf-8")), texts)
    print("\n".join(wrong) if wrong else "the way of a slider is as docs/architecture.md says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
