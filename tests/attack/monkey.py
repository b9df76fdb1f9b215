"""Sends random input to the real window: keys, clicks, drags, wheels, sizes, pages and dropped files. The acts that end the demo are
reduced to the fewest that still end it.

    python3 tests/attack/monkey.py --seconds 1200 [--seed 7] [--keep acts.txt]    # a new window after 300 acts
    python3 tests/attack/monkey.py --play acts.txt                             # repeats the acts
    python3 tests/attack/monkey.py --shrink acts.txt                           # fewer acts that still end it

One act per line, as in `key Tab`, `tap view.dock`, `drag 120 340 300 340`, `drop recording`. TIMESTEP_DEMO names the program. The demo of
build/asan ends at every error that the sanitizers find, every build ends at an OpenGL error.
"""
import argparse
import os
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "programs/demo"))
from demo import ROOT, Server, Window  # pylint: disable=wrong-import-position
from x11 import drop_file  # pylint: disable=wrong-import-position

SIZE = (1100, 720)
KEYS = (
    "1 2 3 4 5 6 7 8 9 v l bracketleft bracketright h b space n r s c e g m Tab F1 F6 F9 F11 F12 Left Right Up Down Escape Return "
    "Prior Next Home End BackSpace Delete ctrl+z ctrl+y shift+Tab alt+Return minus period 0 x"
).split()
PAUSES = (0, 0, 0, 0.05, 0.05, 0.3)  # s, after an act
RECORDING = ROOT / "tests/recordings/formats/fixtures/presentmon_1.10.csv"
DROPPED = {  # the files that are dropped on the window, made in the window's folder
    "recording": lambda room: RECORDING,
    "damaged": lambda room: written(room / "damaged.csv", RECORDING.read_bytes()[:1500] + b"\xff\0,,\n-1,nan"),
    "empty": lambda room: written(room / "empty.csv", b""),
    "binary": lambda room: written(room / "binary.csv", bytes(range(256)) * 4000),
    "nested": lambda room: written(room / "nested.jsonl", b'{"dt_ms":16}\n{"a":' + b"[" * 100_000),
    "long-line": lambda room: written(room / "long.jsonl", b'{"dt_ms":16}\n{"a":"' + b"x" * 20_000_000),
    "cut-replay": lambda room: written(room / "cut.replay", (ROOT / "tests/lab/replay/fixtures/v5.replay").read_bytes()[:700]),
    "cut-lesson": lambda room: written(room / "cut.toml", (ROOT / "assets/lessons/course/exploding-spring.toml").read_bytes()[:900]),
    "gone": lambda room: room / "no such file.csv",
    "folder": lambda room: RECORDING.parent,
    "replay": lambda room: ROOT / "tests/lab/replay/fixtures/v5.replay",
    "lesson": lambda room: ROOT / "assets/lessons/course/exploding-spring.toml",
}
FRESH_AFTER = 300  # acts in one window
PATIENCE = 600  # s, for frames; only a demo that has stopped takes so long


def written(path, text):
    path.write_bytes(text)
    return path


def draw_act(dice, widgets):
    """Returns a random act for a window with these widgets."""
    x, y = dice.randrange(SIZE[0]), dice.randrange(SIZE[1])
    kind = dice.random()
    if kind < 0.4:
        return f"key {dice.choice(KEYS)}"
    if kind < 0.6 and widgets:
        return f"tap {dice.choice(widgets)}"
    if kind < 0.7:
        return f"click {x} {y} {dice.choice((1, 1, 1, 2, 3))}"
    if kind < 0.76:
        return f"wheel {x} {y} {dice.choice((4, 5))}"
    if kind < 0.78:
        return f"drop {dice.choice(sorted(DROPPED))}"
    if kind < 0.92:
        return f"drag {x} {y} {dice.randrange(SIZE[0])} {dice.randrange(SIZE[1])} {dice.choice((1, 1, 3))}"
    if kind < 0.97:
        return f"size {dice.randrange(100, 1300)} {dice.randrange(80, 850)}"
    return f"wait {dice.choice(PAUSES)}"


class Ended(Exception):
    """The demo ended or stopped drawing without being asked to."""


def widgets_of(w):
    """Returns the widgets that have a place, as far as the window has reported them."""
    try:
        return {name: row for name, row in w.widgets().items() if row.get("w") not in (None, "", "0")}
    except (KeyError, OSError):
        return {}


def words_of(act, w):
    """Returns the arguments of xdotool for an act."""
    kind, *rest = act.split()
    if kind == "key":
        return ["key", *rest]
    if kind == "size":
        return ["windowsize", w.id, *rest]
    if kind == "tap":
        row = widgets_of(w).get(rest[0])
        if row is None:
            return []
        rest = [round(float(row["x"]) + float(row["w"]) / 2), round(float(row["y"]) + float(row["h"]) / 2), 1]
    place = [w.x + int(rest[0]), w.y + int(rest[1])]
    if kind == "drag":
        end = [w.x + int(rest[2]), w.y + int(rest[3])]
        return ["mousemove", *place, "mousedown", rest[4], "sleep", 0.03, "mousemove", *end, "sleep", 0.03, "mouseup", rest[4]]
    return ["mousemove", *place, "sleep", 0.03, "click", rest[2]]


