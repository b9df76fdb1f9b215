#!/usr/bin/env python3
"""Checks that the columns of the CSV of a run add up, and that they have the figures of its JSON, for every loop. TIMESTEP_LAB names the
program."""
import csv
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

LAB = os.environ["TIMESTEP_LAB"]


def said(*arguments):
    return subprocess.run([LAB, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def loops():
    lines = said("list", "loops").splitlines()[1:]
    names = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert len(names) > 30, names
    return names


class Accounts(unittest.TestCase):
    def test_the_columns_of_run_add_up(self):
        rows = rows_of(said("run", "--lane", "interpolated", "--seconds", "10", "--csv", "-"))
        carried = 0
        for row in rows:
            grew, carried = int(row["carried_ns"]) - carried, int(row["carried_ns"])
            spent = sum(int(row[name]) for name in ("stepped_ns", "dropped_ns", "filter_error_ns"))
            self.assertEqual(int(row["frame_ns"]), spent + grew, row)
        shown = [row for row in rows if row["screen_s"]]
        self.assertGreater(len(shown), 500)
        for before, row in zip(shown, shown[1:]):
            moved = float(row["shown_s"]) - float(before["shown_s"])
            passed = float(row["screen_s"]) - float(before["screen_s"])
            self.assertAlmostEqual(float(row["animation_error_ms"]), (moved - passed) * 1e3, delta=5e-6)

    def test_speed_and_drift_of_a_run_follow_from_the_first_and_last_row_of_its_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "rows.csv"
            for loop in loops():
                for machine in ("", ",step-cost=0.3ms,jitter=4ms", ",step-cost=20ms"):
                    with self.subTest(loop + machine):
                        lane = json.loads(said("run", "--lane", loop + machine, "--seconds", "3", "--json", "--csv", path))["lanes"][0]
                        rows = rows_of(path.read_text())
                        first, last = rows[0], rows[-1]
                        simulated, wall = (float(last[name]) - float(first[name]) for name in ("sim_s", "steps_done_s"))
                        self.assertAlmostEqual(lane["drift_ms"], (simulated - wall) * 1e3, delta=1e-5)
                        self.assertAlmostEqual(lane["speed"], simulated / wall if wall > 0 else 1.0, delta=1e-8)


if __name__ == "__main__":
    unittest.main()
