#!/usr/bin/env python3
"""Checks that figures of README.md and of docs/PAGE.md are on their pages and are the results of the commands in numbers.toml.

`run.py PAGE ...` checks these pages, without a name all. TIMESTEP_LAB names the program."""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from statements import ROOT, Statements, TestFile

TESTS = pathlib.Path(__file__).resolve().with_name("numbers.toml")


class Numbers(Statements):
    wanted = ()

    def test_figures(self):
        """Every figure is on its page and is the result of its commands."""
        tests = TestFile(TESTS)
        self.begin(tests.tables.pop("recordings"))
        for row, proofs in tests.tables.items():
            page, figures = row.split(": ", 1)
            if page not in (self.wanted or (page,)):
                continue
            path = "README.md" if page == "README" else f"docs/{page}.md"
            text = " ".join((ROOT / path).read_text(encoding="utf-8").replace("*", "").split())
            with self.subTest(row):
                for figure in figures.replace("*", "").split(" | "):  # not as a part of a longer word or number
                    self.assertRegex(text, rf"(?<!\w)(?<!\d[.,]){re.escape(figure)}(?!\w)(?![.,]\d)", f"{figure} is not in {path}")
                self.check_proofs(proofs, lambda how, row=row: tests.at(f'["{row}"]', how), f"Correct {path} or {tests.name}")


if __name__ == "__main__":
    Numbers.wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[1:] if word.startswith("-"))])
