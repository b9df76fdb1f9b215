#!/usr/bin/env python3
"""Checks that the questions of docs/choosing.md lead to the loop that `timestep_lab rank` recommends, for made-up recordings and, if they
exist, for the real ones in ../shared. The figures in bold are read from the page. The figures of a recording are computed here a second
time. TIMESTEP_LAB names the program."""
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import unittest

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORDINGS = ROOT.parent / "shared/captures"
PAGE = (ROOT / "docs/choosing.md").read_text(encoding="utf-8")
RATES = "--hz 30,60,120"
ASKED = ("", "--max-age 10ms", "--max-age 3ms", "--max-age 1us", "--step-cost 2ms --max-age 30ms", "--allow-irreproducible")


def question(number):
    return re.search(rf"^## {number}\. .*?(?=^##)", PAGE, re.MULTILINE | re.DOTALL)[0]


def figure(pattern, text=PAGE):
    """A figure of the page, found by the words around it."""
    found = re.search(pattern.replace(" ", r"\s+"), text)
    assert found, pattern
    return float(found[1])


LEAST_S = figure(r"under \*\*([\d.]+) s\*\*", question(3))
LEAST_FRAMES = figure(r"under \*\*([\d.]+) frames\*\*", question(3))
MOST_HITCHES = figure(r"no more than \*\*([\d.]+) %\*\* of the frames", question(4))
SAME_MS = figure(r"no more than \*\*([\d.]+) ms\*\*", question(4))
MOST_OFF = figure(r"is within \*\*([\d.]+) %\*\* of n steps", question(4))
MOST_SPREAD = figure(r"is under \*\*([\d.]+) %\*\* of a step", question(4))
MOST_JUMPS = figure(r"fewer than \*\*([\d.]+)\*\* jumps", question(4))
USUAL_HZ = figure(r"\*\*interpolated\*\*, at ([\d.]+) Hz", question(6))
MOST_LOAD = figure(r"no more than \*\*([\d.]+) %\*\* of the time, and")
HITCH_TIMES, HITCH_MORE = figure(r"over ([\d.]+) times the median"), figure(r"at least ([\d.]+) ms longer")
MOST_LOST = figure(r"more than ([\d.]+) % of the time beyond")
BETTER_MS = figure(r"by more than \*\*([\d.]+) ms\*\*", question(4))
PRICED = re.findall(r"^- .*: \*\*([\w-]+)\*\*", question(5), re.MULTILINE)


def lab(*arguments):
    return subprocess.run([LAB, *map(str, arguments)], capture_output=True, text=True, check=True).stdout


# The loops in the order in which equally smooth ones are taken; the plain ones come before those of engines.
BEST_KNOWN, ARTICLES, ENGINES = ([line.split()[0] for line in group.splitlines()[1:] if line and line[0] not in " #"]
                                 for group in re.split("# Other loops from articles|# Game engines", lab("list", "loops")))
PLAIN = BEST_KNOWN + ["refresh-snapped"] + ARTICLES
LOOPS = PLAIN + ENGINES


class Recording:
    """The figures of a recording's frames, in ms."""

    def __init__(self, frames):
        self.length_s = sum(frames) / 1000
        median = statistics.median_high(frames)
        is_hitch = [f > max(HITCH_TIMES * median, median + HITCH_MORE) for f in frames]
        outside = [f for i, f in enumerate(frames) if not any(is_hitch[max(i - 1, 0):i + 2])]
        self.outside = len(outside)
        self.usual = statistics.median_high(outside) if outside else 0.0
        self.spread = statistics.pstdev(outside) if outside else 0.0
        self.hitch_percent = 100 * (len(frames) - len(outside)) / len(frames)


def keeps_rate(recording, hz):
    """True if the recording keeps a frame rate that suits steps of this rate."""
    if hz is None:
        return True
    steps = recording.usual * hz / 1000
    times = max(steps, 1 / steps) if steps else 0.0
    return (times > 0 and abs(times / round(times) - 1) <= MOST_OFF / 100 and
            recording.spread < MOST_SPREAD / 100 * 1000 / hz)


def looks_smooth(recording, row, measure):
    if row["animation_error_difference_ms"]["high"] > SAME_MS:
        return False
    return row["presentation"] != "latest" or (
        row["jumps_per_minute"] - measure["jumps_per_minute"] < MOST_JUMPS and keeps_rate(recording, row["hz"]))


def is_visibly_smoother(a, b):
    rougher, jumps = (a[key] - b[key] for key in ("animation_error_mean_ms", "jumps_per_minute"))
    return rougher <= SAME_MS and jumps < MOST_JUMPS and (rougher < -SAME_MS or jumps <= -MOST_JUMPS)


def vetoes(row, measure, asked):
    lost = row["lost_percent"] - measure["lost_percent"]
    return bool([v for v in row["vetoes"] if v == "no clock of its own"] or row["overload_ms"] is None or
                (not row["reproducible"] and "--allow-irreproducible" not in asked) or abs(lost) > MOST_LOST)