def drop(name, w):
    """Drops a file on the window; raises Ended if the window does not accept the file within PATIENCE."""
    if w.process.poll() is None and not drop_file(w.env["DISPLAY"], int(w.id), DROPPED[name](w.folder), PATIENCE, w.process):
        raise Ended(f"drop {name}")


def do(act, w):
    if act.startswith("wait "):
        return time.sleep(float(act.split()[1]))
    if act.startswith("drop "):
        drop(act.split()[1], w)
    elif words := words_of(act, w):
        w.xdotool(*words)
    if w.process.poll() is not None:
        raise Ended(act)


def still_draws(w):
    """Raises Ended unless the window reports two more frames within PATIENCE after the last act."""
    end = time.monotonic() + PATIENCE
    for _ in range(2):
        before = w.value("window.frame")
        while w.value("window.frame") == before:
            if w.process.poll() is not None or time.monotonic() > end:
                raise Ended("no frame")
            time.sleep(0.05)


def end_of(server, acts):
    """Returns why the demo ended while its own window did the acts; None if the demo still runs. `acts` may be a function that yields acts
    for the window."""
    window = Window(server, "--size", f"{SIZE[0]}x{SIZE[1]}", "--set", "machine.delay_ms=10ms")
    try:
        with window as w:
            for act in acts(w) if callable(acts) else acts:
                do(act, w)
            still_draws(w)
    except (Ended, AssertionError) as failure:
        window.process.kill()
        return f"exit code {window.process.returncode} after {failure}: {window.errors}"
    return window.errors or None


def shrink(acts, fails):
    """Returns the fewest of the acts, in their order, that still fail, by delta debugging (Zeller 1999): none of the remaining ones can be
    left out. `acts` must fail."""
    parts = 2
    while len(acts) > 1:
        size = max(len(acts) // parts, 1)
        without = ([*acts[:i], *acts[i + size :]] for i in range(0, len(acts), size))
        fewer = next((some for some in without if fails(some)), None)
        if fewer is not None:
            acts, parts = fewer, max(parts - 1, 2)
        elif size == 1:
            break
        else:
            parts = min(2 * parts, len(acts))
    return acts


def last_that_fail(acts, fails):
    """Returns the last 1, 2, 4 ... acts, as few as fail: the acts that end a program are mostly near the end."""
    count = 1
    while count < len(acts) and not fails(acts[-count:]):
        count *= 2
    return acts[-count:]


def shortest(server, acts):
    """Returns fewer acts with the same end; all acts if the end cannot be reproduced."""
    def fails(some):
        return end_of(server, some) is not None

    some = last_that_fail(acts, fails)
    return shrink(some, fails) if fails(some) else acts


def at_random(dice, end, done):
    """Returns a function that yields random acts for one window and appends them to `done`."""
    def acts(w):
        while time.monotonic() < end and len(done) < FRESH_AFTER:
            done.append(draw_act(dice, sorted(widgets_of(w))))
            yield done[-1]

    return acts


def drive(server, seconds, seed):
    """Starts one window after another until the time is over or a window ends; returns the number of acts, the acts of the window that
    ended, and why it ended."""
    end, number, windows = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        done = []
        why = end_of(server, at_random(random.Random(f"{seed}.{windows}"), end, done))
        number, windows = number + len(done), windows + 1
        if why:
            return number, done, why
    return number, [], None


def report(server, acts, why, keep):
    """Writes the acts that failed and the reduced acts to files, and prints both."""
    pathlib.Path(keep).write_text("\n".join(acts) + "\n", encoding="utf-8")
    print(f"{why}\n{len(acts)} acts in {keep}; trying with fewer ...", flush=True)
    few = shortest(server, acts)
    pathlib.Path(f"{keep}.short").write_text("\n".join(few) + "\n", encoding="utf-8")
    print(f"{len(few)} acts in {keep}.short:\n" + "\n".join(few))
    return 1


def main():
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")  # the drivers' own leaks
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--keep", default="monkey.txt", help="where the acts are written that ended the demo")
    parser.add_argument("--play", help="a file of acts")
    parser.add_argument("--shrink", help="a file of acts")
    options = parser.parse_args()
    server = Server()
    try:
        name = options.play or options.shrink
        if name:
            acts = pathlib.Path(name).read_text(encoding="utf-8").splitlines()
            why = end_of(server, acts)
            print(why or f"{len(acts)} acts, and the demo is still there")
            return report(server, acts, why, name) if why and options.shrink else int(why is not None)
        number, acts, why = drive(server, options.seconds, options.seed)
        if why:
            return report(server, acts, why, options.keep)
        print(f"{number} acts in {options.seconds:g} s with seed {options.seed}, and the demo is still there")
        return 0
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
