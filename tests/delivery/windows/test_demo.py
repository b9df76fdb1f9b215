#!/usr/bin/env python3
"""Runs timestep_demo.exe under wine, and compares it with the program for this system: python3 tests/delivery/windows/test_demo.py

TIMESTEP_DEMO names the program for Windows (build/windows/timestep_demo.exe), TIMESTEP_NATIVE the other one (build/release/timestep_demo).
Needs wine64, Xvfb, Mesa, python3-pil, and mingw-w64 for a fake ffmpeg."""
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from PIL import Image, ImageChops, ImageStat

ROOT = pathlib.Path(__file__).resolve().parents[3]
WINE = ROOT / "scripts/wine.sh"
DEMO = pathlib.Path(os.environ.get("TIMESTEP_DEMO", ROOT / "build/windows/timestep_demo.exe")).resolve()
NATIVE = pathlib.Path(os.environ.get("TIMESTEP_NATIVE", ROOT / "build/release/timestep_demo")).resolve()
PREFIX = ROOT / "build/wine-window"
REPLAY = ROOT / "tests/lab/replay/fixtures/v5.replay"
RECORDING = ROOT / "tests/recordings/formats/fixtures/capframex.csv"
RUNS = json.loads((ROOT / "tests/delivery/runs.json").read_text(encoding="utf-8"))
SAME_EVERYWHERE = ("--virtual-clock", "--fresh", "--size", "1280x760")
LEAST_DECIBELS = 38
NO_STREAMS = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

# Writes its input to its last argument, which begins with "file:", as ffmpeg does with a film.
FFMPEG = """
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
int main(int count, char** words)
{
    char bytes[65536];
    int size;
    FILE* file = fopen(words[count - 1] + 5, "wb");
    if (!file) return 1;
    _setmode(0, _O_BINARY);
    while ((size = _read(0, bytes, sizeof bytes)) > 0) fwrite(bytes, 1, size, file);
    return fclose(file) != 0;
}
"""

sys.path.insert(0, str(ROOT / "tests/programs/demo"))
from demo import Server, values_of  # noqa: E402
from x11 import drop_file  # noqa: E402


