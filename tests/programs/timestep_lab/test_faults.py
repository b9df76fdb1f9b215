#!/usr/bin/env python3
"""Computes each cell of `timestep_lab faults` anew, from the frames that the row's command prints (columns frame, shown, screen and camera), and
its mark from 64 even runs. TIMESTEP_LAB names the program."""
import csv
import io
import itertools
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
HIGH_IS_BETTER = {"average_fps", "low_1_percentile_r7_fps", "low_1_percentile_r8_fps", "low_1_average_fps", "low_1_integral_fps", "low_1_mangohud_fps"}


def printed(*arguments):
    return subprocess.run([LAB, *arguments], capture_output=True, text=True, check=True).stdout


def pairs(values):
    return zip(values, values[1:])


def quantile(ascending, position):
    """The value at a position from 0, interpolated."""
    position = min(max(position, 0), len(ascending) - 1)
    low = int(position)
    return ascending[low] + (position - low) * (ascending[min(low + 1, len(ascending) - 1)] - ascending[low])


def frame_metrics(times):
    """Of frame times in ms."""
    count, longest = len(times), sorted(times, reverse=True)
    rates = [1000 / time for time in longest]  # ascending
    limit = quantile(longest[::-1], (count + 1 / 3) * 0.99 + 1 / 3 - 1)
    slow = [time for time in times if time >= limit]
    total = itertools.accumulate(longest)
    integral = next(time for time, reached in zip(longest, total) if reached >= 0.01 * sum(times) * (1 - 1e-12))
    window, kept, stuttering = round(10 * math.sqrt(statistics.fmean(times))), [], 0.0
    for before, time in zip([times[0], *times], times):
        kept = [*kept[-window + 1:], before if time > 3 * before else time]
        stuttering += time if time > 2.5 * statistics.fmean(kept) else 0
    return {"average_fps": 1000 * count / sum(times), "low_1_percentile_r7_fps": quantile(rates, (count - 1) * 0.01),
            "low_1_percentile_r8_fps": quantile(rates, (count + 1 / 3) * 0.01 + 1 / 3 - 1), "low_1_average_fps": 1000 * len(slow) / sum(slow),
            "low_1_integral_fps": 1000 / integral, "low_1_mangohud_fps": 1000 / longest[int(max(0.01 * count - 1, 0))],
            "frame_deviation_ms": statistics.pstdev(times), "stutter_percent": 100 * stuttering / sum(times)}


def screen_metrics(frames, refresh, end):
    """Of displayed frames (shown time, screen time, place, place of the camera), in ms and m. `refresh` is None with VRR."""
    stays = [after[1] - before[1] for before, after in pairs(frames)]
    late = sum(stay - refresh for stay in stays if stay > 1.5 * refresh) if refresh else None
    presentmon = [abs(after[0] - before[0] - (after[1] - before[1])) for before, after in pairs(frames) if after[0] > before[0]]
    pictures = [next(group) for _, group in itertools.groupby(frames, key=lambda frame: (frame[0], frame[3]))]
    limit = (min(max(0.3 * refresh, 2), 8) if refresh else 4) + 0.001
    moved = [after[0] - before[0] for before, after in pairs(pictures)]
    stayed = [after[1] - before[1] for before, after in pairs(pictures)]
    errors = [far - long for far, long in zip(moved, stayed)]
    corrected = errors.copy()
    for i, (far, own) in enumerate(zip(moved, [*stayed[1:], max(end - pictures[-1][1], moved[-1])])):
        if max(map(abs, errors[i:i + 2])) <= limit < abs(far - own):
            corrected[i] = far - own
    jitter = []
    for (_, t0, x0, c0), (_, t1, x1, c1), (_, t2, x2, c2) in zip(frames, frames[1:], frames[2:]):
        jitter.append(1000 * abs(x1 - c1 - (x0 - c0 + (t1 - t0) / (t2 - t0) * (x2 - c2 - (x0 - c0)))))
    return {"hitch_ms_per_s": refresh and 1000 * late / sum(stays), "animation_error_presentmon_mean_ms": statistics.fmean(presentmon),
            "animation_error_mean_ms": statistics.fmean(map(abs, corrected)),
            "jumps_per_minute": 60_000 * sum(abs(error) > limit for error in corrected) / sum(stayed), "screen_jitter_mean_mm": statistics.fmean(jitter)}


