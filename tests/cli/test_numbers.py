#!/usr/bin/env python3
"""Every number of the pages that docs/numbers.md names stands there in a row, with the command, the test or the file that
shows it, and comes out. TIMESTEP_LAB names the program."""
import re
import unittest

from statements import ROOT, Statements, cells_of

TEXT = (ROOT / "docs/numbers.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"(?<![\w.#*/^-])\d[\d.,/e]*(?<![.,])")
# What is no statement: blocks of commands, words in backquotes, where links lead, and the numbers of questions and list items.
NO_CLAIM = (r"(?ms)^```.*?^```$", r"(?m)^ {4}.*$", r"`[^`]*`", r"\]\([^)]*\)", r"(?m)^(### )?\d\. ", r"question \d", r"\[ADR \d")

# Of loops.md: by what stands in the headers (docs/promises.md), by the loop's own name in `list loops`, or who and where.
CHECKED_ELSEWHERE = (r"(?ms)^- \*\*(Promise|Price|Breaks|Axes|Source|Checked|Ships in):\*\* .*?(?=^- \*\*|^#|\Z)", r"(?m)^\*.*Header: .*$")


def one_line(text):
    return " ".join(text.split())


def pages():
    """{page: [(says, command, [what comes out])]}"""
    found = {}
    for name, section in re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL):
        found[name] = [(says, command.strip("`"), re.findall(r"`(.*?)`", out)) for says, command, out in cells_of(section)]
    return found


def text_of(page):
    return (ROOT / ("" if page == "README.md" else "docs") / page).read_text(encoding="utf-8")


def numbers_without(text, told):
    """The numbers of a page that stand in nothing of what is told of it, with the words around them."""
    for what in sorted(told, key=len, reverse=True):
        text = re.sub(r"\s+".join(map(re.escape, what.split())), " ", text)
    for pattern in (*CHECKED_ELSEWHERE, *NO_CLAIM):
        text = re.sub(pattern, " ", text)
    text = one_line(text)
    return [text[max(at.start() - 40, 0):at.end() + 20] for at in NUMBER.finditer(text)]


class Numbers(Statements):
    text = TEXT

    def test_what_is_told_of_a_page_stands_there_and_none_of_its_numbers_is_missing(self):
        self.assertGreaterEqual(len(pages()), 8)
        for page, rows in pages().items():
            with self.subTest(page):
                for says, _, _ in rows:
                    self.assertIn(one_line(says), one_line(text_of(page)))
                self.assertEqual(numbers_without(text_of(page), [says for says, _, _ in rows if says]), [])

    def test_what_is_told_comes_out(self):
        for page, rows in pages().items():
            self.check_all((f"{page}: {says}", command, expected) for says, command, expected in rows)

    def test_a_number_in_no_row_would_be_noticed(self):
        self.assertEqual(numbers_without("It takes\n7 ms, or 2.5 times `3`.\n\n    8 ms\n", ["takes 7 ms,"]), ["It or 2.5 times ."])
        self.assertEqual(numbers_without("### 1. Of 12?\n1. One\n", []), ["Of 12? One"])


if __name__ == "__main__":
    unittest.main()
