"""Starts the demo in a window on a separate X server, operates it with keys and mouse, and reads its widgets and telemetry."""
import contextlib
import csv
import fnmatch
import functools
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import zlib

from x11 import screen

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEMO = pathlib.Path(os.environ.get("TIMESTEP_DEMO", ROOT / "build/release/timestep_demo"))
PICTURES = DEMO.parent / "pictures"
UNDRAWN = os.environ.get("TIMESTEP_UNDRAWN", "")  # library built from undrawn.cpp; if empty, all frames are drawn
PATIENCE = 120  # seconds; only a test that fails waits so long

# Gives these signals their default action, as in a terminal. In a process that a script starts in the background they may be ignored.
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


def is_thorough():
    """Returns True if long tests run all their cases: with TIMESTEP_THOROUGH=1 or in CI, as in tests/thorough.hpp."""
    return os.environ.get("TIMESTEP_THOROUGH", os.environ.get("CI", "")) not in ("", "0")


def some(table, step=3):
    """Returns all entries if is_thorough(), else every `step`-th."""
    return list(table)[:: 1 if is_thorough() else step]


def lanes(*texts):
    """The options of a stage with these lanes, with steady frames also on a virtual clock."""
    return ["--steady-frames", *(word for text in texts for word in ("--lane", text))]


