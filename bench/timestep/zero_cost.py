#!/usr/bin/env python3
"""Counts, with valgrind's callgrind, the instructions per frame of three loops of the library and of the same loops
written by hand in exact integers (zero_cost.cpp), and of the loop of "Fix Your Timestep!" in floating-point seconds. Instruction counts do not depend on the machine's load, so a test checks the limit, too.
It also compares the program with one whose loops have hooks that do nothing (timestep/hooks.hpp): both must have the same bytes of code.
Usage: zero_cost.py [--optimise -O2,-O3] [--frames 10000]. Exit code 1 if a ratio is above
1.05, if `interpolated` takes over 20 instructions a frame more than the article's loop, or if the codes differ."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIMIT = 1.05
MOST_MORE = 20  # instructions a frame that exact time costs: the article's loop rounds, and so needs no division with remainder
LOOPS = ("interpolated", "semi-fixed", "accumulator")


def call(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=True)


def instructions(program, loop, variant, frames):
    """Returns the instructions per frame and the text that the run printed."""
    with tempfile.NamedTemporaryFile() as out:
        done = call("valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", "--toggle-collect=*counted_*",
                    program, loop, variant, frames)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]) / frames, done.stdout


def built(folder, compiler, optimise, *hooked):
    """Compiles the program into the folder."""
    program = pathlib.Path(folder) / "zero_cost"
    call(compiler, "-std=c++20", optimise, "-DNDEBUG", "-ffp-contract=off", f"-I{ROOT / 'src'}", *hooked, HERE / "zero_cost.cpp", "-o", program)
    return program


def compare(compiler, optimise, frames):
    """Yields for each loop: its name, the instructions by hand and by the library, and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        program = built(folder, compiler, optimise)
        for loop in (*LOOPS, "fiedler"):
            library, printed = instructions(program, loop, "library", frames)
            hand, expected = instructions(program, loop, "hand", frames)
            if printed != expected and loop != "fiedler":  # which has rounding errors
                sys.exit(f"{loop}: the library and the hand disagree: {printed!r} {expected!r}")
            yield loop, hand, library, library / hand


def code_of(compiler, optimise, *hooked):
    """Returns the instructions and the constants of the program."""
    with tempfile.TemporaryDirectory() as folder:
        program, code = built(folder, compiler, optimise, *hooked), pathlib.Path(folder) / "code.bin"
        call("objcopy", "-O", "binary", "--only-section=.text", "--only-section=.rodata", program, code)
        return code.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--optimise", default="-O2,-O3")
    parser.add_argument("--frames", type=int, default=10000)
    options = parser.parse_args()
    compilers = [c for c in (shutil.which("g++-12") or shutil.which("g++"),
                             shutil.which("clang++-14") or shutil.which("clang++")) if c]

    lines = [f"instructions per frame (callgrind), steps included, {options.frames} noisy frames",
             f"{'compiler':<14} {'':<4} {'loop':<14} {'by hand':>8} {'library':>8} {'ratio':>6}"]
    worst, most_more = 0.0, 0.0
    differing = []
    for compiler in compilers:
        for optimise in options.optimise.split(","):
            plain, hooked = code_of(compiler, optimise), code_of(compiler, optimise, "-DHOOKED")
            if not plain or plain != hooked:
                differing.append(f"{pathlib.Path(compiler).name} {optimise}: {len(plain)} bytes without hooks, {len(hooked)} with NoHooks, differing")
            for loop, hand, library, ratio in compare(compiler, optimise, options.frames):
                if loop == "fiedler":
                    most_more = max(most_more, library - hand)
                else:
                    worst = max(worst, ratio)
                name = pathlib.Path(compiler).name
                lines.append(f"{name:<14} {optimise:<4} {loop:<14} {hand:8.1f} {library:8.1f} {ratio:6.3f}")
    lines.append(f"worst ratio to the loops in integers {worst:.3f}, at most {LIMIT} is allowed")
    lines.append(f"at most {most_more:.1f} instructions a frame more than the article's loop, {MOST_MORE} are allowed")
    lines += differing or ["loops with NoHooks have the same code as loops without hooks, byte by byte"]
    print("\n".join(lines))
    return 1 if worst > LIMIT or most_more > MOST_MORE or differing else 0


if __name__ == "__main__":
    sys.exit(main())
