#!/usr/bin/env python3
"""Measures how much processor time the shim of `timestep_lab slow` takes per frame of a game when no lag is set. It measures the time of
presenting one picture without drawing it, with the shim and without it, best of 5.
Usage: slow_cost.py [--write FILE]. TIMESTEP_LAB names the program. Exit code 1 if the cost is 2 us or more."""
import argparse
import os
import pathlib
import platform
import re
import subprocess
import sys

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
GAME = LAB.parent / "tests/fake_game"
PICTURES = 300_000
LIMIT = 2000.0  # ns


def cost(*before):
    """Returns the processor time of one picture in ns; `before` stands before the game on the command line."""
    def once():
        ran = subprocess.run([*before, GAME, "timed", str(PICTURES)], capture_output=True, text=True, check=True)
        return float(re.search(r"^cost ([\d.]+) ns$", ran.stdout, re.MULTILINE)[1])
    return min(once() for _ in range(5))


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)[1] if "model name" in text else platform.machine()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", type=pathlib.Path)
    write = arguments.parse_args().write
    without, off, zero = cost(), cost(LAB, "slow", "--lag", "off", "--"), cost(LAB, "slow", "--")
    text = (f"slow_cost.py on {processor()}: processor time of one picture, best of 5\n"
            f"without the shim            {without:8.1f} ns\n"
            f"with the shim, lag off      {off:8.1f} ns\n"
            f"with the shim, no lag set   {zero:8.1f} ns\n")
    print(text, end="")
    if write:
        write.write_text(text, encoding="utf-8")
    return 0 if max(off, zero) - without < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
