#!/usr/bin/env python3
"""Checks `timestep_demo --slow` with games that present nothing (fake_game.cpp): the window gets the game's frames, and its lag acts on the
game. TIMESTEP_DEMO names the program."""
import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

DEMO = pathlib.Path(os.environ.get("TIMESTEP_DEMO", "build/release/timestep_demo")).resolve()
GAME = pathlib.Path(os.environ.get("FAKE_GAME", DEMO.parent / "tests/fake_game"))
MS = 1_000_000


class Window(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timestep-slow-window-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def demo(self, *arguments):
        return subprocess.run([DEMO, *map(str, arguments)], capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL, check=False)

    def frames(self, *arguments):
        """Returns the frame times that the window's loop got from a game; zero stands for none."""
        file = self.folder / "frames.csv"
        ran = self.demo("--headless", "--slow", "--record-frames", file, *arguments)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return [int(line) for line in file.read_text(encoding="utf-8").split()[1:] if line != "0"]

    def test_game_frames(self):
        """The window gets each frame of the game and the delay lengthens it."""
        frames = self.frames("--delay", "5ms", "--", GAME, "linked", 60)
        self.assertEqual(len(frames), 59)
        self.assertGreaterEqual(min(frames), 5 * MS)

    def test_a_game_that_is_faster_than_the_window_loses_no_frame(self):
        self.assertEqual(len(self.frames("--", GAME, "linked", 5000)), 4999)

    def test_the_header_names_the_game(self):
        widgets = self.folder / "widgets.csv"
        self.frames("--report-widgets", widgets, "--", GAME, "linked", 60)
        with open(widgets, newline="", encoding="utf-8") as file:
            header = [row["value"] for row in csv.DictReader(file) if row["name"] == "header"]
        self.assertEqual(header, ["adding lag to fake_game; the loops run with its frame times"])

    def test_a_script_file_hitches_the_game(self):
        script = self.folder / "script"
        script.write_text("at 0.2 key H\n", encoding="utf-8")
        frames = self.frames("--delay", "10ms", "--script", script, "--", GAME, "linked", 60)
        self.assertEqual(sum(frame >= 500 * MS for frame in frames), 1)

    def test_a_recording_drives_the_game(self):
        recording = self.folder / "recording.csv"
        recording.write_text("frame_ns\n4000000\n9000000\n", encoding="utf-8")
        frames = self.frames("--recording", recording, "--", GAME, "linked", 7)
        for i, frame in enumerate(frames):
            self.assertGreaterEqual(frame, (4 if i % 2 == 0 else 9) * MS)

    def test_wrong_use_is_refused_in_one_line(self):
        for why, arguments in (("give the game after --", ["--slow"]), ("add --slow", ["--", GAME]),
                               ("is not an executable program", ["--headless", "--slow", "--", "no-such-game"]),
                               ("real time", ["--headless", "--slow", "--virtual-clock", "--", GAME])):
            ran = self.demo(*arguments)
            self.assertEqual((ran.returncode, ran.stderr.count("\n")), (2, 1), ran.stderr)
            self.assertIn(why, ran.stderr)


if __name__ == "__main__":
    unittest.main()
