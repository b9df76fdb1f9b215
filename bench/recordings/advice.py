#!/usr/bin/env python3
"""Measures the advice of `timestep_lab rank` on made recordings whose kind is known: whether it is right, and whether parts of a recording
and a copy with noise lead to the same advice.
Usage: advice.py [BUILD [FOLDER]]. BUILD contains the program; the default is build/release. FOLDER contains the recordings; by default,
../shared/reference/make_recordings.py makes 405. Exit code 1 if a row of the table misses its limit."""
import concurrent.futures
import csv
import html
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
VISIBLE_MS = 8.34  # smaller jumps of the shown time are not counted
# Name of each row, and the smallest share of the judged recordings that must pass, in percent.
ROWS = {"no blending is needed: fewer than two added jumps a minute": 98, "no loop with a veto is named or compared with": 100,
        "whole, halves and all frames but each hundredth have one loop": 98, "the same answer with 1 % of noise in a tenth of the frames": 95,
        "alternating frames are reported, with the possible causes": 100}


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def rank(lab, path, frames):
    """Writes frame times in ms to a file, and returns the JSON output of `rank` for it."""
    path.write_text("frame_ms\n" + "".join(f"{frame:.4f}\n" for frame in frames), encoding="ascii")
    return json.loads(output_of(lab, "--quiet", "rank", "--json", path))


def answer_of(ranking):
    """Returns the kind of the answer, and the set of the loop that it recommends with its rate; empty without one."""
    advice = ranking["recommendation"]
    return advice["answer"], {(advice["loop"], advice["hz"])} if advice["loop"] else set()


def are_same(answers):
    """True if all answers have the same loop; answers without a loop must be of the same kind."""
    return all(a == b and (a or kind == other) for kind, a in answers for other, b in answers)


def hitch_limit(frames):
    return max(2.5 * statistics.median(frames), statistics.median(frames) + 25)


def jumps_per_minute(lab, path, candidate):
    """Runs a loop with the recording. Returns the number of frames a minute whose shown time advances by a time that differs by over 8.34 ms
    from the frame times on both sides, not counting hitches and the frames next to them."""
    rate = ["--hz", str(candidate["hz"])] if candidate["hz"] else []
    rows = list(csv.DictReader(output_of(lab, "--quiet", "run", "--recording", path, "--recording-end", "stop", "--frames", "1000000",
                                         "--loop", candidate["loop"], *rate, "--csv", "-").splitlines()))
    frames, shown = [float(row["frame_ns"]) / 1e6 for row in rows], [1e3 * float(row["shown_s"]) for row in rows]
    limit = hitch_limit(frames)
    judged = [i for i in range(1, len(frames) - 1) if max(frames[i - 1:i + 2]) <= limit]
    jumps = sum(all(abs(shown[i] - shown[i - 1] - frame) > VISIBLE_MS for frame in frames[i:i + 2]) for i in judged)
    return 60_000 * jumps / sum(frames[i] for i in judged)


def vetoed_loops(lab, path, ranking):
    """Returns the loops with a veto that the advice names as JSON, as text and as a page, without the tables of all loops. A loop without a
    rate in the text has the rate of the measure."""
    measure = ranking["candidates"][ranking["measure"]]
    page = re.split('Its cost: |<section id="recording">', output_of(lab, "--quiet", "report", path, "-o", "-"))[0]
    text = " ".join([json.dumps(ranking["recommendation"]), output_of(lab, "--quiet", "rank", path).partition("  loop  ")[0],
                     html.unescape(re.sub("<[^>]*>", " ", page))])
    names = "|".join(re.escape(c["loop"]) for c in ranking["candidates"])
    named = {(measure["loop"], measure["hz"])} | answer_of(ranking)[1]
    for loop, hz in re.findall(rf"(?<![\w-])({names})(?![\w-])(?:(?: at | --hz )([\d.]+))?", text):
        named |= {(loop, float(hz or measure["hz"])), (loop, None)}
    return named & {(c["loop"], c["hz"]) for c in ranking["candidates"] if c["vetoes"]}


