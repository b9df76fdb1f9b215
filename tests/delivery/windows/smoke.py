#!/usr/bin/env python3
"""Opens the window of timestep_demo for 240 frames on a virtual clock, and compares the telemetry with that of another system.

    smoke.py PROGRAM TELEMETRY --store   writes TELEMETRY, without a window
    smoke.py PROGRAM TELEMETRY           fails if the telemetry differs, or if the screenshot is empty"""
import pathlib
import subprocess
import sys
import tempfile

ARGUMENTS = ["--virtual-clock", "--fresh", "--size", "1280x760", "--mode", "race", "--loops", "fixed,variable,interpolated", "--delay", "40ms",
             "--frames", "240", "--telemetry", "telemetry.csv", "--screenshot", "picture.png"]
EMPTY_PICTURE = 20_000  # bytes; a window of one colour has 4,000, the first screen 90,000


def main():
    program, stored = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        subprocess.run([program, *["--headless"] * ("--store" in sys.argv), *ARGUMENTS], cwd=folder, check=True, timeout=600)
        size = (folder / "picture.png").stat().st_size
        telemetry = (folder / "telemetry.csv").read_bytes()
    if size < EMPTY_PICTURE:
        sys.exit(f"the screenshot has only {size} bytes")
    if "--store" in sys.argv:
        stored.write_bytes(telemetry)
    elif telemetry != stored.read_bytes():
        sys.exit(f"the telemetry of {program.name} differs from {stored}")
    print(f"{program.name}: a picture of {size} bytes, {len(telemetry.splitlines())} lines of telemetry")


if __name__ == "__main__":
    main()