def no_display(**more):
    """Returns the environment without the variables that name a display."""
    return {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")} | more


def run(*arguments, env=None, cwd=None):
    """Runs the demo until it ends, without a display unless `env` names one. Returns exit code, output and errors."""
    command = [str(DEMO), *map(str, arguments)]
    return subprocess.run(command, env=env or no_display(), cwd=cwd, capture_output=True, text=True, timeout=10 * PATIENCE, check=False)


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def values_of(path):
    """Returns the values of the widgets in a file of --report-widgets, by their names."""
    return {row["name"]: row["value"] for row in rows_of(path)}


def run_frames(rows):
    """Returns the rows of frames that the loop ran. The demo excludes frames in which it is busy with something else, such as its start."""
    return [row for row in rows if "excluded" not in row["events"].split("+")]


def speed(rows):
    """Returns simulated time divided by wall time over rows of telemetry. Wall time is the sum of the times of frames that the loop ran."""
    wall = sum(int(row["frame_ns"]) for row in run_frames(rows[1:]))
    return (float(rows[-1]["sim_s"]) - float(rows[0]["sim_s"])) * 1e9 / wall


def events_of(rows):
    return [event for row in rows for event in row["events"].split("+") if event]


def pixels_of(png):
    """Returns width, height and bytes of an 8-bit RGB PNG. The bytes are still filtered; they only show that the picture is not blank."""
    data = pathlib.Path(png).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return width, height, zlib.decompress(packed)


class Server:
    """An X server for one test class."""

    def __init__(self, size="1400x900"):
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
        self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.display = ":" + pipe.readline().strip()

    def close(self):
        self.process.terminate()
        self.process.wait()


class Window:
    """A running demo: `with Window(server, "--loop", "fixed") as w: w.key("2", sees="loop.variable=on")`. After the `with` block, its telemetry
    is in `w.rows`. The demo draws its frames only inside `with w.seen():`.

    `sees` is what an act must change in the report of the widgets, one effect or several: "NAME" waits until a widget of this name is there,
    "-NAME" until it is not, and "NAME=VALUE" until it has this value; * stands for any text."""

    def __init__(self, server, *arguments, settings='view.folds = "loop,pc,scene"\n', environment=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timestep-gui-"))
        self.telemetry = self.folder / "telemetry.csv"
        self.widgets_file = self.folder / "widgets.csv"
        self.settings = self.folder / "settings.toml"
        self.settings.write_text(settings, encoding="utf-8")
        self.eye = self.folder / "seen"  # the demo draws its frames while this file exists
        self.env = dict(os.environ, DISPLAY=server.display, TIMESTEP_SETTINGS=str(self.settings), **dict(environment))
        env = dict(self.env, LD_PRELOAD=UNDRAWN, TIMESTEP_SEEN=str(self.eye)) if UNDRAWN else self.env
        command = [str(DEMO), "--telemetry", str(self.telemetry), "--report-widgets", str(self.widgets_file), *map(str, arguments)]
        self.process = subprocess.Popen(command, env=env, cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.report_before, self.report = {}, {"window.frame": None}
        self.rows = []
        self.rows_end, self.rows_head = 0, []
        self.errors = ""
        self.kept = ""  # text of the settings file after the demo has ended

    def __enter__(self):
        self.wait_for(self.widgets_file.exists, "the first frame")
        self.id = self.xdotool("search", "--sync", "--name", "Timestep Lab").split()[0]
        geometry = self.xdotool("getwindowgeometry", "--shell", self.id)
        place = dict(line.split("=") for line in geometry.splitlines())
        self.x, self.y = int(place["X"]), int(place["Y"])
        self.xdotool("windowfocus", "--sync", self.id)
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.key("ctrl+q")
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.errors = self.process.stderr.read()
        self.process.stderr.close()
        if kind is None and self.process.returncode != 0:
            raise AssertionError(f"exit code {self.process.returncode}: {self.errors}")
        if self.telemetry.exists():
            self.rows = rows_of(self.telemetry)
        self.kept = self.settings.read_text(encoding="utf-8") if self.settings.exists() else ""
        shutil.rmtree(self.folder, ignore_errors=True)

    def xdotool(self, *words):
        """Runs xdotool. Ends input with a question to the X server, so that the server has passed the input on when this function returns."""
        asks = ["getmouselocation"] * (words[0] in ("mousemove", "mousemove_relative", "mousedown", "mouseup", "click", "key", "keydown"))
        done = subprocess.run(["xdotool", *map(str, words), *asks], env=self.env, capture_output=True, text=True, timeout=PATIENCE, check=False)
        return done.stdout

    def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"timed out waiting for {what}; exit code {self.process.poll()}")
            time.sleep(0.01)

    def has(self, effect):
        """Returns True if the newest report shows an effect of `sees`."""
        name, has_value, value = effect.removeprefix("-").partition("=")
        found = [row["value"] for widget, row in self.widgets().items() if fnmatch.fnmatchcase(widget, name)]
        return any(not has_value or fnmatch.fnmatchcase(one, value) for one in found) != effect.startswith("-")

    def sees(self, effects):
        for effect in [effects] if isinstance(effects, str) else effects:
            self.wait_for(lambda: self.has(effect), f"{effect} in the widgets")

    def key(self, *names, sees=()):
        for name in names:
            self.xdotool("key", name)
        self.sees(sees)

    def keys_in_turn(self, *names):
        """Presses keys one by one, and waits after each key until the demo has handled it."""
        for name in names:
            self.key(name)
            self.wait_frames(1)

    def type(self, text, sees=()):
        self.xdotool("type", "--delay", 40, text)
        self.sees(sees)

    @contextlib.contextmanager
    def stopped(self):
        """Suspends the demo. After the `with` block, one frame of the demo gets all events that were sent inside the block."""
        self.process.send_signal(signal.SIGSTOP)
        state = pathlib.Path(f"/proc/{self.process.pid}/stat")
        self.wait_for(lambda: state.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] == "T", "the process to stop")
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def widgets(self):
        """Returns the rows of the demo's newest widget report, by the widgets' names."""
        found = {row["name"]: row for row in rows_of(self.widgets_file)}
        if found["window.frame"] != self.report["window.frame"]:
            self.report_before, self.report = self.report, found
        return found

    def value(self, name):
        return self.widgets()[name]["value"]

    def number(self, name):
        """Returns the number at the beginning of a widget's value, such as 40 of "40ms"."""
        return float(self.value(name).split()[0].removesuffix("ms"))

    def names(self, start):
        """Returns the names of the widgets that begin with `start`, without it."""
        return [name.removeprefix(start) for name in self.widgets() if name.startswith(start)]

    def place(self, name):
        return {side: float(self.widgets()[name][side]) for side in "xywh"}

    def at_rest(self, name):
        """Waits until two reports in a row give a widget the same place, because a new window moves in its second frame. Returns its place."""

        def place(report):
            return [report[name][side] for side in "xywh"] if name in report else None

        self.wait_for(lambda: place(self.widgets()) and place(self.report) == place(self.report_before), f"{name} at rest")
        return self.place(name)

    def point(self, name, across=0.5):
        """Returns the screen coordinates of a point in a widget: `across` is the share of its width, in the middle of its height."""
        at = self.at_rest(name)
        return round(self.x + at["x"] + at["w"] * across), round(self.y + at["y"] + at["h"] / 2)

    def point_at(self, name, across=0.5):
        """Moves the mouse to a point in a widget, and waits until the demo has drawn a frame with it."""
        self.xdotool("mousemove", *self.point(name, across))
        self.wait_frames(1)

    def click(self, name, across=0.5, sees=()):
        self.point_at(name, across)
        self.xdotool("mousedown", 1)
        self.wait_frames(1)
        self.xdotool("mouseup", 1)
        self.sees(sees)

    def scroll(self, name, clicks, across=0.5):
        """Turns the mouse wheel over a widget. Positive `clicks` zoom in or scroll up, negative ones zoom out or scroll down."""
        self.point_at(name, across)
        for _ in range(abs(clicks)):
            self.xdotool("click", 4 if clicks > 0 else 5)
            self.wait_frames(1)

    @contextlib.contextmanager
    def held(self, name, start=0.5):
        """Holds the mouse button on a widget inside the `with` block. Yields a function that moves the mouse to a share of the widget's width."""
        left, top = self.point(name, 0)
        width = self.place(name)["w"]

        def move(share):
            self.xdotool("mousemove", round(left + share * width), top)
            self.wait_frames(1)

        move(start)
        self.xdotool("mousedown", 1)
        self.wait_frames(1)
        yield move
        self.xdotool("mouseup", 1)
        self.wait_frames(1)

    def drag(self, name, start, end, sees=()):
        """Drags from the share `start` of a widget's width to `end`. Shares below 0 and above 1 lie outside."""
        with self.held(name, start) as move:
            for i in range(1, 6):
                move(start + (end - start) * i / 5)
        self.sees(sees)

    def open_list(self, name):
        """Opens a list and scrolls down. Yields the visible entries after each turn of the wheel, until no new ones appear."""
        self.click(name, sees="choice.*")
        before, now = [], self.names("choice.")
        while now != before:
            yield now
            self.scroll(f"choice.{now[0]}", -3)
            before, now = now, self.names("choice.")

    def listed(self, name):
        """Returns all entries of a list."""
        found = dict.fromkeys(entry for entries in self.open_list(name) for entry in entries)
        self.key("Escape", sees="-choice.*")
        return list(found)

    def choose(self, name, item):
        """Chooses an entry of a list. An open list shows the chosen entry, so the list is scrolled up to its beginning first."""
        self.click(name, sees="choice.*")
        while item not in (entries := self.names("choice.")):
            self.scroll(f"choice.{entries[0]}", 3)
            if self.names("choice.") == entries:
                break
        for _ in range(20):
            if item in (entries := self.names("choice.")):
                break
            self.scroll(f"choice.{entries[0]}", -3)
        self.click(f"choice.{item}", sees="-choice.*")

    def read_rows(self):
        """Appends the new complete rows of the telemetry file to `self.rows`, and returns `self.rows`."""
        if not self.telemetry.exists():  # the demo creates the file with its first row
            return self.rows
        with open(self.telemetry, "rb") as file:
            file.seek(self.rows_end)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self.rows_end += len(whole)
        lines = whole.decode().splitlines()
        if not self.rows_head and lines:
            self.rows_head = lines.pop(0).split(",")
        self.rows += [dict(zip(self.rows_head, line.split(","))) for line in lines]
        return self.rows

    def wait_rows(self, count):
        """Waits for `count` more rows of telemetry, which are frames of the loop."""
        here = len(self.read_rows())
        self.wait_for(lambda: len(self.read_rows()) >= here + count, f"{count} rows")

    def wait_event(self, event, count=1):
        """Waits until the telemetry has an event `count` times."""
        self.wait_for(lambda: events_of(self.read_rows()).count(event) >= count, event)

    def wait_frames(self, count):
        """Waits for a widget report that is at least `count` frames of the window newer. Only every fifth frame writes a report."""
        end = int(self.value("window.frame")) + 4 + count
        self.wait_for(lambda: int(self.value("window.frame")) >= end, f"{count} frames")

    def still(self, name):
        """Waits until a widget has the same value in three reports of 10 frames in a row, and returns the value."""
        last = []

        def same():
            self.wait_frames(10)
            last.append(self.value(name))
            return last[-3:] == [last[-1]] * 3

        self.wait_for(same, f"{name} to stand still")
        return last[-1]

    @contextlib.contextmanager
    def seen(self):
        """Inside the `with` block, the demo draws its frames."""
        self.eye.touch()
        try:
            self.wait_frames(1)
            yield
        finally:
            self.eye.unlink(missing_ok=True)

    def picture(self, name):
        """Saves a screenshot by the key F12, and moves the file to the folder PICTURES."""
        with self.seen():
            self.key("F12")
            shot = self.folder / "timestep-1.png"
            self.wait_for(shot.exists, "a screenshot")
            PICTURES.mkdir(exist_ok=True)
            shutil.move(shot, PICTURES / f"{name}.png")

    def pixels(self, widget, away=True):
        """Returns the pixels that the X server shows in a widget's rectangle, four bytes per pixel, as soon as they stand still. `away` first
        moves the mouse away, so that no tooltip covers the widget."""
        if away:
            self.xdotool("mousemove", self.x + 2, self.y + 2)
        at, looks = self.place(widget), []

        def stands_still():
            self.wait_frames(2)
            looks.append(screen(self.env["DISPLAY"], round(self.x + at["x"]), round(self.y + at["y"]), int(at["w"]), int(at["h"])))
            return len(looks) > 1 and looks[-1] == looks[-2]

        with self.seen():
            self.wait_for(stands_still, "a picture that stands still")
        return looks[-1]


class DemoTest(unittest.TestCase):
    @functools.cached_property
    def path(self):
        """A temporary folder of the test."""
        return pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def played(self, *arguments, clock=("--virtual-clock",), **more):
        """Runs the demo without a window, by default on a virtual clock, and checks that it ends without an error."""
        done = run("--headless", *clock, *arguments, **more)
        self.assertEqual(done.returncode, 0, done.stderr)


class GuiTest(DemoTest):
    """A test class with one X server for all its tests."""

    SCREEN = "1400x900"

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls.SCREEN)
        cls.addClassCleanup(cls.server.close)

    def window(self, *arguments, **others):
        return Window(self.server, *arguments, **others)
