#!/usr/bin/env python3
"""Writes bench/results/tests.txt: the running time of each test, the slowest first, from the last runs of ./test.sh --all.

ctest has written the times into build/PRESET/tests-*.xml, the number of jobs is that of the preset. A test that waits for a window
takes as long on a quiet machine; the others take longer beside other programs."""
import os
import pathlib
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = {"release/tests-short.xml": "./test.sh", "release/tests-rest.xml": "./test.sh --rest", "asan/tests-sanitize.xml": "./test.sh --sanitize"}


def rows():
    """Yields seconds, name and command of each test that ran."""
    for file, command in RUNS.items():
        path = ROOT / "build" / file
        if not path.exists():
            raise SystemExit(f"{path.relative_to(ROOT)} is missing; run {command}")
        for case in ET.parse(path).getroot().iter("testcase"):
            if case.get("status") != "disabled":
                yield float(case.get("time")), case.get("name"), command


def main():
    found = sorted(rows(), reverse=True)
    lines = [f"bench/build/test_times.py: seconds of each test on {os.cpu_count()} cores, other tests beside it", ""]
    for command in RUNS.values():
        times = [seconds for seconds, _, run in found if run == command]
        lines.append(f"{sum(times):8.1f}  all {len(times)} tests of {command}")
    lines += [""] + [f"{seconds:8.1f}  {name:<28} {command}" for seconds, name, command in found]
    (ROOT / "bench/results/tests.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
