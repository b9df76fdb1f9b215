"""Runs every attack of docs/reliability.md and prints its table with the results.

    python3 tests/attack/table.py [BUILD]            # build/release; TIMESTEP_THOROUGH=1 runs the long versions
    python3 tests/attack/table.py --all [BUILD]      # also commands that are no ctest, because they need their own build, or an hour
    python3 tests/attack/table.py --check [BUILD]    # only checks that the page and the build name the same tests
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/reliability.md"


def rows():
    """Yields promise, limit, and the names of the tests or a command, of each row of the page."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 3 and "`" in cells[2]:
            yield cells[0], cells[1], re.findall(r"`([^`]+)`", cells[2])


def is_command(name):
    return " " in name


def tests_named():
    return {name for _, _, names in rows() for name in names if not is_command(name)}


def tests_of(build):
    listed = subprocess.run(["ctest", "-N"], cwd=build, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"Test +#\d+: (\S+)", listed))


def differences(build):
    named = tests_named()
    there = tests_of(build)
    for name in sorted(named - there):
        yield f"{PAGE.name} names {name}, which is no test of {build}"
    for name in sorted(name for name in there - named if name.startswith(("attack_", "fuzz_"))):
        yield f"{PAGE.name} does not name {name}"


def outcomes(build, names):
    """Returns {test: (passed, FAILED or skipped, seconds)}."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.xml"
        chosen = f"^({'|'.join(sorted(names))})$"
        subprocess.run(["ctest", "-R", chosen, "--output-junit", report], cwd=build, stdout=subprocess.DEVNULL, check=False)
        cases = xml.etree.ElementTree.parse(report).getroot().iter("testcase")
        words = {"run": "passed", "notrun": "skipped"}
        return {case.get("name"): (words.get(case.get("status"), "FAILED"), float(case.get("time"))) for case in cases}


def obeyed(command):
    start = time.monotonic()
    done = subprocess.run(shlex.split(command), cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    return "passed" if done.returncode == 0 else "FAILED", time.monotonic() - start


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    build = ROOT / (words[0] if words else "build/release")
    wrong = list(differences(build))
    for line in wrong:
        print(line)
    if wrong or "--check" in sys.argv:
        return 1 if wrong else 0
    found = outcomes(build, tests_named())
    good = True
    for promise, limit, names in rows():
        for name in names:
            if not is_command(name):
                word, seconds = found.get(name, ("FAILED", 0.0))
            else:
                word, seconds = obeyed(name) if "--all" in sys.argv else ("not run", 0.0)
            good = good and word in ("passed", "not run")
            print(f"{word:8}{seconds:7.1f} s  {name:16} {promise}{f' ({limit})' if limit else ''}", flush=True)
    if "--all" not in sys.argv:
        print("Rows marked as not run are run with --all.")
    return 0 if good else 1


sys.exit(main())