def expected_alternation(frames):
    """Returns the text that must be in the advice about alternating long and short frames, or None."""
    limit, ratios = hitch_limit(frames), [min(pair) / max(pair) for pair in zip(frames, frames[1:])]
    clamped = [min(frame, limit) for frame in frames]
    mean, variance = statistics.fmean(clamped), statistics.pvariance(clamped)
    covariance = sum((a - mean) * (b - mean) for a, b in zip(clamped, clamped[1:])) / len(clamped)
    if covariance >= -0.5 * variance or variance <= (0.2 * mean)**2:
        return None
    return "because a driver generated it" if statistics.median(ratios) < 0.3 else "Either a driver generates every second frame, or VSYNC"


def judge(lab, source, folder):
    """Returns an item for each row: None if the row does not apply, else (is_passed, detail)."""
    frames = [float(line) for line in source.read_text(encoding="ascii").split()[1:]]
    path, chance, middle = folder / source.name, random.Random(source.stem), len(frames) // 2
    noisy = [frame * chance.gauss(1, 0.01) if chance.random() < 0.1 else frame for frame in frames]
    without_hundredth = [frame for i, frame in enumerate(frames) if i % 100 != 99]
    *parts, with_noise = [answer_of(rank(lab, path, part)) for part in (frames[:middle], frames[middle:], without_hundredth, noisy)]
    ranking = rank(lab, path, frames)
    measure, whole = ranking["candidates"][ranking["measure"]], answer_of(ranking)
    answers = [whole] + [part for part in parts if part[0] != "too-short"]  # as halves of under 10 s are
    advice = " ".join([ranking["recommendation"]["text"], *ranking["recommendation"]["notes"]])
    is_alternating, expected = "every second frame is short" in advice.lower(), expected_alternation(frames)
    vetoed, added = vetoed_loops(lab, path, ranking), None
    if whole[0] == "no-blending":
        added = jumps_per_minute(lab, path, ranking["candidates"][0]) - jumps_per_minute(lab, path, measure)
    return [None if added is None else (added < 2, added), (not vetoed, vetoed), (are_same(answers), answers),
            (are_same([whole, with_noise]), [whole, with_noise]),
            (is_alternating == bool(expected) and (expected or "") in advice, advice)]


def main():
    lab = (pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release") / "timestep_lab").resolve()
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        recordings = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else f"{scratch}/made")
        if len(sys.argv) <= 2:
            output_of(sys.executable, ROOT.parent / "shared/reference/make_recordings.py", recordings)
        files = sorted(path for path in recordings.glob("*.csv") if path.name != "truth.csv")
        results = list(pool.map(lambda path: judge(lab, path, pathlib.Path(scratch)), files))
    commit = re.search(r"^commit (\S+)", output_of(lab, "--version"), re.MULTILINE)[1]
    lines = [f"bench/recordings/advice.py: the advice of `timestep_lab rank` of commit {commit} on {len(files)} made recordings", ""]
    failures, missed = {}, False
    for row, (title, limit) in enumerate(ROWS.items()):
        judged = [(path.stem, *result[row]) for path, result in zip(files, results) if result[row]]
        for name, detail in ((name, detail) for name, is_passed, detail in judged if not is_passed):
            failures.setdefault(f'Not "{title}", but {detail}', []).append(name)
        share = 100 * sum(is_passed for _, is_passed, _ in judged) / max(len(judged), 1)
        missed = missed or share < limit
        lines.append(f"{title:60}{sum(item[1] for item in judged):4} of {len(judged):3}{share:7.1f} %, at least {limit} %"
                     + ("  MISSED" if share < limit else ""))
    lines += ["\n" + textwrap.fill(f"{failure}: {', '.join(names)}", 140) for failure, names in failures.items()]
    print("\n".join(lines))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
