#!/usr/bin/env python3
"""Stops timestep_lab.exe under wine: TIMESTEP_LAB=build/windows/timestep_lab.exe python3 tests/delivery/windows/test_stopping.py"""
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
WINE = ROOT / "scripts/wine.sh"
LAB = pathlib.Path(os.environ["TIMESTEP_LAB"]).resolve()
ENDLESS = ["run", "--lane", "fixed", "--seconds", "1e6", "--csv", "größe ü.csv"]
STOPPED_BY_CTRL_C = 0xC000013A & 0xFF  # wine passes on the lowest 8 bits of an exit code


class Stopping(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def started(self):
        """Starts a command without an end, and returns when its temporary file exists."""
        before = self.names()
        lab = subprocess.Popen([WINE, LAB, *ENDLESS], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lab.communicate)
        self.addCleanup(lab.kill)
        while self.names() == before:
            self.assertIsNone(lab.poll(), "the command has ended")
            time.sleep(0.02)
        return lab

    def write_a_file(self):
        subprocess.run([WINE, LAB, "run", "--lane", "fixed", "--frames", "2", "--csv", "a.csv"], cwd=self.folder, check=True, capture_output=True)

    def test_ctrl_c_removes_the_temporary_file(self):
        lab = self.started()
        lab.send_signal(signal.SIGINT)  # wine makes it a CTRL_C_EVENT
        out, err = lab.communicate(timeout=600)
        self.assertEqual((lab.returncode, out, err), (STOPPED_BY_CTRL_C, b"", b""))
        self.assertEqual(self.names(), [])

    def test_the_next_command_removes_the_file_of_a_killed_one(self):
        lab = self.started()
        lab.kill()
        lab.communicate(timeout=600)
        self.assertEqual(len(self.names()), 1)
        self.write_a_file()
        self.assertEqual(self.names(), ["a.csv"])

    def test_the_next_command_keeps_the_file_of_a_running_one(self):
        self.started()
        running = self.names()
        self.write_a_file()
        self.assertEqual(self.names(), sorted([*running, "a.csv"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
