#!/usr/bin/env python3
"""Checks every number of README.md and docs/PAGE.md with the rows of tests/house/numbers/PAGE.toml.

`run.py PAGE ...` checks these pages, without a name all. docs/architecture.md, "Promises and numbers", describes the files. TIMESTEP_LAB
names the program."""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from statements import NUMBER, ROOT, Statements, TestFile

TESTS = "tests/house/numbers"
# Texts that make no statement: command blocks, words in backquotes, link targets, and the numbers of questions and list items.
NO_STATEMENT = (r"(?ms)^```.*?^```$", r"(?m)^ {4}.*$", r"`[^`]*`", r"\]\([^)]*\)", r"(?m)^(### )?\d\. ", r"question \d", r"\[ADR \d")


def one_line(text):
    return " ".join(text.split())


def page_of(name):
    return "README.md" if name == "README" else f"docs/{name}.md"


def text_of(name):
    """Returns the text of a page; of loops.md only what is above the loops, because tests/house/promises checks the rest."""
    text = (ROOT / page_of(name)).read_text(encoding="utf-8")
    return text.partition("\n### ")[0] if name == "loops" else text


def figure_pattern(figure):
    """Matches the figure where it is not a part of a longer word or number."""
    return rf"(?<![\w])(?<!\d[.,]){re.escape(one_line(figure))}(?!\w)(?![.,]\d)"


def missing_figures(text, figures):
    """Returns the figures that are not on the page; emphasis makes no difference."""
    text = one_line(text.replace("*", ""))
    return [figure for figure in figures if not re.search(figure_pattern(figure.replace("*", "")), text)]


def numbers_without(text, figures):
    """Returns each number of a page that is in none of the figures, as (line, number, words around it)."""
    def blank(pattern, text):
        return re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    text = text.replace("**", "  ")
    for pattern in NO_STATEMENT:
        text = blank(pattern, text)
    for figure in sorted(figures, key=len, reverse=True):
        text = blank(figure_pattern(figure).replace(r"\ ", r"\s+"), text)
    return [(text.count("\n", 0, at.start()) + 1, at[0], one_line(text[max(at.start() - 40, 0):at.end() + 20]))
            for at in NUMBER.finditer(text)]


def elsewhere(figure, name):
    """Returns a hint which other pages have the figure."""
    found = [page_of(other) for other in pages() if other != name and not missing_figures(text_of(other), [figure])]
    return f"; it is in {', '.join(found)}" if found else ""


def pages():
    return sorted(path.stem for path in (ROOT / TESTS).glob("*.toml"))


class Numbers(Statements):
    wanted = ()

    def rows_of(self, name):
        self.assertIn(name, pages(), f"there is no {TESTS}/{name}.toml")
        tests = TestFile(ROOT / TESTS / f"{name}.toml")
        rows = tests.tables.get("row", [])
        self.assertTrue(rows and all(row.get("figures") for row in rows), f"{tests.name}: each [[row]] begins with figures = [...]")
        return tests, rows

    def mend(self, name):
        return f"Correct {page_of(name)} or {TESTS}/{name}.toml, then run: python3 {TESTS}/run.py {name}"

    def test_every_figure_is_on_its_page(self):
        self.assertGreaterEqual(len(pages()), 8)
        for name in self.wanted or pages():
            with self.subTest(name):
                tests, rows = self.rows_of(name)
                missing = [f'{tests.at(f"{chr(34)}{figure}{chr(34)}")}: "{figure}" is not in {page_of(name)}{elsewhere(figure, name)}'
                           for row in rows for figure in missing_figures(text_of(name), row["figures"])]
                self.assertFalse(missing, "\n".join([*missing, self.mend(name) + ". Change the figure, or move its row to the other page"]))

    def test_every_number_of_a_page_has_a_row(self):
        for name in self.wanted or pages():
            with self.subTest(name):
                tests, rows = self.rows_of(name)
                found = [f'{page_of(name)}:{line}: {number} in "... {words} ..." is a figure of no row in {tests.name}'
                         for line, number, words in numbers_without(text_of(name), [f for row in rows for f in row["figures"]])]
                self.assertFalse(found, "\n".join([*found, self.mend(name) + ". Add the figure to a row that proves it"]))

    def test_every_row_is_true(self):
        for name in self.wanted or pages():
            tests, rows = self.rows_of(name)
            self.begin(tests.tables.get("recordings", {}))
            for row in rows:
                figures = row.pop("figures")
                with self.subTest(f"{name}: {', '.join(figures)}"):
                    self.check_proofs(row, lambda how, first=figures[0]: tests.at(f'"{first}"', how), self.mend(name))


class TheCheckItself(unittest.TestCase):
    def test_a_number_without_a_row_is_found(self):
        text = "It takes\n7 ms, or **2.5 times** `3`.\n\n    8 ms\n17 ms\n"
        self.assertEqual([at[:2] for at in numbers_without(text, ["7 ms"])], [(2, "2.5"), (5, "17")])
        self.assertEqual([at[:2] for at in numbers_without(text, ["takes 7 ms", "2.5 times"])], [(5, "17")])
        self.assertEqual([at[:2] for at in numbers_without("### 1. Of 12?\n1. One\n", [])], [(1, "12")])

    def test_a_figure_that_is_not_on_the_page_is_found(self):
        text = "It takes 7\nms, or **1.5 times** 12,000."
        self.assertEqual(missing_figures(text, ["7 ms", "1.5 times", "5 times", "12", "12,000", "000"]), ["5 times", "12", "000"])


if __name__ == "__main__":
    Numbers.wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    alone = ["Numbers"] if Numbers.wanted else []
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[1:] if word.startswith("-")), *alone])
