#!/usr/bin/env python3
"""Stores results of timestep_lab as the Linux job of the workflow `tests` does, and compares them with the program as its Windows job does.
TIMESTEP_LAB names the program."""
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

COMPARE = pathlib.Path(__file__).resolve().parent / "compare.py"
LAB = os.environ["TIMESTEP_LAB"]


def compare(*arguments):
    return subprocess.run([sys.executable, COMPARE, *arguments], capture_output=True, text=True, check=False)


class Stored(unittest.TestCase):
    def test_stored_results(self):
        """The program itself equals its stored results and a changed one does not."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "outputs.stored")
            self.assertEqual(compare("--store", path, LAB, "list axes", "plan.csv", "no-such-file").returncode, 0)
            done = compare(path, LAB)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertRegex(done.stdout, r"\A3 commands, \d+ files; 0 differences\n")

            results, files = pickle.loads(path.read_bytes())
            results["list axes"] = (0, b"", b"")
            results["inspect no-such-file.csv"] = (77, *results["inspect no-such-file.csv"][1:])
            del files["plan.csv"]
            path.write_bytes(pickle.dumps((results, files)))
            done = compare(path, LAB)
            self.assertEqual(done.returncode, 1)
            for difference in ("timestep_lab list axes\nstdout:\n", "exit code: 77 and 2", "plan.csv: not written by native", "3 differences"):
                self.assertIn(difference, done.stdout)


if __name__ == "__main__":
    unittest.main()
