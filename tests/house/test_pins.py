#!/usr/bin/env python3
"""Checks that both programs print and write the same bytes as at an earlier commit. tests/house/pins.txt has a line for each kind of
command, such as one with each loop: the start of the SHA-256 of the exit codes, the outputs, the messages and the files that are written.

  tests/house/test_pins.py                check; needs TIMESTEP_LAB and TIMESTEP_DEMO
  tests/house/test_pins.py --update       write pins.txt again; review the difference and give the reason in the commit
  tests/house/test_pins.py --keep FOLDER  write all outputs into FOLDER, to be compared with those of another build: diff -r"""
import concurrent.futures
import csv
import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import test_docs

ROOT = pathlib.Path(__file__).resolve().parents[2]
PINS = ROOT / "tests/house/pins.txt"
CAPTURES = ROOT.parent / "shared/captures"
LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
DEMO = pathlib.Path(os.environ.get("TIMESTEP_DEMO", "build/release/timestep_demo")).resolve()
WINDOW = "timestep_demo --headless --virtual-clock --fresh --telemetry frames.csv --report-widgets widgets.csv --size 1280x760"
HAND = "at 0.5 grab 0.3\nat 0.9 grab -1\nat 1.2 release\nat 1.5 set machine.delay_ms 40\nat 2 set loop.preset fixed\nat 2.5 key H\n"
LANES = "--lane fixed --lane variable --lane semi-fixed --lane accumulator --lane interpolated"


def names(kind):
    said = subprocess.run([LAB, "list", kind], check=True, capture_output=True, text=True).stdout
    found = [line.split()[0] for line in said.splitlines() if line and not line.startswith("#")]
    return found[1:] if kind == "loops" else found  # its table has a heading


def commands():
    """The commands, each with the program's name. Each runs in a folder of its own with the recordings of test_docs."""
    loops, scenes = names("loops"), names("scenes")
    found = [f"list {kind}" for kind in ("", "loops", "axes", "scenes", "integrators", "machines", "metrics", "lessons", "formats")]
    found += [f"plan --loop {loop} --frames before.csv --csv -" for loop in loops]
    found += [f"run --scene {scene} {LANES} --delay 12ms --jitter 4ms --seconds 4 --json" for scene in scenes]
    found += [f"run {LANES} --machine {machine} --seconds 6" for machine in names("machines")]
    found += [f"run --lane {loop} --lag break:2s --seconds 5 --csv frames.csv" for loop in loops]
    found += ["run --time-balance --frames 1e5 --jitter 20ms --lane interpolated --lane doom --lane glaiel --json 2> /dev/null"]
    for loop in ("variable", "semi-fixed", "interpolated", "unity", "quake", "minecraft"):
        found += [f"record a.replay --loop {loop} --script hand.txt --jitter 4ms --seconds 4 && timestep_lab replay a.replay --json"
                  " && timestep_lab replay a.replay --what-if machine.delay_ms=0 --at 1 && timestep_lab replay a.replay --live"]
    found += ["record a.replay --seconds 2 --quiet && timestep_lab record b.replay --seconds 2 --quiet --hz 50 && timestep_lab diff a.replay b.replay"]
    found += [f"lesson {lesson}" for lesson in names("lessons")]
    figures = ("inspect {}", "inspect {} --json", "inspect {} --timing displayed", "rank {} --top 60", "rank {} --json", "report {} -o page.html")
    cheap = "--loops fixed,variable,accumulator,interpolated,godot,unity --hz 60,120"
    for recording in ["before.csv", "probe.csv", *sorted(path.name for path in CAPTURES.glob("*.csv"))]:
        found += [f.format(recording) + (f" {cheap}" if f[0] == "r" else "") for f in figures]
        found += [f"convert {recording} --to {form}" for form in ("frame_ns", "presentmon", "mangohud")]
    found += ["inspect --table *.csv", "inspect --table --csv *.csv", "compare before.csv after.csv", "compare before.csv after.csv --json",
              "compare before.csv after.csv --check", "compare before.csv after.csv before.csv -- after.csv before.csv after.csv --check",
              "rank before.csv", "measure jump.log --tolerance 1%", "measure jump.log --json", "inspect flat.csv --refresh-hz 144",
              "identify probe.csv", "identify before.csv", "rank before.csv after.csv --vrr --step-cost 1ms"]
    found += [f"completion {shell}" for shell in ("bash", "zsh", "fish")]
    found += ["inspct", "inspect nothing.csv", "run --lane nothing", "run --hz 4", "run --set scene.stiffness=x", "run --set loop.nothing=1",
              "replay before.csv", "lesson nothing", "export --loop nothing", "rank before.csv --hz 60,x", "plan --frames hand.txt"]
    five = "--steady-frames --lane fixed --lane variable --lane semi-fixed --lane accumulator --lane interpolated"
    window = [f"{shown} --more on --frames 260 --script hand.txt"
              for shown in ("", five, "--lane machine=office-laptop-60 --lane machine=old-pc-25", "--lesson fifty-on-sixty")]
    window += [f"--steady-frames --lane {loop} --lane interpolated --frames 150 --delay 25ms" for loop in loops[:8]]
    window += [f"--scene {scene} --frames 150 --more on" for scene in scenes]
    window += [f"--steady-frames --loop {loop} --more {more} --frames 260 --script hand.txt" for loop in loops[:5] for more in ("off", "on")]
    window += ["--recording before.csv --frames 200", "--open before.csv --frames 60 --more on"]
    return [f"timestep_lab {command}".rstrip() for command in found] + [f"{WINDOW} {options}" for options in window]


