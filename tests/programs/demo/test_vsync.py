"""Tests of VSYNC under the compositor weston, which honours VSYNC. The screen of weston is a window on a separate X server."""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time
import unittest

from demo import DEMO, PATIENCE, Server, rows_of, values_of


class Weston:
    """A running weston with its kiosk shell: the only client fills the screen."""

    def __init__(self, folder):
        self.server = Server("640x480")
        self.folder = folder
        folder.chmod(0o700)
        self.env = dict(os.environ, DISPLAY=self.server.display, XDG_RUNTIME_DIR=str(folder))
        command = ["weston", "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--width=400", "--height=300"]
        self.log = open(folder / "weston.log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            [*command, "--socket=wayland-test", "--no-config", "--idle-time=0"], env=self.env, stdout=self.log, stderr=self.log
        )

    def is_up(self):
        return (self.folder / "wayland-test").exists()

    def for_clients(self):
        without_x = {key: value for key, value in self.env.items() if key != "DISPLAY"}
        wayland = {"SDL_VIDEODRIVER": "wayland", "SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR": "0", "WAYLAND_DISPLAY": "wayland-test"}
        return without_x | wayland

    def key(self, name):
        """Presses a key in weston's window, which passes the key to its client."""
        for action in ("keydown", "keyup"):
            subprocess.run(["xdotool", action, name], env=self.env, check=False, timeout=30)
            time.sleep(0.1)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
        self.server.close()


@unittest.skipIf(shutil.which("weston") is None, "weston is missing: apt-get install weston")
class Vsync(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timestep-wayland-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.weston = Weston(self.folder)
        self.addCleanup(self.weston.close)
        self.wait_for(self.weston.is_up, "weston")
        self.telemetry, self.widgets_file = self.folder / "telemetry.csv", self.folder / "widgets.csv"
        files = ("--telemetry", self.telemetry, "--report-widgets", self.widgets_file, "--settings", self.folder / "s.toml")
        command = [DEMO, *files, "--more", "on", "--folds", "loop,pc", "--vsync", "on", "--live-frames", "this-pc", "--size", "400x300"]
        self.demo = subprocess.Popen(list(map(str, command)), env=self.weston.for_clients(), cwd=self.folder)
        self.addCleanup(self.end)
        self.wait_for(self.widgets_file.exists, "the first frame")

    def end(self):
        self.demo.terminate()
        self.demo.wait()

    def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end or self.weston.process.poll() is not None:
                raise AssertionError(f"timed out waiting for {what}; {(self.folder / 'weston.log').read_text()[-400:]}")
            time.sleep(0.05)

    def value(self, name):
        return values_of(self.widgets_file)[name]

    def frames(self):
        return len(rows_of(self.telemetry)) if self.telemetry.exists() else 0  # the first frame's widgets are written earlier

    def short_frame(self):
        """Returns the first decile of the next 60 frame times, in ms: other programs make frames longer, and not shorter. Skips ten frames,
        which may have begun before the call."""
        here = self.frames() + 10
        self.wait_for(lambda: self.frames() >= here + 60, "frames")
        return statistics.quantiles((int(row["frame_ns"]) for row in rows_of(self.telemetry)[here : here + 60]), n=10)[0] / 1e6

    def turn_to(self, vsync):
        """Presses the key V until the VSYNC mode is `vsync`. The key goes from on to composed, off, adaptive, and to on again."""
        while (before := self.value("machine.vsync")) != vsync:
            self.weston.key("v")
            self.wait_for(lambda now=before: self.value("machine.vsync") != now, "the next kind of VSYNC")

    def is_honoured(self):
        """Returns true if the panel reports that the driver honours VSYNC. Waits until the panel has counted frames for a second."""
        self.wait_for(lambda: re.search(r"\d fps$", self.value("vsync.report")), "a second's worth of frames")
        return re.fullmatch(r"on; the window shows \d+\.\d fps", self.value("vsync.report"))

    def test_vsync(self):
        """VSYNC slows the frames and key V switches it while the demo runs."""
        waiting = self.short_frame()
        self.assertTrue(self.is_honoured())
        self.turn_to("off")
        hurrying = self.short_frame()
        self.assertGreater(waiting, 2 * hurrying, "with VSYNC, frames wait for the compositor")
        self.turn_to("on")
        self.assertGreater(self.short_frame(), 2 * hurrying, "frames wait again after the key V")
        self.assertTrue(self.is_honoured())


if __name__ == "__main__":
    unittest.main(verbosity=2)
