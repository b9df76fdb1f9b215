#!/usr/bin/env python3
"""Checks the sentences about promise, price and failure in every preset's header: each clause has a command below it that confirms it.
docs/promises.md explains how these are written. TIMESTEP_LAB names the program."""
import re
import unittest

from statements import IS_THOROUGH, ROOT, Statements

FIELDS = {"in short": "price", "promise": "promise", "price": "price_in_full", "breaks": "breaks"}
LITERAL = r'"((?:[^"\\]|\\.)*)"'
ITEM = re.compile(r'(in short|promise|price|breaks) "(.*?)": (.*)')


def headers():
    """Returns {loop: text of its header}."""
    return {path.stem.replace("_", "-"): path.read_text(encoding="utf-8")
            for path in sorted((ROOT / "src/timestep/presets").glob("*.hpp"))}


def sentence(header, of):
    literals = re.search(rf"^ *\.{FIELDS[of]} *=\s*((?:{LITERAL}\s*)+),", header, re.MULTILINE)[1]
    return "".join(re.findall(LITERAL, literals)).replace('\\"', '"')


def items(header):
    """Yields (kind, clause, command, [expected results]); an empty clause or command repeats the one above."""
    block = re.search(r"^// What shows it .*\n((?://.*\n)+)", header, re.MULTILINE)[1]
    for line in block.replace("\n//     ", " ").splitlines():
        of, says, shown = ITEM.fullmatch(line.removeprefix("// ")).groups()
        command, _, out = shown.rpartition("=> ") if "=> " in shown else (shown, "", "")
        yield of, says, command.strip(), [what.strip() for what in out.split("; ") if what]


def program(command):
    """Returns the command in the form of the pages: `timestep_lab ...`, `room: test`, `elsewhere: ...`, or an empty text."""
    if not command or command.startswith("elsewhere: "):
        return command
    return command.removeprefix("test ") if command.startswith("test ") else f"timestep_lab {command}"


class Promises(Statements):
    text = (ROOT / "docs/promises.md").read_text(encoding="utf-8")

    def test_the_clauses_make_up_every_sentence_exactly(self):
        found = headers()
        self.assertGreater(len(found), 40)
        for loop, header in found.items():
            for of in FIELDS:
                with self.subTest(f"{loop}, {of}"):
                    told = " ".join(says for what, says, _, _ in items(header) if what == of and says)
                    self.assertEqual(told, sentence(header, of))

    def test_every_clause_is_confirmed(self):
        for loop, header in list(headers().items())[:: 1 if IS_THOROUGH else 3]:
            self.check_all((f"{loop}, {of}: {says}", program(command), out) for of, says, command, out in items(header))

    def test_a_wrong_bound_or_place_fails(self):
        command = "timestep_lab run --seconds 2 --lane fixed,display-hz={30,60,120}"
        self.check(command, ["fixed.speed == it / 60 +- 0.01", "fixed.speed < 0.9 up to 30", "fixed.speed == 1 +- 0.01 only at 60"])
        for wrong in ("fixed.speed == 1", "fixed.speed < 0.9 up to 60", "fixed.speed > 0.9 from 120", "fixed.speed > 0 from 30",
                      "fixed.speed == 1 +- 0.01 only at 30, 60", "fixed.speed"):
            with self.assertRaises(AssertionError):
                self.check(command, [wrong])


if __name__ == "__main__":
    unittest.main()
