"""Runs the real window for an hour: nothing grows, and the last minutes cost as much as the first.

    python3 tests/attack/test_soak.py [--minutes 60] [--log samples.csv]

The window repeats the same six times: loops, lists of lanes, expensive scenes, and pages of the dock. Memory, file descriptors, threads and
processor time are read from /proc, and the frame times from the window's recording.
"""
import argparse
import array
import csv
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from programs import DEMO, HAS_DEMO, Server, environment, is_sanitized, is_thorough, little_freed_memory

ROUNDS = 6
ROUND = [  # each command is given at this share of a round
    (0.0, "set stage.lanes loop.hz=60"),
    (0.0, "set loop.preset interpolated"),
    (0.0, "set scene.name spring-and-ball"),
    (0.2, "set loop.preset fixed"),
    (0.3, "set view.dock code"),
    (0.4, "set stage.lanes fixed;variable;semi-fixed;accumulator;interpolated"),
    (0.5, "set view.dock scoreboard"),
    (0.6, "set stage.lanes machine=office-laptop-60;machine=old-pc-25;machine=spiral"),
    (0.7, "set stage.lanes loop.hz=60"),
    (0.7, "set scene.name storm"),
    (0.8, "set scene.name chain"),
    (0.9, "set view.dock plots"),
]
SLACK_MB = 8  # growth of memory allowed after two thirds of a run; keeping every frame would take 170 GB in an hour
RING_MB = 48 + 64  # samples and past moments of the lanes, which fill in the first nine minutes (lab/lane/lane.hpp)
LONG_ENOUGH = 1800  # s; shorter runs, such as those of a ctest beside others, do not compare the cost of frames
TICK = os.sysconf("SC_CLK_TCK")


def script(seconds):
    each = seconds / ROUNDS
    lines = [f"at {(i + share) * each:.1f} {what}" for i in range(ROUNDS) for share, what in ROUND]
    return "\n".join([*lines, f"at {seconds} quit"]) + "\n"


