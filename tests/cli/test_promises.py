#!/usr/bin/env python3
"""Every clause of what docs/loops.md says of a loop under Promise, Price and Breaks stands in docs/promises.md, with a command
that shows it, and comes out. TIMESTEP_LAB names the program."""
import re
import unittest

from statements import ROOT, Statements, cells_of

LOOPS = (ROOT / "docs/loops.md").read_text(encoding="utf-8")
TEXT = (ROOT / "docs/promises.md").read_text(encoding="utf-8")


def sections(text, mark):
    """{loop: what is below its heading}"""
    return dict(re.findall(rf"^{mark} ([\w-]+)\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL))


def sentences():
    """{(loop, of): sentence}, as the headers have it"""
    found = {}
    for loop, section in sections(LOOPS, "###").items():
        found[loop, "in short"] = re.search(r"^\*.*?: (.*)\* Header", section, re.MULTILINE)[1]
        for of in ("promise", "price", "breaks"):
            text = re.search(rf"^- \*\*{of.title()}:\*\* (.*?)(?=^- \*\*|\Z)", section, re.MULTILINE | re.DOTALL)[1]
            found[loop, of] = " ".join(text.split())
    return found


def rows(section):
    """(of, says, command, [what comes out]), with what is as above filled in"""
    found = []
    for of, says, command, out in cells_of(section):
        before = found[-1] if found else ("", "", "", [])
        found.append((of or before[0], says, command.strip("`") or before[2], re.findall(r"`(.*?)`", out)))
    return found


class Promises(Statements):
    text = TEXT

    def test_every_sentence_is_told_clause_by_clause_and_no_other(self):
        told = {}
        for loop, section in sections(TEXT, "##").items():
            for of, says, _, _ in rows(section):
                told[loop, of] = f"{told.get((loop, of), '')} {says}".strip()
        wanted = sentences()
        self.assertGreater(len(wanted), 160)
        self.assertEqual(list(told), list(wanted))
        for place, sentence in wanted.items():
            with self.subTest(place):
                self.assertEqual(told[place], sentence)

    def test_what_is_said_comes_out(self):
        for loop, section in sections(TEXT, "##").items():
            self.check_all((f"{loop}, {of}: {says}", command, out) for of, says, command, out in rows(section))

    def test_a_wrong_bound_or_place_would_be_noticed(self):
        command = "timestep_lab run --seconds 2 --lane fixed,display-hz={30,60,120}"
        self.check(command, ["fixed.speed == it / 60 +- 0.01", "fixed.speed < 0.9 up to 30", "fixed.speed == 1 +- 0.01 only at 60"])
        for wrong in ("fixed.speed == 1", "fixed.speed < 0.9 up to 60", "fixed.speed > 0.9 from 120", "fixed.speed > 0 from 30",
                      "fixed.speed == 1 +- 0.01 only at 30, 60", "fixed.speed"):
            with self.assertRaises(AssertionError):
                self.check(command, [wrong])


if __name__ == "__main__":
    unittest.main()
