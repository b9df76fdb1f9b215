#!/usr/bin/env python3
"""Compares timestep_lab for another system with timestep_lab for this one: for Windows, run by wine, or for the browser, run by node.

    compare.py NATIVE timestep_lab.exe|timestep_lab.js [TEXT...]
    compare.py --store FILE.stored NATIVE [TEXT...]   stores the results of NATIVE
    compare.py FILE.stored timestep_lab.exe           compares with these, on a system where NATIVE does not run

Runs each command of COMMANDS with both programs, each in a folder of its own with the same files, and compares byte by byte: the standard
output, the standard error, the exit code, and all files that the commands have written. With TEXTs, runs only the commands that contain one of
them. Prints each difference; the exit code is 1 if there is one. A command of DIFFERENT is compared in its exit code only."""
import argparse
import difflib
import os
import pathlib
import pickle
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
RUNNERS = {".exe": [ROOT / "scripts/wine.sh"] * (os.name != "nt"), ".js": [ROOT / "scripts/node.js"]}  # ending of a program: what runs it
FIXTURES = ROOT / "tests/recordings/formats/fixtures"
REPLAY = ROOT / "tests/lab/replay/fixtures/v5.replay"
NAMES = ["á日.csv", "größe ü.csv"]  # copies of a recording; Windows has another encoding for such names

COMMANDS = """
--version
list loops
list axes
list scenes
list machines
list metrics
list lessons
list formats
plan --frames f/frame_ns.csv --csv -
plan --frames f/presentmon_1.10.csv --loop semi-fixed --csv plan.csv
run --lane semi-fixed --lane interpolated --seconds 5
run --lane fixed --lane variable,delay=40ms --seconds 5 --csv run.csv
run --lane fixed --seconds 60 --json
record made.replay --lane interpolated --seconds 3
replay made.replay
replay v5.replay
diff made.replay v5.replay
identify f/slow.csv
rank f/presentmon_1.10.csv
rank f/capframex.json --json
rank f/mangohud_0.6.9.csv --json
report f/presentmon_2.3.csv -o report.html
compare f/presentmon_1.10.csv f/presentmon_1.5.csv
compare f/presentmon_1.10.csv f/capframex.csv --json
convert f/presentmon_1.10.csv --to frame_ns -o converted.csv
convert f/capframex.json --to mangohud -o -
export --loop accumulator
export --loop semi-fixed --lang rust -o exported.rs
export --loop interpolated --lang cpp -o exported.hpp
completion bash
inspect --table f
inspect --table f/*.csv
inspect --table f/**/p*.csv --csv
inspect á日.csv
inspect "größe ü.csv" --json
convert á日.csv --to frame_ns -o "größer 日.csv"
plan --frames "größe ü.csv" --csv -
inspect no-such-file.csv
inspect "日/größe.csv"
inspect f/frame_ns.csv extra --json
frobnicate
run --lane no-such-loop
run --lane fixed --frames 2 --csv no/such/folder.csv
run --lane fixed --frames 2 --csv f
convert á日.csv --to frame_ns -o á日.csv
convert á日.csv --to frame_ns -o f/../á日.csv
export --loop fixed --lang nothing
""".strip().splitlines() + [f"inspect f/{path.name} --json" for path in sorted(FIXTURES.iterdir())]
COMMANDS += [f"lesson {path.stem}" for path in sorted((ROOT / "assets/lessons").glob("*/*.toml"))]

DIFFERENT = {  # command: reason
    "--version": "it names the compiler and the commit of the build",
    "completion bash": "it lists the commands, and `slow` exists on Linux only",
}


def run(program, command, folder):
    """Returns the exit code, the standard output and the standard error of a command."""
    ran = subprocess.run([*program, *shlex.split(command)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    return ran.returncode, ran.stdout, ran.stderr


def first_lines_of_difference(native, other):
    lines = [text.decode(errors="replace").splitlines() for text in (native, other)]
    return "\n".join(list(difflib.unified_diff(*lines, "native", "other", lineterm="", n=0))[:12]) or "(only line ends differ)"


def differences(command, native, other):
    """Yields one text for each difference between the results of run()."""
    for what, a, b in zip(("exit code", "stdout", "stderr"), native, other):
        if a == b or (command in DIFFERENT and what != "exit code"):
            continue
        yield f"{what}: {a} and {b}" if what == "exit code" else f"{what}:\n{first_lines_of_difference(a, b)}"


def files_below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def results_of(program, commands):
    """Runs the commands in a new folder. Returns the result of each command, and the files of the folder."""
    command_line = [*RUNNERS.get(program.suffix, []), program.resolve()]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        shutil.copytree(FIXTURES, folder / "f")
        shutil.copy(REPLAY, folder)
        for name in NAMES:
            shutil.copy(FIXTURES / "presentmon_1.10.csv", folder / name)
        return {command: run(command_line, command, folder) for command in commands}, files_below(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--store", action="store_true")
    parser.add_argument("native", type=pathlib.Path)
    parser.add_argument("other", type=pathlib.Path)
    parser.add_argument("texts", nargs="*")
    options = parser.parse_args()
    commands = [command for command in COMMANDS if not options.texts or any(text in command for text in options.texts)]
    if options.store:
        options.native.write_bytes(pickle.dumps(results_of(options.other, commands)))
        return 0
    if options.native.suffix == ".stored":
        results, files = pickle.loads(options.native.read_bytes())
        commands = list(results)
    else:
        results, files = results_of(options.native, commands)
    other_results, other_files = results_of(options.other, commands)
    wrong = 0
    for command in commands:
        for difference in differences(command, results[command], other_results[command]):
            wrong += 1
            print(f"timestep_lab {command}\n{difference}\n")
    for name in sorted(files.keys() | other_files.keys()):
        if files.get(name) != other_files.get(name):
            wrong += 1
            missing = "not written by " + ("the other" if name in files else "native")
            both = name in files and name in other_files
            print(f"{name}: {first_lines_of_difference(files[name], other_files[name]) if both else missing}\n")
    print(f"{len(commands)} commands, {len(files)} files; {wrong} differences")
    for command, reason in DIFFERENT.items():
        print(f"  not compared but in the exit code: {command} ({reason})")
    return 1 if wrong or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
