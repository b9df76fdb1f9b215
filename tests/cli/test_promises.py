#!/usr/bin/env python3
"""Every clause of what a preset's header says of it as promise, price and breaks has a command below it that shows it, and comes
out; docs/promises.md tells how they are written. TIMESTEP_LAB names the program."""
import re
import unittest

from statements import IS_THOROUGH, ROOT, Statements

FIELDS = {"in short": "price", "promise": "promise", "price": "price_in_full", "breaks": "breaks"}
LITERAL = r'"((?:[^"\\]|\\.)*)"'
ITEM = re.compile(r'(in short|promise|price|breaks) "(.*?)": (.*)')


def headers():
    """{loop: text}"""
    return {path.stem.replace("_", "-"): path.read_text(encoding="utf-8")
            for path in sorted((ROOT / "src/timestep/presets").glob("*.hpp"))}


def sentence(header, of):
    literals = re.search(rf"^ *\.{FIELDS[of]} *=\s*((?:{LITERAL}\s*)+),", header, re.MULTILINE)[1]
    return "".join(re.findall(LITERAL, literals)).replace('\\"', '"')


def items(header):
    """(of, clause, "" for the one above; command, likewise; [what comes out])"""
    block = re.search(r"^// What shows it .*\n((?://.*\n)+)", header, re.MULTILINE)[1]
    for line in block.replace("\n//     ", " ").splitlines():
        of, says, shown = ITEM.fullmatch(line.removeprefix("// ")).groups()
        command, _, out = shown.rpartition("=> ") if "=> " in shown else (shown, "", "")
        yield of, says, command.strip(), [what.strip() for what in out.split("; ") if what]


def program(command):
    """As the pages have it: `timestep_lab ...`, `room: test`, `elsewhere: ...`, or nothing."""
    if not command or command.startswith("elsewhere: "):
        return command
    return command.removeprefix("test ") if command.startswith("test ") else f"timestep_lab {command}"


class Promises(Statements):
    text = (ROOT / "docs/promises.md").read_text(encoding="utf-8")

    def test_every_sentence_is_told_clause_by_clause_and_no_other(self):
        found = headers()
        self.assertGreater(len(found), 40)
        for loop, header in found.items():
            for of in FIELDS:
                with self.subTest(f"{loop}, {of}"):
                    told = " ".join(says for what, says, _, _ in items(header) if what == of and says)
                    self.assertEqual(told, sentence(header, of))

    def test_what_is_said_comes_out(self):
        for loop, header in list(headers().items())[:: 1 if IS_THOROUGH else 3]:
            self.check_all((f"{loop}, {of}: {says}", program(command), out) for of, says, command, out in items(header))

    def test_a_wrong_bound_or_place_would_be_noticed(self):
        command = "timestep_lab run --seconds 2 --lane fixed,display-hz={30,60,120}"
        self.check(command, ["fixed.speed == it / 60 +- 0.01", "fixed.speed < 0.9 up to 30", "fixed.speed == 1 +- 0.01 only at 60"])
        for wrong in ("fixed.speed == 1", "fixed.speed < 0.9 up to 60", "fixed.speed > 0.9 from 120", "fixed.speed > 0 from 30",
                      "fixed.speed == 1 +- 0.01 only at 30, 60", "fixed.speed"):
            with self.assertRaises(AssertionError):
                self.check(command, [wrong])


if __name__ == "__main__":
    unittest.main()
