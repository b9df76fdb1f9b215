#!/usr/bin/env python3
"""Changes each loop that `timestep_lab export --runner --lang c` writes, in one place at a time, and counts the changes that
`timestep_lab conform` notices: its output differs from that of the unchanged loop.
  scripts/loop_mutants.py [LOOP...]     these loops; all without a name
A change that is not noticed is proved equal over a million frames, or listed. TIMESTEP_LAB names the program."""
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
NUMBER = r"\b(\d{8,})\b"
# name: pattern and replacement, in the body of plan_frame
OPERATORS = {
    ">= to >": (r" >= ", " > "),
    "> to >=": (r" > ", " >= "),
    "< to <=": (r" < ", " <= "),
    "<= to <": (r" <= ", " < "),
    "no upper limit": (r"exported_min_\(([^(),]+), [^(),]+\)", r"(\1)"),
    "no lower limit": (r"exported_max_\(([^(),]+), [^(),]+\)", r"(\1)"),
    "upper for lower limit": (r"exported_max_\(", "exported_min_("),
    "+ to -": (r" \+ ", " - "),
    "- to +": (r" - ", " + "),
    "+= to -=": (r" \+= ", " -= "),
    "limit doubled": (NUMBER, r"(2 * \1)"),
    "limit less 1 ns": (NUMBER, r"(\1 - 1)"),
    "carried set to 0": (r"(loop->carried\w*) = [^;]+;", r"\1 = 0;"),
    "carried in float": (r"(loop->carried\w*) = ([^;]+);", r"\1 = (float)(\2);"),
    "dt in float": (r"plan\.dt_seconds = ([^;]+);", r"plan.dt_seconds = (float)(\1);"),
    "alpha of the frame before": (r"plan\.alpha = ([^;]+);", r"static double old = 0.0; plan.alpha = old; old = \1;"),
    "1 - alpha": (r"plan\.alpha = ([^;]+);", r"plan.alpha = 1.0 - (\1);"),
    "a step more": (r"plan\.steps = ([^;]+);", r"plan.steps = (\1) + 1;"),
    "dropped not said": (r"plan\.dropped_ns = [^;]+;", "plan.dropped_ns = 0;"),
}


def built(folder, name, source):
    """The program, or None if the source does not compile."""
    (folder / f"{name}.c").write_text(source, encoding="ascii")
    done = subprocess.run(["cc", "-std=gnu11", "-O1", "-w", f"{name}.c", "-o", name], cwd=folder, capture_output=True, check=False)
    return folder / name if done.returncode == 0 else None


def verdict(program):
    done = subprocess.run([LAB, "conform", "--json", "--", program], capture_output=True, text=True, check=False)
    return done.stdout + re.sub(r"^\S+ \S+:", "", done.stderr)  # without the name of the program


def answers(program, frames):
    return subprocess.run([program], input=frames, capture_output=True, check=False).stdout


def million_frames():
    random.seed(5)
    lines = ["hello 1 rate=60/1 refresh=16666667 seed=1"]
    for i in range(1_000_000):
        kind = random.random()
        time = random.randrange(3_000_000_000) if kind < 0.01 else random.randrange(40_000_000) if kind < 0.4 else 16_666_666 + random.randrange(2)
        lines.append(f"frame {-5_000_000 if kind > 0.999 else time}" + (" refresh=6944444" if i == 500_000 else ""))
    return ("\n".join(lines) + "\n").encode()


def mutants(source):
    """Yields the name of the operator and the changed source for the first place of each operator."""
    begin = source.index("exported_plan exported_plan_frame(")
    end = source.index("\n}\n", begin)
    for name, (pattern, replacement) in OPERATORS.items():
        body = re.sub(pattern, replacement, source[begin:end], count=1)
        if body != source[begin:end]:
            yield name, source[:begin] + body + source[end:]


def try_loop(loop, frames):
    """The lines of the report about a loop, and the numbers of mutants that are noticed, equal, and missed."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        source = subprocess.run([LAB, "export", "--loop", loop, "--lang", "c", "--runner"], capture_output=True, text=True, check=True).stdout
        program = built(folder, "original", source)
        expected, counts, report, original_answers = verdict(program), [0, 0, 0], [], None
        for name, changed in mutants(source):
            mutant = built(folder, "mutant", changed)
            if mutant is None:
                continue
            if verdict(mutant) != expected:
                counts[0] += 1
                continue
            original_answers = original_answers or answers(program, frames)
            is_equal = answers(mutant, frames) == original_answers
            counts[1 if is_equal else 2] += 1
            report.append(f"{loop}: {name}: " + ("equal in a million frames" if is_equal else "NOT NOTICED"))
        return report, counts


def main():
    listed = subprocess.run([LAB, "export", "--list"], capture_output=True, text=True, check=True).stdout
    loops = sys.argv[1:] or re.findall(r"^([a-z0-9-]+) +yes", listed, re.MULTILINE)
    frames = million_frames()
    total = [0, 0, 0]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for report, counts in pool.map(lambda loop: try_loop(loop, frames), loops):
            total = [a + b for a, b in zip(total, counts)]
            for line in report:
                print(line, flush=True)
    print(f"{len(loops)} loops, {sum(total)} mutants: {total[0]} noticed, {total[1]} equal in a million frames, {total[2]} not noticed")


if __name__ == "__main__":
    main()