def advised(rows, asked):
    """The row of interpolated at the rate that the page advises."""
    tried = sorted((r for r in rows if r["loop"] == "interpolated"), key=lambda r: r["hz"])
    if "--step-cost" in asked:
        affordable = [r for r in tried if r["load_percent"] <= MOST_LOAD]
        lower = {r["hz"]: [s["animation_error_mean_ms"] for s in affordable if USUAL_HZ <= s["hz"] < r["hz"]] for r in affordable}
        even = [r for r in affordable if r["animation_error_mean_ms"] <= min(lower[r["hz"]], default=math.inf) + SAME_MS]
        return even[-1] if even else tried[0]
    usual = [r for r in tried if r["hz"] >= USUAL_HZ]
    return next((r for r in usual if not r["too_old"]), usual[0])


def follow(recording, rows, asked):
    """The answer and the loop to which the questions lead."""
    if recording.length_s < LEAST_S or recording.outside < LEAST_FRAMES:
        return "too-short", None
    measure = advised(rows, asked)
    fit = [r for r in rows if not vetoes(r, measure, asked) and not r["too_old"]]
    smooth = [r for r in fit if looks_smooth(recording, r, measure)]
    newest = [r for r in smooth if r["presentation"] == "latest" and r["hz"] in (None, USUAL_HZ, measure["hz"]) and
              (r["loop"] in PLAIN or r["animation_error_difference_ms"]["high"] < -BETTER_MS)]
    if newest and recording.hitch_percent <= MOST_HITCHES:
        best = min((r for r in newest if not any(is_visibly_smoother(other, r) for other in newest)),
                   key=lambda r: LOOPS.index(r["loop"]))
        return "no-blending", best["loop"]
    if measure["too_old"] and fit:
        for loop in PRICED:
            if any(r["loop"] == loop for r in smooth):
                return "latency", loop
        return "latency", None
    return "interpolated", "interpolated"


class Choosing(unittest.TestCase):
    def check(self, path, frames, all_asked):
        for asked in all_asked:
            with self.subTest(f"{path.name} {asked}"):
                ranking = json.loads(lab("rank", "--json", path, *RATES.split(), *asked.split()))
                self.assertEqual(ranking["frames"], len(frames))
                answer, loop = follow(Recording(frames), ranking["candidates"], asked)
                said = ranking["recommendation"]
                if said["alternative"]:
                    self.assertIn(loop, [said["loop"], said["alternative"]["loop"]])
                    continue
                self.assertEqual(said["answer"], answer)
                if loop or answer == "too-short":
                    self.assertEqual(said["loop"], loop)
                self.seen.add(answer)

    def setUp(self):
        type(self).seen = set()

    def test_made_up_recordings_get_the_recommended_loop(self):
        def game(seconds, mean, jitter, *hitches):
            frames = []
            while sum(frames) < 1000 * seconds:
                frames.append(round(mean + jitter * (len(frames) * 7919 % 3001 / 1500 - 1), 6))
            for hitch in hitches:
                frames[len(frames) // 2 + len(frames) // 7 * (hitch % 3)] = hitch
            return frames
        made = {"steady_60": game(20, 16.666667, 0.1), "steady_30": game(20, 33.333333, 0.1),
                "uneven": game(20, 15, 1.5), "fast": game(12, 6.944444, 0.5), "nine_seconds": game(9, 15, 1),
                "five_frames": [16.0] * 5, "hitches": game(20, 16.666667, 0.1, 80, 121),
                "freeze": game(26, 16.666667, 0.1, 4000)}
        with tempfile.TemporaryDirectory() as folder:
            for name, frames in made.items():
                path = pathlib.Path(folder) / f"{name}.csv"
                path.write_text("frame_ns\n" + "".join(f"{round(f * 1e6)}\n" for f in frames), encoding="ascii")
                self.check(path, frames, ASKED)
        self.assertEqual(self.seen, {"too-short", "no-blending", "latency", "interpolated"})

    @unittest.skipUnless(RECORDINGS.exists(), "there are no recordings beside the project")
    def test_real_recordings_get_the_recommended_loop(self):
        for path in sorted(RECORDINGS.glob("*.csv")):
            rows = lab("convert", path, "--to", "frame_ns").split()[1:]
            self.check(path, [int(row) / 1e6 for row in rows], ("", "--max-age 3ms"))
        self.assertIn("interpolated", self.seen)

    def test_question_page(self):
        """The page has six questions and names the loops with a price in their order."""
        self.assertEqual(re.findall(r"^## (\d)\.", PAGE, re.MULTILINE), list("123456"))
        self.assertEqual(PRICED, ["render-tick", "step-ahead", "extrapolated"])
        named = set(re.findall(r"\*\*([a-z-]+)\*\*", PAGE))
        self.assertGreaterEqual(len(named), 9)
        self.assertEqual(named - set(LOOPS), set(), "the page names these loops, and `timestep_lab list loops` does not")


if __name__ == "__main__":
    unittest.main()
