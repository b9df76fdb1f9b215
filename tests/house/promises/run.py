#!/usr/bin/env python3
"""Checks every sentence in assets/presets/NAME.toml with the commands in the same file.

`run.py NAME ...` checks these presets. Without a name it checks those that differ from HEAD and every third of the others, or all of
them with TIMESTEP_THOROUGH=1. docs/architecture.md, "Promises and numbers", describes the files. TIMESTEP_LAB names the program."""
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from statements import BUILD, IS_THOROUGH, NUMBER, ROOT, Statements, TestFile, nearest

HEADERS, PRESETS = "src/timestep/presets", "assets/presets"
# In these fields every sentence has a test; in the others, every sentence with a number.
PROVEN, DESCRIBED = ("promise", "price", "price_in_full", "breaks"), ("choose_it", "differs")


def presets():
    return sorted(path.stem for path in (ROOT / PRESETS).glob("*.toml"))


def names_of(tables):
    """The names of the tests, which are sentences."""
    return [name for name, value in tables.items() if isinstance(value, dict) and name != "recordings"]


def problems_of_header(name, source):
    """Yields what is wrong with the header of a preset."""
    path = f"{HEADERS}/{name.replace('-', '_')}.hpp"
    text = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""
    said = " ".join(re.sub(r"(?m)^// *", "", text.partition("#ifndef")[0]).split())
    if f'.name = "{name}"' not in text:
        yield f'{path}:1: no preset has the .name = "{name}"'
    if f"Source: {source}" not in said:
        yield f"{path}:1: the comment at the top does not say: Source: {source}"
    if f"presets::{name.replace('-', '_')}" not in (ROOT / f"{HEADERS}.hpp").read_text(encoding="utf-8"):
        yield f"{HEADERS}.hpp:1: the preset {name} is not in the list; add its include line and its place in all_presets"


def problems_of_sentences(tables, place):
    """Yields what is wrong with the sentences of a preset and the names of its tests. `place(words)` returns FILE:LINE."""
    sentences, names = {}, names_of(tables)
    for field in (*PROVEN, *DESCRIBED):
        text = tables.get(field, "")
        if not isinstance(text, str) or (not text and field in PROVEN):
            yield f"{place(field)}: {field} is missing, or no text"
        else:
            sentences.update(dict.fromkeys(re.split(r"(?<=[.!?])\s+", text) if text else (), field))
    for sentence, field in sentences.items():
        if sentence not in names and (field in PROVEN or NUMBER.search(sentence)):
            yield f'{place(field)}: no test has the name of this sentence in {field}: "{sentence}"; add ["{sentence}"], a command and its results'
    for test in names:
        if test not in sentences:
            yield f'{place(test)}: no sentence above reads "{test}"{nearest(test, sentences)}'


def changed():
    """The presets whose header or description differ from HEAD; none where git or the repository is absent."""
    command = ["git", "-C", ROOT, "status", "--porcelain", "--untracked-files=all", "--", HEADERS, PRESETS]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return set()
    return {pathlib.Path(line[3:].split(" -> ")[-1]).stem.replace("_", "-") for line in listed.splitlines()}


def chosen(wanted):
    """The presets whose commands run: the wanted ones, or the changed ones and every third of the others."""
    if wanted:
        return [name.replace("_", "-") for name in wanted]
    return presets() if IS_THOROUGH else sorted({*presets()[::3], *(changed() & {*presets()})})


class Promises(Statements):
    wanted = ()

    def mend(self, name):
        return f"Correct {PRESETS}/{name}.toml, then run: {BUILD} && python3 tests/house/promises/run.py {name}"

    def test_all_sentences(self):
        """Every sentence has a test and every test a sentence."""
        headers = [path.stem.replace("_", "-") for path in (ROOT / HEADERS).glob("*.hpp")]
        for name in chosen(self.wanted) if self.wanted else sorted({*presets(), *headers}):
            with self.subTest(name):
                self.assertIn(name, presets(), f"there is no {PRESETS}/{name}.toml")
                tests = TestFile(ROOT / PRESETS / f"{name}.toml")
                found = [*problems_of_header(name, tests.tables.get("source")), *problems_of_sentences(tests.tables, tests.at)]
                self.assertFalse(found, "\n".join([*found, self.mend(name)]))

    def test_every_sentence_is_true(self):
        for name in chosen(self.wanted):
            tests = TestFile(ROOT / PRESETS / f"{name}.toml")
            self.begin(tests.tables.get("recordings", {}))
            for sentence in names_of(tests.tables):
                with self.subTest(f"{name}: {sentence}"):
                    self.check_proofs(tests.tables[sentence], lambda how, t=tests, s=sentence: t.at(f'["{s}', how), self.mend(name))


class TheCheckItself(Statements):
    def check_fails(self, command, *wrong):
        for expression in wrong:
            with self.assertRaises(AssertionError, msg=expression):
                self.check(command, [expression])

    def test_wrong_bound(self):
        """A wrong bound or place fails."""
        command = "timestep_lab run --seconds 2 --lane fixed,display-hz={30,60,120}"
        self.check(command, ["fixed.speed == it / 60 +- 0.01", "fixed.speed < 0.9 up to 30", "fixed.speed == 1 +- 0.01 only at 60"])
        self.check_fails(command, "fixed.speed == 1", "fixed.speed < 0.9 up to 60", "fixed.speed > 0.9 from 120",
                         "fixed.speed > 0 from 30", "fixed.speed == 1 +- 0.01 only at 30, 60", "fixed.speed", "fixed.spin_shar == 0", "fixd.speed == 1")
        self.check_fails(command.replace("fixed", "fixd"), "fixed.speed == 1")
        self.check(command, ["fixed.speed != 4 +- 1"])
        self.check_fails(command, "fixed.speed != 1 +- 10", "fixed.speed < 9 +- 0.1")
        self.check_fails("timestep_lab run --seconds 2 --lane fixed --scene storm", "fixed.state_error_max_m != 1", "fixed.state_error_max_m < 1")
        self.check_fails("timestep_lab lesson fifty-on-sixty", "latest.multi_step_share == 1")
        with self.assertRaises(AssertionError):
            self.check_test("timestep: no test of this name")

    def test_missing_sentences(self):
        """A sentence without a test and a test without a sentence are found."""
        fields = {"promise": "One. Two.", "price": "Three.", "price_in_full": "Four.", "breaks": "Five.", "differs": "In its name."}
        proof = {"test": "lab: a test"}
        tests = dict.fromkeys(("One.", "Two.", "Three.", "Four.", "Five."), proof)
        for change, count in (({}, 0), ({"promise": "One. Too."}, 2), ({"price": ""}, 2), ({"breaks": 5}, 2), ({"differs": "By 7."}, 1), ({"Six.": proof}, 1)):
            self.assertEqual(len(list(problems_of_sentences(fields | tests | change, str))), count, change)


if __name__ == "__main__":
    Promises.wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    alone = ["Promises"] if Promises.wanted else []
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[1:] if word.startswith("-")), *alone])
