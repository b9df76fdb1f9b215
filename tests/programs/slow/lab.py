"""Runs `timestep_lab slow` for the tests of this folder. TIMESTEP_LAB names the program."""
import csv
import os
import pathlib
import subprocess

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()


def slow(*arguments, timeout=300, **environment):
    """Runs `timestep_lab slow` with these arguments. A variable of the environment that is None is removed."""
    variables = {k: v for k, v in {**os.environ, **environment}.items() if v is not None}
    return subprocess.run([LAB, "slow", *map(str, arguments)], capture_output=True, text=True, env=variables, timeout=timeout,
                          stdin=subprocess.DEVNULL, check=False)


def rows(path):
    """Returns the rows of a CSV file as dictionaries; numbers of nanoseconds are integers, an empty one is None."""
    with open(path, encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    for row in table:
        for key in row:
            if key.endswith("_ns"):
                row[key] = int(row[key]) if row[key] else None
    return table