def decibels(one, other):
    """Returns the peak signal-to-noise ratio of two pictures of one size; infinite for equal ones."""
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    mean = sum(squares) / (one.width * one.height * len(squares))
    return math.inf if mean == 0 else 10 * math.log10(255 * 255 / mean)


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("1400x900")
        cls.addClassCleanup(cls.server.close)
        cls.new_prefix(PREFIX)
        # While a program runs, wine's server stays, so that the next program starts in 1 s instead of 4 s.
        staying = subprocess.Popen([WINE, "cmd", "/c", "ping -n 3000 127.0.0.1"], env=cls.environment(), **NO_STREAMS)
        cls.addClassCleanup(staying.wait)
        cls.addClassCleanup(staying.kill)

    @classmethod
    def environment(cls, **more):
        # A prefix of its own: all programs of one prefix have the display of the first one.
        return dict(os.environ, WINE_DISPLAY=cls.server.display, LIBGL_ALWAYS_SOFTWARE="1", **{"WINEPREFIX": str(PREFIX), **more})

    @classmethod
    def new_prefix(cls, folder, **more):
        """Makes a wine prefix and starts its services. They inherit the streams of the first program, so it gets none."""
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([WINE, "wineboot", "--init"], env=cls.environment(**{"WINEPREFIX": str(folder), **more}), check=True, **NO_STREAMS)

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def start(self, *arguments, program=DEMO, cwd=None, **environment):
        command = [str(WINE), str(program), *map(str, arguments)]
        started = subprocess.Popen(command, cwd=cwd or self.folder, env=self.environment(**environment), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
        self.addCleanup(started.communicate)
        self.addCleanup(started.kill)
        return started

    def run_it(self, *arguments, code=0, **keywords):
        """Runs the program until it ends. Returns what it wrote to standard error."""
        started = self.start(*arguments, **keywords)
        _, errors = started.communicate(timeout=600)
        self.assertEqual(started.returncode, code, errors)
        return errors

    def both(self, *arguments):
        """Runs the program for Windows in the folder `windows`, and the native one in `native`. Returns the two folders."""
        folders = [self.folder / "windows", self.folder / "native"]
        for folder in folders:
            folder.mkdir(exist_ok=True)
            (folder / "script.txt").write_text(RUNS["script"], encoding="ascii")
            shutil.copy(REPLAY, folder)
        self.run_it("--headless", *SAME_EVERYWHERE, *arguments, cwd=folders[0])
        subprocess.run([NATIVE, "--headless", *SAME_EVERYWHERE, *arguments], cwd=folders[1], check=True, timeout=600)
        return folders

    def test_600_frames_have_the_telemetry_the_words_and_the_picture_of_this_system(self):
        for name, arguments in RUNS["runs"].items():
            with self.subTest(name):
                files = ("--frames", 600, "--telemetry", "telemetry.csv", "--report-widgets", "widgets.csv", "--screenshot", "picture.png")
                windows, native = self.both(*map(str, files), *arguments)
                telemetry = (native / "telemetry.csv").read_bytes()
                self.assertGreater(telemetry.count(b"\n"), 40)
                self.assertEqual((windows / "telemetry.csv").read_bytes(), telemetry)
                self.assertEqual(values_of(windows / "widgets.csv"), values_of(native / "widgets.csv"))
                pictures = [Image.open(folder / "picture.png").convert("RGB") for folder in (windows, native)]
                self.assertEqual(pictures[0].size, pictures[1].size)
                self.assertGreater(len(pictures[0].getcolors(1 << 24)), 100, "the picture is empty")
                self.assertGreaterEqual(decibels(*pictures), LEAST_DECIBELS)

    def test_windows_films(self):
        """Films are written as pictures and by FFmpeg."""
        film = ("--headless", *SAME_EVERYWHERE, "--frames", "40", "--loop", "variable", "--film")
        self.run_it(*film, "größe")
        self.assertGreater(len(list((self.folder / "größe").glob("*.png"))), 5)

        (self.folder / "bin").mkdir()
        (self.folder / "ffmpeg.c").write_text(FFMPEG, encoding="ascii")
        compiler = ["x86_64-w64-mingw32-gcc-posix", self.folder / "ffmpeg.c", "-o", self.folder / "bin/ffmpeg.exe"]
        subprocess.run(compiler, check=True)
        self.run_it(*film, "größe ü.gif", WINEPATH="Z:" + str(self.folder / "bin").replace("/", "\\"))
        self.assertGreater((self.folder / "größe ü.gif").stat().st_size, 100_000)
        errors = self.run_it(*film, "none.gif", code=2)
        self.assertIn("ffmpeg is not installed", errors)

    def wait_for(self, condition, what, seconds=600):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.1)

    def window(self, *arguments, **keywords):
        """Starts the program with a visible window, and waits for its first frames. Returns the process and the window's X id."""
        keywords.setdefault("cwd", self.folder)
        started = self.start("--report-widgets", "widgets.csv", *arguments, **keywords)
        widgets = pathlib.Path(keywords["cwd"]) / "widgets.csv"
        self.wait_for(lambda: widgets.exists() or started.poll() is not None, "no frame was drawn")
        self.assertIsNone(started.poll())
        search = subprocess.run(["xdotool", "search", "--sync", "--name", "Timestep Lab"], capture_output=True, text=True, check=True,
                                env=dict(os.environ, DISPLAY=self.server.display))
        return started, int(search.stdout.split()[-1]), widgets

    def close(self, started, **environment):
        """Closes the window as its close button does."""
        subprocess.run([WINE, "taskkill", "/im", "timestep_demo.exe"], env=self.environment(**environment), check=True, capture_output=True)
        _, errors = started.communicate(timeout=600)
        self.assertEqual((started.returncode, errors), (0, ""))

    def test_on_a_monitor_of_144_dpi_the_window_is_larger_by_half(self):
        prefix = self.folder / "prefix"
        self.addCleanup(subprocess.run, ["/usr/lib/wine/wineserver64", "-k"], env=self.environment(WINEPREFIX=str(prefix)), check=False)
        self.new_prefix(prefix)
        setting = ["reg", "add", "HKCU\\Control Panel\\Desktop", "/v", "LogPixels", "/t", "REG_DWORD", "/d", "144", "/f"]
        subprocess.run([WINE, *setting], env=self.environment(WINEPREFIX=str(prefix)), check=True, **NO_STREAMS)
        subprocess.run(["/usr/lib/wine/wineserver64", "-k", "-w"], env=self.environment(WINEPREFIX=str(prefix)), check=False)
        started, window, _ = self.window("--fresh", "--size", "640x480", WINEPREFIX=str(prefix))
        geometry = subprocess.run(["xdotool", "getwindowgeometry", "--shell", str(window)], capture_output=True, text=True, check=True,
                                  env=dict(os.environ, DISPLAY=self.server.display))
        self.assertIn("WIDTH=960\nHEIGHT=720\n", geometry.stdout)
        self.close(started, WINEPREFIX=str(prefix))

    def test_a_dropped_recording_is_opened(self):
        recording = self.folder / "größe ü.csv"
        shutil.copy(RECORDING, recording)
        started, window, widgets = self.window("--fresh")
        self.assertTrue(drop_file(self.server.display, window, recording, process=started))
        self.wait_for(lambda: "größe ü.csv" in widgets.read_text(encoding="utf-8"), "the recording was not opened")
        self.close(started)

    def test_windows_paths(self):
        """Without drive Z, it opens no path outside Windows and keeps its settings in AppData."""
        prefix = self.folder / "prefix"
        environment = {"WINEPREFIX": str(prefix), "USER": "größe", "LOGNAME": "größe"}
        self.addCleanup(subprocess.run, ["/usr/lib/wine/wineserver64", "-k"], env=self.environment(**environment), check=False)
        self.new_prefix(prefix, **environment)
        (prefix / "dosdevices/z:").unlink()
        games = prefix / "drive_c/games"
        games.mkdir()
        shutil.copy(DEMO, games)
        program = "C:\\games\\timestep_demo.exe"
        started, _, _ = self.window("--delay", "33ms", program=program, cwd=games, **environment)
        self.close(started, **environment)
        settings = list((prefix / "drive_c/users").glob("*/AppData/Roaming/timestep-lab/settings.toml"))
        self.assertEqual(len(settings), 1, list((prefix / "drive_c/users").rglob("timestep-lab*")))
        self.assertIn("33ms", settings[0].read_text(encoding="utf-8"))

        errors = self.run_it("--headless", "--frames", "60", "--screenshot", "picture.png", program=program, cwd=games,
                             WINE_DEBUG="+file", **environment)
        self.assertTrue((games / "picture.png").exists())
        listed = re.findall(r'(?:CreateFileW|NtCreateFile|GetFileAttributes\w*) \(?L?"([^"]*)"', errors)
        opened = {path.replace("\\\\", "\\") for path in listed}
        self.assertIn(program, opened, "wine has not listed the opened files")
        # Windows' own: drive C, devices, and names in the folder in which the program runs.
        within = re.compile(r"(\\\?\?\\)?C:\\|\\\\\.\\|(\.\\)?[^\\/:]+$", re.IGNORECASE)
        outside = [path for path in opened if not within.match(path)]
        self.assertEqual(outside, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
