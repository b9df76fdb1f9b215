#!/usr/bin/env python3
"""Measures the cost of the demo's window, compared with a bare window that shows Dear ImGui's demo page, under Xvfb.

    bench/window/window_bench.py [BUILD]     # build/release, configured with -DTIMESTEP_BENCH=ON

CPU time is the time of all threads of the program, including software OpenGL, from getrusage. Each figure is the best of four runs."""
import os
import pathlib
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/release"
DEMO, BARE = str(BUILD / "timestep_demo"), str(BUILD / "bench/bare_window")
SETTINGS = ["--virtual-clock", "--size", "1280x720"]  # no frame waits: as many frames as the machine can make
ROUNDS, FRAMES = 4, 240


def measured(command, env):
    """Runs a program. Returns its CPU time and wall time in seconds."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - begun


def frame_cost(command_of, env):
    """Returns the CPU time of a frame in milliseconds. The start does not count: the time of 10 frames is subtracted."""
    many = min(measured(command_of(FRAMES + 10), env)[0] for _ in range(ROUNDS))
    few = min(measured(command_of(10), env)[0] for _ in range(ROUNDS))
    return (many - few) / FRAMES * 1e3


def main():
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24"], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        env = dict(os.environ, DISPLAY=":" + pipe.readline().strip())
    try:
        bare = frame_cost(lambda n: [BARE, str(n)], env)
        print(f"a bare window with Dear ImGui's demo page  {bare:6.2f} ms of CPU a frame")
        six = "fixed,variable,semi-fixed,accumulator,interpolated,godot"
        for title, more in (("one lane, live", []), ("a race of six lanes", ["--mode", "race", "--loops", six])):
            for dock in ("timeline", "plots", "scoreboard"):
                cost = frame_cost(lambda n: [DEMO, *SETTINGS, *more, "--dock", dock, "--frames", str(n)], env)
                print(f"{title}, {dock:<12}  {cost:6.2f} ms of CPU a frame, {cost / bare:.2f} of the bare window")
        first = min(measured([BARE, "1"], env)[1] for _ in range(3 * ROUNDS))
        ours = min(measured([DEMO, "--size", "1280x720", "--frames", "1"], env)[1] for _ in range(3 * ROUNDS))
        print(f"start to the end of the first frame: bare {first * 1e3:.0f} ms, ours {ours * 1e3:.0f} ms, {ours / first:.2f} of it")
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