def look(pid, recording):
    """Returns the process's memory in MB, file descriptors, threads, processor time and time in the run queue, both in seconds, and the
    number of recorded frames."""
    proc = pathlib.Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (proc / "status").read_text(encoding="ascii").splitlines())
    times = (proc / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return {
        "mb": int(status["VmRSS"].split()[0]) / 1024,
        "fds": len(os.listdir(proc / "fd")),
        "threads": int(status["Threads"]),
        "cpu": (int(times[11]) + int(times[12])) / TICK,
        "queued": int((proc / "schedstat").read_text(encoding="ascii").split()[1]) * 1e-9,
        "frames": recording.read_bytes().count(b"\n") if recording and recording.exists() else 0,
    }


def watch(process, every, log, recording=None):
    """Looks at a process every `every` seconds until it ends; returns the values with the time since the start."""
    begin, seen = time.monotonic(), []
    while process.poll() is None:
        try:
            seen.append({"at": time.monotonic() - begin, **look(process.pid, recording)})
            log.writerow(seen[-1].values())
        except (FileNotFoundError, ProcessLookupError, KeyError):
            break  # the process ended during the look
        try:
            process.wait(timeout=every)
        except subprocess.TimeoutExpired:
            pass
    process.wait()
    return seen


def part(seen, first, last):
    """Returns the looks between two shares of the run's time."""
    end = seen[-1]["at"]
    return [row for row in seen if first * end <= row["at"] <= last * end]


class Verdict:
    def __init__(self):
        self.failed = False

    def holds(self, what, true):
        print(f"{'held  ' if true else 'FAILED'}  {what}", flush=True)
        self.failed = self.failed or not true


def flat(verdict, name, seen, long):
    """Checks that memory stays constant in a run long enough to fill the rings, or grows at most by the rings in a shorter run, and that
    file descriptors and threads do not grow."""
    middle, late = part(seen, 0.5, 2 / 3), part(seen, 5 / 6, 1)
    grown = max(row["mb"] for row in late) - max(row["mb"] for row in middle)
    whole = max(row["mb"] for row in late) - min(row["mb"] for row in part(seen, 0.05, 1))
    verdict.holds(
        f"{name}: memory {max(row['mb'] for row in middle):.1f} MB at two thirds, {max(row['mb'] for row in late):.1f} MB at the end"
        f" ({grown:+.1f}; {whole:+.1f} since the start)",
        grown <= SLACK_MB if long else whole <= RING_MB + SLACK_MB,
    )
    for what in ("fds", "threads"):
        first = max(row[what] for row in part(seen, 0.02, 1 / 6))
        last = min(row[what] for row in part(seen, 5 / 6, 1))  # a file that is open for a moment, to save settings, is no leak
        verdict.holds(f"{name}: {first} {what} in the first sixth, {last} in the last", last <= first)


def recorded_frames(recording):
    """Returns the recorded frame times in ms."""
    return [int(line) * 1e-6 for line in recording.read_text(encoding="ascii").splitlines()[1:]]


def frame_costs(file):
    """Returns the frame costs that frame_cost.c has written, in ms; an empty list if it was not preloaded."""
    costs = array.array("q")
    if file.exists():
        costs.frombytes(file.read_bytes())
    return [cost * 1e-6 for cost in costs]


def p99_of_sixths(frames):
    """Returns the 99th percentile in ms of each tenth of each sixth of a run; in a run of an hour these are minutes."""
    size = len(frames) // (ROUNDS * 10)
    parts = [statistics.quantiles(frames[i * size : (i + 1) * size], n=100)[98] for i in range(ROUNDS * 10)]
    return [parts[i * 10 : (i + 1) * 10] for i in range(ROUNDS)]


def queued(seen, first, last):
    """Returns the share of the time that the demo waited for a processor, because the PC had other work."""
    rows = part(seen, first, last)
    return (rows[-1]["queued"] - rows[0]["queued"]) / (rows[-1]["at"] - rows[0]["at"])


def cpu_ms(seen, first, last):
    """Returns the processor time per recorded frame in ms, which does not depend on other work of the PC. Frames of races are not recorded,
    but each sixth of a run has equally many of them."""
    rows = part(seen, first, last)
    return 1000 * (rows[-1]["cpu"] - rows[0]["cpu"]) / max(rows[-1]["frames"] - rows[0]["frames"], 1)


def grown(sixths):
    """Compares the tenths of the last sixth with the same tenths of the first, which do the same work. Returns the median increase in ms,
    and the median range of a tenth over the sixths between."""
    later = statistics.median(last - first for first, last in zip(sixths[0], sixths[-1]))
    return later, statistics.median(max(tenth) - min(tenth) for tenth in zip(*sixths[1:-1]))


def compare_p99(verdict, name, frames, comparable=True):
    sixths = p99_of_sixths(frames)
    print(f"        {name}: p99, ms, by sixths: " + "; ".join(" ".join(f"{p99:.2f}" for p99 in sixth) for sixth in sixths))
    later, noise = grown(sixths)
    first, last = statistics.median(sixths[0]), statistics.median(sixths[-1])
    said = f"{name}: p99 {first:.2f} ms in the first sixth, {last:.2f} ms in the last; tenth by tenth {later:+.2f}, noise {noise:.2f} ms"
    if comparable:
        verdict.holds(said, later <= noise)
    else:
        print(f"        {said}: no comparison, the PC had other work")


def would_be_noticed(verdict):
    """Checks the comparison itself with random frames that vary by a tenth: it must notice a last sixth that takes 1.3 times as long."""
    dice = random.Random(1)
    parts = [[(3 + 2 * (tenth > 4)) * dice.gauss(1, 0.1) for tenth in range(10)] for _ in range(ROUNDS)]
    later, noise = grown(parts)
    verdict.holds("frames that only vary by chance are accepted", later <= noise)
    later, noise = grown([*parts[:-1], [1.3 * p99 for p99 in parts[-1]]])
    verdict.holds("frames that take 1.3 times as long at the end are noticed", later > noise)


def as_at_first(verdict, seen, recording, costs):
    """Compares the last sixth of a run with the first: by the cost of frames, and, if the PC had equally much other work, by the frame
    times."""
    ends = ((0, 1 / ROUNDS), (1 - 1 / ROUNDS, 1))
    begin, end = (cpu_ms(seen, *where) for where in ends)
    said = f"window: {begin:.2f} ms of processor time a frame in the first sixth, {end:.2f} ms in the last"
    if seen[-1]["at"] < LONG_ENOUGH:
        print(f"        {said}; p99 of {len(costs)} frames' own: too short a run to compare")
        return
    verdict.holds(said, end <= 1.25 * begin)
    if costs:
        compare_p99(verdict, f"processor time of {len(costs)} frames without their waiting", costs)
    busy = [queued(seen, *where) for where in ends]
    print(f"        waiting for a processor: {busy[0]:.1%} of the time in the first sixth, {busy[1]:.1%} in the last")
    compare_p99(verdict, "frame times", recorded_frames(recording), abs(busy[1] - busy[0]) <= 0.02)


def preload_costs(room):
    """Returns the environment in which the demo writes the cost of its frames to costs.bin; empty without a compiler or with sanitizers."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler or is_sanitized():
        return {}
    source, library = pathlib.Path(__file__).with_name("frame_cost.c"), room / "frame_cost.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "FRAME_COST": str(room / "costs.bin")}


def soak_window(verdict, minutes, log):
    with tempfile.TemporaryDirectory(prefix="timestep-soak-") as folder:
        room = pathlib.Path(folder)
        (room / "script.txt").write_text(script(minutes * 60), encoding="ascii")
        (room / "settings.toml").write_text("window.width = 640\n", encoding="ascii")
        preload = preload_costs(room)
        server = Server("640x480")
        command = [DEMO, "--size", "640x400", "--limit", "60", "--vsync", "off", "--sound", "on", "--script", "script.txt"]
        command += ["--record-frames", "recording.csv", "--telemetry", "telemetry.csv", "--settings", "settings.toml"]
        try:
            demo = subprocess.Popen(command, cwd=room, env=environment(DISPLAY=server.display, SDL_AUDIODRIVER="dummy", **little_freed_memory(), **preload))
            seen = watch(demo, min(10, minutes), log, room / "recording.csv")
        finally:
            server.close()
        verdict.holds(f"window: {minutes:g} minutes, {len(seen)} looks, exit code {demo.returncode}", demo.returncode == 0)
        flat(verdict, "window", seen, minutes >= 30)
        costs = frame_costs(room / "costs.bin")
        verdict.holds(f"window: {len(costs)} frames with their own cost", bool(costs) or not preload)
        as_at_first(verdict, seen, room / "recording.csv", costs)


def main():
    long = is_thorough()
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=1 if long else 0.25)
    parser.add_argument("--log", default=os.devnull, help="a CSV file of all that was seen")
    options = parser.parse_args()
    verdict = Verdict()
    would_be_noticed(verdict)
    with open(options.log, "w", newline="", encoding="ascii") as file:
        log = csv.writer(file)
        log.writerow(["at_s", "memory_mb", "fds", "threads", "cpu_s", "queued_s", "frames"])
        if HAS_DEMO and options.minutes > 0:
            soak_window(verdict, options.minutes, log)
    return 1 if verdict.failed else 0


sys.exit(main())
