#!/usr/bin/env python3
"""A billion frames of every preset, each nanosecond of them accounted for: too long for CI, so for a night now and then.
Usage: billion_frames.py [FRAMES], 1e9 unless told; half an hour on two quiet cores. TIMESTEP_LAB names the program. Frames are of
all lengths: no VSYNC, 2 ms of work, up to 20 ms of jitter. Exit code 1 if a nanosecond is missing anywhere."""
import json
import os
import pathlib
import platform
import subprocess
import sys

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
MACHINE = ["--vsync", "off", "--jitter", "20ms"]
COLUMNS = ("frames", "steps", "in_ns", "stepped_ns", "carried_ns", "dropped_ns", "filter_error_ns", "missing_ns")


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(": ")[2]
    return platform.machine()


def said(*arguments):
    done = subprocess.run([LAB, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout, done.stderr


def loops():
    lines = said("list", "loops")[0].splitlines()[1:]
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def main():
    frames = sys.argv[1] if len(sys.argv) > 1 else "1e9"
    lanes = [word for name in loops() for word in ("--lane", name)]
    out, rate = said("run", "--account", "--frames", frames, "--json", *MACHINE, *lanes)
    accounts = json.loads(out)["lanes"]
    print(f"timestep_lab run --account --frames {frames} {' '.join(MACHINE)}, a --lane for every preset; {processor()}, {os.cpu_count()} cores")
    print(f"{rate.strip().removeprefix('timestep_lab: ')}, all lanes together\n")
    print(f"{'':20}" + "".join(f"{title:>20}" for title in COLUMNS))
    for lane in accounts:
        print(f"{lane['name']:20}" + "".join(f"{lane[key]:>20}" for key in COLUMNS))
        spent = sum(lane[key] for key in ("stepped_ns", "carried_ns", "dropped_ns", "filter_error_ns"))
        if lane["in_ns"] != spent or lane["frames"] != int(float(frames)):
            sys.exit(f"{lane['name']}: the account does not add up")


if __name__ == "__main__":
    main()