def content(path):
    """The bytes of a file; of the widgets only names and texts, as places depend on the version of Dear ImGui."""
    data = path.read_bytes()
    if path.name != "widgets.csv":
        return data
    rows = csv.DictReader(io.StringIO(data.decode()))
    return "".join(f"{row['name']} = {row['value']}\n" for row in rows).encode()


def run(command, inputs, kept=None):
    """The pin of a command that runs in a folder with these inputs; with `kept` also writes its output into that folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in inputs:
            (folder / path.name).symlink_to(path)
        environment = {"PATH": f"{LAB.parent}:{DEMO.parent}:/usr/bin:/bin", "HOME": name, "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "120"}
        ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, stdin=subprocess.DEVNULL, check=False)
        shutil.rmtree(folder / ".config", ignore_errors=True)
        parts = {"output": ran.stdout, "messages": f"{ran.stderr.decode()}(exit {ran.returncode})\n".encode()}
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                parts[str(path.relative_to(folder)).replace("/", "_")] = content(path)
    parts = {part: re.sub(rb"\b[0-9a-f]{12}\+?", b"COMMIT", data) if part == "page.html" else data for part, data in parts.items()}
    if kept:
        place = kept / re.sub(r"[^\w.,=+-]+", "_", command)[:200]
        place.mkdir(parents=True, exist_ok=True)
        for part, data in parts.items():
            (place / part).write_bytes(data)
    return hashlib.sha256(b"".join(part.encode() + b"\0" + data for part, data in parts.items())).hexdigest()[:16]


def kind_of(command, chosen):
    """The command with a star in place of each loop, scene, machine, lesson and recording."""
    return " ".join("*" if word in chosen or word.endswith(".csv") else word for word in command.removeprefix(WINDOW).split())


def pins(kept=None):
    """Runs every command, and returns the lines of pins.txt."""
    todo = commands()
    chosen = {name for kind in ("loops", "scenes", "machines", "lessons") for name in names(kind)}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = pathlib.Path(name)
        test_docs.recordings(made)
        (made / "hand.txt").write_text(HAND, encoding="ascii")
        inputs = [*made.iterdir(), *CAPTURES.glob("*.csv")]
        kinds = {}
        for command, pin in zip(todo, pool.map(lambda command: run(command, inputs, kept), todo)):
            kinds.setdefault(kind_of(command, chosen), []).append(pin)
    return [f"{hashlib.sha256(' '.join(found).encode()).hexdigest()[:16]} {len(found):4}  {kind}" for kind, found in kinds.items()]


class Pins(unittest.TestCase):
    @unittest.skipUnless(CAPTURES.is_dir(), "no shared/captures beside the project")
    def test_each_command_writes_the_same_bytes_as_before(self):
        expected = PINS.read_text(encoding="utf-8").splitlines()
        self.maxDiff = None
        changed = sorted(set(pins()).symmetric_difference(expected))
        self.assertEqual(changed, [], "compare the outputs of both builds: tests/house/test_pins.py --keep FOLDER")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--update"]:
        PINS.write_text("\n".join(pins()) + "\n", encoding="utf-8")
    elif sys.argv[1:2] == ["--keep"]:
        pins(pathlib.Path(sys.argv[2]).resolve())
    else:
        unittest.main()
