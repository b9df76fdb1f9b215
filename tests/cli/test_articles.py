#!/usr/bin/env python3
"""What docs/articles.md says came out, comes out. In each row of its tables the third cell is the command, or a test by its
room and name, and the fourth what comes out of it: expressions as in docs/experiments.md, over the lanes of `run --json` or
the columns of `plan --csv -`, or assertions of a lesson. TIMESTEP_LAB names the program."""
import csv
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import tempfile
import unittest

LAB = pathlib.Path(os.environ["TIMESTEP_LAB"]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "docs/articles.md").read_text(encoding="utf-8")
VERDICTS = re.compile(r"(holds|errs)\b")
METRIC = re.compile(r"\b([a-z][\w-]*)\.([a-z]\w*)")
EXPRESSION = re.compile(r"(?P<left>.+?) (?P<how>==|!=|<=|>=|<|>) (?P<right>.+?)(?: \+- (?P<within>\S+))?")
NO_EVENTS = {"bounced": 0, "clumped": 0, "shrunk": 0}  # only what happened is in the JSON
FILE = re.compile(r"^    (\S+\.csv) +([\d, ]+?)(?: x(\d+))?$", re.MULTILINE)


def rows():
    """(statement, verdict, command, [what comes out])"""
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| "))
    return [(says, verdict, command.strip("`"), re.findall(r"`(.*?)`", out)) for says, verdict, command, out in cells
            if says != "says"]


def write_recordings(folder):
    """As the page tells them: frame times in nanoseconds, one after the other, so many times."""
    for name, times, repeats in FILE.findall(TEXT):
        lines = times.replace(" ", "").split(",") * int(repeats or 1)
        (folder / name).write_text("frame_ns\n" + "".join(f"{line}\n" for line in lines), encoding="ascii")


def holds(expression, value_of):
    """Whether it does, and what its left side came to."""
    parts = EXPRESSION.fullmatch(expression)
    left, right = value_of(parts["left"]), value_of(parts["right"])
    if parts["within"]:
        return abs(left - right) <= float(parts["within"]), left
    compared = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right,
                ">=": left >= right}
    return compared[parts["how"]], left


def evaluated(text, names):
    return eval(text, {"__builtins__": {}, "min": min, "max": max, "sum": sum, "len": len, "abs": abs}, names)  # of our own page


class Articles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        write_recordings(cls.folder)

    def said(self, *words):
        done = subprocess.run([LAB, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def run_values(self, words):
        lanes = {lane["name"]: NO_EVENTS | lane | lane["events"] for lane in json.loads(self.said(*words, "--json"))["lanes"]}
        return lambda text: evaluated(METRIC.sub(lambda found: repr(lanes[found[1]][found[2]]), text), {})

    def plan_values(self, words):
        table = list(csv.DictReader(self.said(*words, "--csv", "-").splitlines()))
        columns = {name: [float(row[name]) for row in table] for name in table[0] if name != "presentation"}
        return lambda text: evaluated(text, columns)

    def check_lesson(self, words, expected):
        lines = self.said(*words).splitlines()
        for expression in expected:
            self.assertTrue(any(line.startswith(f"  holds   {expression} ") for line in lines), expression)

    def check(self, command, expected):
        program, *words = shlex.split(command)
        self.assertEqual(program, "timestep_lab")
        self.assertTrue(expected)
        if words[0] == "experiment":
            return self.check_lesson(words, expected)
        value_of = {"run": self.run_values, "plan": self.plan_values}[words[0]](words)
        for expression in expected:
            good, left = holds(expression, value_of)
            self.assertTrue(good, f"{expression}: {left!r} came out")
        return None

    def check_test(self, command):
        room, _, name = command.partition(": ")
        if room == "articles":
            return self.assertTrue(hasattr(self, name), name)
        sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / room).glob("*_test.cpp"))
        return self.assertTrue(f'TEST_CASE("{name}"' in re.sub(r'"\s*"', "", sources), name)

    def test_what_the_page_says_comes_out(self):
        found = rows()
        self.assertGreaterEqual(len(found), 80)
        for says, verdict, command, expected in found:
            with self.subTest(says):
                self.assertRegex(verdict, VERDICTS)
                if command.startswith("timestep_lab "):
                    self.check(command, expected)
                else:
                    self.check_test(command)

    def test_a_wrong_figure_or_another_verdict_would_be_noticed(self):
        command = "timestep_lab run --lane fixed --display-hz 30 --seconds 2"
        self.check(command, ["fixed.speed == 0.5 +- 0.01"])
        for wrong in ("fixed.speed == 1", "fixed.speed > 0.6", "fixed.speed < 0.4", "fixed.speed == 0.6 +- 0.01"):
            with self.assertRaises(AssertionError):
                self.check(command, [wrong])
        with self.assertRaises(AssertionError):
            self.check_test("timestep: no test of this name")
        with self.assertRaises(AssertionError):
            self.check("timestep_lab experiment fifty-on-sixty", ["latest.multi_step_share == 1"])

    def test_the_page_counts_its_own_verdicts_right(self):
        verdicts = [verdict for _, verdict, _, _ in rows()]
        told = re.search(r"Of (\d+) statements (\d+) hold, (\d+) hold under a condition, and (\d+) err", TEXT)
        plain = sum(verdict == "holds" for verdict in verdicts)
        errs = sum(verdict.startswith("errs") for verdict in verdicts)
        self.assertEqual([int(number) for number in told.groups()], [len(verdicts), plain, len(verdicts) - plain - errs, errs])

    def test_doubling_is_exact_and_cutting_in_unequal_parts_is_not(self):
        dice = random.Random(1)
        unequal = 0
        for _ in range(100_000):
            v, dt, part = dice.uniform(-100, 100), dice.uniform(1e-4, 0.1), dice.uniform(0.1, 0.9)
            self.assertEqual(v * dt + v * dt, v * 2 * dt)
            unequal += v * (dt * part) + v * (dt - dt * part) != v * dt
        self.assertGreater(unequal, 10_000)


if __name__ == "__main__":
    unittest.main()
