"""A monkey at the real window: random keys, clicks, drags, wheels, sizes, pages and dropped files. What ends the demo is made as short
as it gets.

    python3 tests/attack/monkey.py --seconds 1200 [--seed 7] [--keep acts.txt]    # fresh seeds after each hundred acts
    python3 tests/attack/monkey.py --play acts.txt                             # the same again
    python3 tests/attack/monkey.py --shrink acts.txt                           # fewer acts that still end it

One act a line, as in `key Tab`, `tap view.dock`, `drag 120 340 300 340`, `drop recording`. TIMESTEP_DEMO names the program: that of
build/asan ends with whatever the sanitizers find, every build with an OpenGL error.
"""
import argparse
import os
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "gui"))
from demo import ROOT, Server, Window  # pylint: disable=wrong-import-position
from x11 import drop_file  # pylint: disable=wrong-import-position

SIZE = (1100, 720)
KEYS = (
    "1 2 3 4 5 6 7 8 9 v l bracketleft bracketright h b space n r s c e g m Tab F1 F6 F9 F11 F12 Left Right Up Down Escape Return "
    "Prior Next Home End BackSpace Delete ctrl+z ctrl+y shift+Tab alt+Return minus period 0 x"
).split()
PAUSES = (0, 0, 0, 0.05, 0.05, 0.3)  # s, after an act
RECORDING = ROOT / "tests/recordings/formats/fixtures/presentmon_1.10.csv"
DROPPED = {  # what lands on the window, in a room of the window's own
    "recording": lambda room: RECORDING,
    "damaged": lambda room: written(room / "damaged.csv", RECORDING.read_bytes()[:1500] + b"\xff\0,,\n-1,nan"),
    "empty": lambda room: written(room / "empty.csv", b""),
    "gone": lambda room: room / "nobody wrote this.csv",
    "folder": lambda room: RECORDING.parent,
    "replay": lambda room: ROOT / "tests/lab/replay/fixtures/v1.replay",
}
FRESH_AFTER = 300  # acts, in one window
PATIENCE = 60  # s, for frames: each key B takes 3 s of them


def written(path, text):
    path.write_bytes(text)
    return path


def draw_act(dice, widgets):
    """Some act on a window that has these widgets."""
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
    """The demo is gone, or stands still, though nobody told it to."""


def widgets_of(w):
    """Names with places, as far as the window has written them."""
    try:
        return {name: row for name, row in w.widgets().items() if row.get("w") not in (None, "", "0")}
    except (KeyError, OSError):
        return {}


def words_of(act, w):
    """What xdotool is told."""
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
    """The window takes it, within the patience that it has for frames."""
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
    """Frames go on, the second report after the last act is there: a window that hangs is as bad as one that is gone."""
    end = time.monotonic() + PATIENCE
    for _ in range(2):
        before = w.value("window.frame")
        while w.value("window.frame") == before:
            if w.process.poll() is not None or time.monotonic() > end:
                raise Ended("no frame")
            time.sleep(0.05)


def end_of(server, acts):
    """Why the demo ended while it did the acts, in a window of their own; None if it is still there. Acts may come from a generator that
    is sent the window."""
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
    """The fewest of the acts, in their order, that still fail, by delta debugging (Zeller 1999): none of those that are left can be
    left out. They must fail as they are."""
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
    """What ends a program is mostly near the end: 1, 2, 4 ... of the last acts, until they fail."""
    count = 1
    while count < len(acts) and not fails(acts[-count:]):
        count *= 2
    return acts[-count:]


def shortest(server, acts):
    """The same end with fewer acts; all of them where it does not come again."""
    def fails(some):
        return end_of(server, some) is not None

    some = last_that_fail(acts, fails)
    return shrink(some, fails) if fails(some) else acts


def at_random(dice, end, done):
    """Acts for one window, which are noted as they are drawn."""
    def acts(w):
        while time.monotonic() < end and len(done) < FRESH_AFTER:
            done.append(draw_act(dice, sorted(widgets_of(w))))
            yield done[-1]

    return acts


def drive(server, seconds, seed):
    """Windows one after the other until the time is up or one of them ends: how many acts, the acts of the last window, and why it ended."""
    end, number, windows = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        done = []
        why = end_of(server, at_random(random.Random(f"{seed}.{windows}"), end, done))
        number, windows = number + len(done), windows + 1
        if why:
            return number, done, why
    return number, [], None


def report(server, acts, why, keep):
    """Writes what failed, and what is left of it, and says so."""
    pathlib.Path(keep).write_text("\n".join(acts) + "\n", encoding="utf-8")
    print(f"{why}\n{len(acts)} acts in {keep}; trying with fewer ...", flush=True)
    few = shortest(server, acts)
    pathlib.Path(f"{keep}.short").write_text("\n".join(few) + "\n", encoding="utf-8")
    print(f"{len(few)} acts in {keep}.short:\n" + "\n".join(few))
    return 1


def main():
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")  # the drivers' own
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
