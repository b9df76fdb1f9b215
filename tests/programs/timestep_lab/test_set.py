#!/usr/bin/env python3
"""Checks that `plan --set` and `run --set` agree: both accept every setting of every loop that `list loops` and `list axes` name, take the
same steps for the same frames, and refuse wrong settings in the same words. TIMESTEP_LAB names the program."""
import csv
import io
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

LAB = os.environ["TIMESTEP_LAB"]
KNOB = re.compile(r"    (\w+)\.(\w+) +\S+ \((\S+) to (\S+?)(?: (\w+))?\)  ")


def lab(*arguments):
    return subprocess.run([LAB, *arguments], capture_output=True, text=True, check=False)


def axes():
    """Returns {("filter", "clamp"): [("filter.min", 0.0, 10.0, "ms"), ...]}."""
    found = {}
    axis = alternative = None
    for line in lab("list", "axes").stdout.splitlines():
        if knob := KNOB.match(line):
            found[axis, alternative].append((f"{axis}.{knob[2]}", float(knob[3]), float(knob[4]), knob[5]))
        elif line.startswith("  "):
            alternative = line.strip()
            found[axis, alternative] = []
        else:
            axis = line
    return found


def loops():
    """Returns [("fixed", {"filter": "none", "stepper": "frame-locked", ...}), ...]."""
    lines = [line.split() for line in lab("list", "loops").stdout.splitlines()]
    return [(words[0], dict(zip(lines[0][1:6], words[1:6]))) for words in lines[1:] if words and words[0] != "#"]


def in_range(low, high, unit):
    """Returns a value between the limits; for a time, in another unit."""
    value = round(low + 0.4 * (high - low) + 0.5) if high > 2 else 1
    return {"ms": f"{value * 1000}us", "us": f"{value / 1000:g}ms"}.get(unit, f"{value}")


class Set(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.frames = str(pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "frames.csv")
        dice = random.Random(3)
        times = (dice.choice((16_666_667, 16_500_000, 14_200_000, 8_000_000, 100_000_000, 400_000, 900_000_000)) for _ in range(40))
        pathlib.Path(cls.frames).write_text("frame_ns\n" + "".join(f"{ns}\n" for ns in times), encoding="ascii")

    def plan(self, loop, *settings):
        return lab("plan", "--loop", loop, *self.flags(settings), "--refresh-hz", "60", "--frames", self.frames, "--csv", "-")

    def run_it(self, loop, *settings):
        return lab("run", "--lane", loop, *self.flags(settings), "--display-hz", "60", "--recording", self.frames, "--csv", "-")

    @staticmethod
    def flags(settings):
        return [word for setting in settings for word in ("--set", setting)]

    def agree(self, loop, *settings):
        """Requires that plan and run give the same exit code, error and steps; returns plan's result."""
        planned, ran = self.plan(loop, *settings), self.run_it(loop, *settings)
        self.assertEqual((planned.returncode, planned.stderr), (ran.returncode, ran.stderr), (loop, settings))
        columns = ("frame_ns", "filtered_ns", "steps", "dt_ns", "tail_ns", "carried_ns", "dropped_ns")
        tables = [[[row[name] for name in columns] for row in csv.DictReader(io.StringIO(done.stdout))] for done in (planned, ran)]
        self.assertEqual(*tables, (loop, settings))
        return planned

    def test_all_settings(self):
        """Plan and run accept every setting of every loop alike."""
        knobs_of = axes()
        tried = 0
        for loop, chosen in loops():
            self.assertEqual(self.agree(loop).returncode, 0)
            for knob, low, high, unit in (knob for place in chosen.items() for knob in knobs_of.get(place, [])):
                with self.subTest(f"{loop} {knob}"):
                    taken = self.agree(loop, f"{knob}={in_range(low, high, unit)}")
                    self.assertEqual((taken.returncode, taken.stderr), (0, ""))
                    for bad in (f"{high * 2 + 1:g}", "a-word"):
                        refused = self.agree(loop, f"{knob}={bad}")
                        self.assertEqual(refused.returncode, 2)
                        self.assertRegex(refused.stderr, rf"(must be from|takes a (number|time|rate)) .*, not '{re.escape(bad)}'\n$")
                    tried += 1
        self.assertGreater(tried, 40)

    def test_an_axis_has_its_settings_once_it_is_chosen(self):
        for (axis, alternative), knobs in axes().items():
            loop = "variable" if axis == "filter" else "accumulator"
            stepper = axis == "stepper"
            free = ("overload=none", "presentation=latest") if stepper else ()
            for knob, low, high, unit in knobs:
                with self.subTest(f"{alternative} {knob}"):
                    taken = self.agree(loop, *free, f"{axis}={alternative}", f"{knob}={in_range(low, high, unit)}")
                    self.assertEqual((taken.returncode, taken.stderr), (0, ""))

    def test_time_units(self):
        """A time may have any unit and changes the steps."""
        for loop, knob, value, same in (("variable", "filter.min", "6779us", "6.779ms"), ("glaiel", "stepper.snap", "3ms", "3000")):
            axis = ("filter=exponential-average",) if loop == "variable" else ()
            changed = self.agree(loop, *axis, f"{knob}={value}")
            self.assertEqual(changed.stdout, self.agree(loop, *axis, f"{knob}={same}").stdout)
            self.assertTrue(changed.stdout != self.agree(loop, *axis).stdout, loop)  # a bool: a failure prints no tables

    def test_the_pacers_rate_sets_the_step_rate_of_a_loop_without_a_clock(self):
        self.assertEqual(self.agree("fixed-busy-wait", "pacer.rate=50").stdout,
                         lab("plan", "--loop", "fixed-busy-wait", "--hz", "50", "--frames", self.frames, "--csv", "-").stdout)

    def test_unknown_settings_are_refused_in_the_same_words(self):
        for setting in ("overload.limt=3", "overload=cap-step", "filter.min=3", "presentation=interpolat", "nonsense", "stepper.sna=1"):
            with self.subTest(setting):
                self.assertEqual(self.agree("unity", setting).returncode, 2)
        self.assertEqual(self.agree("variable", "overload=keep-debt").returncode, 2)


if __name__ == "__main__":
    unittest.main()
