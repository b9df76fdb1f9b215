#!/usr/bin/env python3
"""Compares replays of two builds of timestep_lab, such as gcc's and clang's.

Both builds record every preset with the same script file of 500 random inputs. The files must be equal to the byte, and each build must run
the other's file again to the bit.

    tests/lab/replay/two_builds.py build/release/timestep_lab /elsewhere/timestep_lab [SECONDS] [INPUTS]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile


def script(seed, seconds, count):
    """Returns a script file with `count` random inputs at random times."""
    chance = random.Random(seed)
    kinds = [lambda: f"press {chance.choice(['left', 'right', 'jump', 'dash'])}",
             lambda: f"let-go {chance.choice(['left', 'right', 'jump', 'dash'])}",
             lambda: f"grab {chance.randint(-10, 10) / 10}",
             lambda: "release",
             lambda: f"set machine.delay_ms {chance.randint(0, 11)}",
             lambda: f"set scene.stiffness {chance.randint(100, 1000)}",
             lambda: f"key {chance.choice('RHHHHHHH')}",
             lambda: f"set loop.hz {30 + 10 * chance.randint(0, 9)}"]
    moments = sorted(chance.random() * seconds for _ in range(count))
    return "".join(f"at {at:.6f} {chance.choice(kinds)()}\n" for at in moments)


def run(program, *words):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)


def loops(program):
    titles, *rows = run(program, "list", "loops").stdout.splitlines()
    assert titles.startswith("loop ")
    return [row.split()[0] for row in rows if row[:1].isalpha()]


def check(programs, folder, loop, seconds):
    """Returns the differences between the two builds for one loop, in words; empty if there are none."""
    files = [folder / f"{i}.replay" for i in (0, 1)]
    for program, file in zip(programs, files):
        made = run(program, "record", file, "--script", folder / "script.txt", "--seconds", seconds, "--loop", loop, "--jitter", "9ms",
                   "--spike", "100:250ms")
        if made.returncode != 0:
            return made.stderr.strip()
    wrong = "" if files[0].read_bytes() == files[1].read_bytes() else "other bytes; "
    for program, file in zip(programs, reversed(files)):
        played = run(program, "replay", file, "--verify", "--json")
        if played.returncode != 0 or not json.loads(played.stdout)["same"]:
            wrong += f"{program} runs the other's otherwise; "
    return wrong


def main():
    programs = [str(pathlib.Path(name).resolve()) for name in sys.argv[1:3]]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 3600
    inputs = int(sys.argv[4]) if len(sys.argv) > 4 else 500
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        all_loops = loops(programs[0])
        for seed, loop in enumerate(all_loops):
            (folder / "script.txt").write_text(script(seed, seconds, inputs), encoding="ascii")
            wrong = check(programs, folder, loop, seconds)
            failed += 1 if wrong else 0
            print(f"  {loop}: {wrong or 'the same'}", flush=True)
        print(f"{len(all_loops) - failed} of {len(all_loops)} loops run the same {seconds} s with {inputs} inputs on both builds")
    return 1 if failed or len(all_loops) < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
