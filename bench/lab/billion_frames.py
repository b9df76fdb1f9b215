#!/usr/bin/env python3
"""Runs a billion frames of every preset and checks that every nanosecond is accounted for. Too long for CI: run it at night.
Usage: billion_frames.py [FRAMES [LOOP ...]]; the default is 1e9 frames of every preset, about an hour of one core. TIMESTEP_LAB is the
path of the program. The PC has a 59.94 Hz display, up to 20 ms of jitter, and a spike every 600 frames. Rates are frames per second of
processor time, so they are valid on a shared machine. Exit code 1 if a nanosecond is missing."""
import concurrent.futures
import json
import os
import pathlib
import platform
import subprocess
import sys

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
MACHINE = ["--display-hz", "59.94", "--jitter", "20ms", "--spike", "600:250ms"]
COLUMNS = ("frames", "steps", "in_ns", "stepped_ns", "carried_ns", "dropped_ns", "filter_error_ns", "missing_ns")


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(": ")[2]
    return platform.machine()


def loops():
    lines = subprocess.run([LAB, "list", "loops"], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def account(loop, frames):
    """Runs a loop. Returns the program's account of it and the processor time in seconds."""
    command = [LAB, "run", "--time-balance", "--frames", frames, "--json", "--lane", loop, *MACHINE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as lab:
        out = lab.stdout.read()
        _, status, usage = os.wait4(lab.pid, 0)
        lab.returncode = os.waitstatus_to_exitcode(status)
    if lab.returncode != 0:
        sys.exit(f"{loop}: exit code {lab.returncode}")
    return json.loads(out)["lanes"][0], usage.ru_utime + usage.ru_stime


def check(lane, frames):
    spent = sum(lane[key] for key in ("stepped_ns", "carried_ns", "dropped_ns", "filter_error_ns"))
    if lane["in_ns"] != spent or lane["missing_ns"] != 0 or lane["frames"] != int(float(frames)):
        sys.exit(f"{lane['name']}: the account does not add up")


def main():
    frames = sys.argv[1] if len(sys.argv) > 1 else "1e9"
    print(f"timestep_lab run --time-balance --frames {frames} {' '.join(MACHINE)} --lane LOOP; {processor()}, {os.cpu_count()} cores\n")
    widths = [max(len(title), 21 if title.endswith("_ns") else 12) for title in COLUMNS]
    print(f"{'':20}" + "".join(f"{title:>{width}}" for title, width in zip(COLUMNS, widths)) + "  million frames a second")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(account, loop, frames) for loop in sys.argv[2:] or loops()]
        for run in concurrent.futures.as_completed(runs):  # print each result at once, so that an aborted run keeps its results
            lane, seconds = run.result()
            check(lane, frames)
            sums = "".join(f"{lane[key]:>{width}}" for key, width in zip(COLUMNS, widths))
            print(f"{lane['name']:20}{sums}{lane['frames'] / seconds * 1e-6:>25.1f}", flush=True)


if __name__ == "__main__":
    main()
