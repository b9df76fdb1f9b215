#!/usr/bin/env python3
"""Checks that every number of the pages in docs/numbers.md has a row there, and that the row's command, test or file confirms it.
TIMESTEP_LAB names the program."""
import re
import unittest

from statements import ROOT, Statements, cells_of

TEXT = (ROOT / "docs/numbers.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"(?<![\w.#*/^-])\d[\d.,/e]*(?<![.,])")
# Texts that are not statements: command blocks, words in backquotes, link targets, and the numbers of questions and list items.
NO_CLAIM = (r"(?ms)^```.*?^```$", r"(?m)^ {4}.*$", r"`[^`]*`", r"\]\([^)]*\)", r"(?m)^(### )?\d\. ", r"question \d", r"\[ADR \d")

# Parts of loops.md that other checks cover: sentences of the headers (docs/promises.md), loop names (`list loops`), and sources.
CHECKED_ELSEWHERE = (r"(?ms)^- \*\*(Promise|Price|Breaks|Axes|Source|Checked|Ships in):\*\* .*?(?=^- \*\*|^#|\Z)", r"(?m)^\*.*Header: .*$")


def one_line(text):
    return " ".join(text.split())


def pages():
    """Returns {page: [(statement, command, [expected results])]}."""
    found = {}
    for name, section in re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL):
        found[name] = [(says, command.strip("`"), re.findall(r"`(.*?)`", out)) for says, command, out in cells_of(section)]
    return found


def text_of(page):
    return (ROOT / ("" if page == "README.md" else "docs") / page).read_text(encoding="utf-8")


def numbers_without(text, told):
    """Returns each number of a page that is in no statement of its rows, with the words around the number."""
    for what in sorted(told, key=len, reverse=True):
        text = re.sub(r"\s+".join(map(re.escape, what.split())), " ", text)
    for pattern in (*CHECKED_ELSEWHERE, *NO_CLAIM):
        text = re.sub(pattern, " ", text)
    text = one_line(text)
    return [text[max(at.start() - 40, 0):at.end() + 20] for at in NUMBER.finditer(text)]


class Numbers(Statements):
    text = TEXT

    def test_every_row_is_on_its_page_and_every_number_has_a_row(self):
        self.assertGreaterEqual(len(pages()), 8)
        for page, rows in pages().items():
            with self.subTest(page):
                for says, _, _ in rows:
                    self.assertIn(one_line(says), one_line(text_of(page)))
                self.assertEqual(numbers_without(text_of(page), [says for says, _, _ in rows if says]), [])

    def test_every_row_is_confirmed(self):
        for page, rows in pages().items():
            self.check_all((f"{page}: {says}", command, expected) for says, command, expected in rows)

    def test_a_number_without_a_row_is_found(self):
        self.assertEqual(numbers_without("It takes\n7 ms, or 2.5 times `3`.\n\n    8 ms\n", ["takes 7 ms,"]), ["It or 2.5 times ."])
        self.assertEqual(numbers_without("### 1. Of 12?\n1. One\n", []), ["Of 12? One"])


if __name__ == "__main__":
    unittest.main()
