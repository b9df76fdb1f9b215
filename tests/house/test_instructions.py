#!/usr/bin/env python3
"""Counts the instructions of the programs' own code (without libraries) with valgrind's callgrind, for commands on small fixed inputs.
Counts do not depend on the load of the machine: one above 1.05 of that in tests/house/instructions.txt is speed that was lost.
For every format of recordings, and for `measure`, twice the input takes twice the instructions.

  tests/house/test_instructions.py           check; needs TIMESTEP_LAB, TIMESTEP_DEMO and COMPILER, by which the counts were recorded
  tests/house/test_instructions.py --update  write instructions.txt again; give the reason for each raised count in the commit"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench/cli"), str(ROOT / "tests/attack")]
import one_gigabyte as recordings  # pylint: disable=wrong-import-position
from test_memory import READERS  # pylint: disable=wrong-import-position

COUNTS = ROOT / "tests/house/instructions.txt"
LAB = os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")
DEMO = os.environ.get("TIMESTEP_DEMO", "build/release/timestep_demo")
COMPILER = os.environ.get("COMPILER", "")
LIMIT = 1.05
LANES = "--lane fixed --lane variable --lane semi-fixed --lane accumulator --lane interpolated"
WINDOW = "--headless --virtual-clock --fresh --size 640x480"
COMMANDS = {
    "inspect frame_ns": (LAB, "inspect frames.csv"),
    "inspect PresentMon": (LAB, "inspect presents.csv"),
    "rank": (LAB, "rank --quiet short.csv --loops fixed,accumulator,interpolated --hz 60"),
    "convert PresentMon": (LAB, "convert presents.csv --to frame_ns"),
    "convert frame_ns": (LAB, "convert frames.csv --to presentmon"),
    "1000 frames of the five loops": (LAB, f"run {LANES} --jitter 4ms --frames 1000"),
    "the window's first frame": (DEMO, f"{WINDOW} --frames 1"),
    "40 frames of one lane, all controls": (DEMO, f"{WINDOW} --more on --frames 40"),
    "40 frames of six lanes": (DEMO, f"{WINDOW} --steady-frames {LANES} --lane godot --frames 40"),
}


def own_instructions(profile, program):
    """Returns the sum of the costs in a callgrind profile of the functions in the program's own file."""
    names, is_own, is_call, total = {}, False, False, 0
    for line in profile.splitlines():
        if found := re.match(r"ob=\((\d+)\)(?: (.*))?", line):
            names.setdefault(found[1], found[2])
            is_own = pathlib.Path(names[found[1]]).name == pathlib.Path(program).name
        elif found := re.match(r"cob=\((\d+)\) (.*)", line):
            names.setdefault(found[1], found[2])
        elif line.startswith("calls="):
            is_call = True  # the next line has the cost of the called function
        elif re.match(r"[+*\d-]", line):
            total += 0 if is_call or not is_own else int(line.split()[1])
            is_call = False
    return total


def count(program, arguments, folder):
    """Returns the instructions of a command that runs in the folder on one processor, so that it starts no threads for loops."""
    out = pathlib.Path(folder) / "profile"
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "GALLIUM_DRIVER": "softpipe", "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", pathlib.Path(program).resolve(), *arguments.split()],
                   check=True, capture_output=True, cwd=folder, env=environment,
                   preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))
    return own_instructions(out.read_text(encoding="utf-8", errors="replace"), program)


def counts():
    """Yields the name of each command and its count."""
    with tempfile.TemporaryDirectory(prefix="timestep-instructions-") as folder:
        path = pathlib.Path(folder)
        recordings.presentmon(path / "presents.csv", 0.5)
        times = [f"{recordings.frame_us(i) * 1000}\n" for i in range(50_000)]
        (path / "frames.csv").write_text("frame_ns\n" + "".join(times), encoding="ascii")
        (path / "short.csv").write_text("frame_ns\n" + "".join(times[:2000]), encoding="ascii")
        for name, (program, arguments) in COMMANDS.items():
            if program and pathlib.Path(program).exists():
                yield name, count(program, arguments, folder)


class Instructions(unittest.TestCase):
    def test_no_command_takes_more_instructions_than_recorded(self):
        compiler, *lines = COUNTS.read_text(encoding="utf-8").splitlines()
        if not shutil.which("valgrind") or compiler != COMPILER:
            self.skipTest(f"needs valgrind, and a build by {compiler}, not {COMPILER}")
        recorded = {name: int(number) for number, name in (line.split(" ", 1) for line in lines)}
        for name, now in counts():
            with self.subTest(command=name):
                print(f"{name}: {now} instructions, {now / recorded[name]:.3f} of those recorded", flush=True)
                self.assertLessEqual(now, LIMIT * recorded[name])


def measures(rates):
    """Returns a function that yields `count` measures of different names, at each of `rates` in turn."""
    return lambda count: (f"measure: frames_per_second {rate}\n" + "".join(f"measure: a{i}_after_1_s {rate + i}\n" for i in range(count // len(rates)))
                          for rate in rates)


# {name: command and generator of its input of a given size}
SIZED = {f"inspect {name}": ("inspect", rows) for name, (_, _, rows) in READERS.items()} | {
    "measure, many names": ("measure", measures([60])), "measure, many names at three rates": ("measure", measures([30, 60, 120])),
    "measure, one name": ("measure", lambda count: ("measure: frames_per_second 60\nmeasure: a 7\n" for _ in range(count)))}
LINEAR_LIMIT = 1.1


@unittest.skipUnless(shutil.which("valgrind"), "needs valgrind")
class Linear(unittest.TestCase):
    def test_each_reader_and_measure_take_instructions_in_proportion_to_their_input(self):
        for name, (command, rows) in SIZED.items():
            with self.subTest(input=name), tempfile.TemporaryDirectory(prefix="timestep-instructions-") as folder:
                found = []
                for size in (3000, 6000, 12_000):
                    with open(pathlib.Path(folder) / "input", "w", encoding="utf-8") as file:
                        file.writelines(rows(size))
                    found.append(count(LAB, f"{command} input", folder))
                growth = (found[2] - found[1]) / (found[1] - found[0]) / 2
                print(f"{name}: {found[2]} instructions, {growth:.3f} of the growth in proportion", flush=True)
                self.assertLess(growth, LINEAR_LIMIT)


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        COUNTS.write_text(f"{COMPILER}\n" + "".join(f"{number} {name}\n" for name, number in counts()), encoding="utf-8")
    else:
        unittest.main(verbosity=2)