def metrics_of(lane):
    """Runs a lane, and computes all metrics from its frames."""
    rows = list(csv.DictReader(io.StringIO(printed("run", "--seconds", "60", "--csv", "-", "--lane", lane))))
    ms = lambda row, column: round(float(row[column]) * 1e9) / 1e6
    frames = [(ms(row, "shown_s"), ms(row, "screen_s"), float(row["picture_x_m"]), float(row["camera_x_m"])) for row in rows if row["screen_s"]]
    rate = re.search(r"display-hz=(\d+)(?:\.(\d+))?(?:/(\d+))?", lane)
    refresh = 1000 / (float(rate[0].split("=")[1].split("/")[0]) / int(rate[3] or 1)) if rate else 1000 / 60
    end = max(frames[-1][1], ms(rows[-1], "wall_s"))
    return frame_metrics([int(row["frame_ns"]) / 1e6 for row in rows[1:]]) | screen_metrics(frames, None if "vsync=vrr" in lane else refresh, end)


class Faults(unittest.TestCase):
    def test_each_cell_is_that_of_an_independent_computation(self):
        table = json.loads(printed("faults", "--json"))
        keys = [metric["key"] for metric in table["metrics"]]
        self.assertEqual(len(keys), 13)
        self.assertEqual(sum(fault["visible"] for fault in table["faults"]), 9)
        for fault in table["faults"]:
            values = metrics_of(fault["command"].split()[-1])
            rate = f"{round(values['average_fps'] * 1e6)}/1000000"
            even = [metrics_of(f"loop=interpolated,timer-noise=100us,scene=camera,scene.camera=blended,display-hz={rate},seed={1 + i},start-phase={i / 64}")
                    for i in range(64)]
            for key in keys:
                with self.subTest(fault=fault["key"], metric=key):
                    cell, of_even = fault["metrics"][key], [run[key] for run in even]
                    if values[key] is None:
                        self.assertIsNone(cell["value"])
                        self.assertEqual(cell["mark"], "does not see")
                        continue
                    for found, wanted in ((cell["value"], values[key]), (cell["even_min"], min(of_even)), (cell["even_max"], max(of_even))):
                        self.assertAlmostEqual(found, wanted, delta=1e-5 * max(1, abs(wanted)))
                    worse = values[key] < min(of_even) - 1e-5 if key in HIGH_IS_BETTER else values[key] > max(of_even) + 1e-5
                    self.assertEqual(cell["mark"], "does not see" if not worse else "sees" if fault["visible"] else "sees what is not there")

    def test_a_report_shows_the_cells(self):
        with tempfile.TemporaryDirectory() as folder:
            recording, report = pathlib.Path(folder, "a.csv"), pathlib.Path(folder, "a.html")
            recording.write_text("frame_ns\n" + "16666667\n" * 300)
            cells = {}
            for arguments in (["report", recording, "-o", report, "--quiet"], ["report", recording, "-o", report, "--quiet", "--faults"]):
                printed(*arguments)
                cells[str(arguments[-1])] = re.findall(r'<td title="([^"]*); even runs: ([^"]*) to ([^"]*)">([^<]*)</td>', report.read_text())
        of_report, with_faults = cells.values()
        self.assertEqual(of_report, [])
        marks = {"does not see": "", "sees": "*", "sees what is not there": "!"}
        wanted = [cell for fault in json.loads(printed("faults", "--json"))["faults"] for cell in fault["metrics"].values() if cell["value"] is not None]
        self.assertEqual(len(with_faults), len(wanted))
        for (mark, low, high, text), cell in zip(with_faults, wanted):
            self.assertEqual((mark, text.lstrip("-.0123456789e+")), (cell["mark"], marks[cell["mark"]]))
            for shown, value in ((low, cell["even_min"]), (high, cell["even_max"]), (text.rstrip("*!"), cell["value"])):
                self.assertAlmostEqual(float(shown), value, delta=1e-3 * abs(value) + 1e-5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
