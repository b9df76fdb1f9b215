#!/usr/bin/env python3
"""Checks every sentence of src/timestep/presets/NAME.hpp with the commands in tests/promises/NAME.toml.

`run.py NAME ...` checks these presets. Without a name it checks those that differ from HEAD and every third of the others, or all of
them with TIMESTEP_THOROUGH=1. docs/architecture.md, "Promises and numbers", describes the files. TIMESTEP_LAB names the program."""
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from statements import BUILD, IS_THOROUGH, NUMBER, ROOT, Statements, TestFile

HEADERS, ALL_PRESETS, TESTS = "src/timestep/presets", "src/timestep/presets.hpp", "tests/promises"
# In these fields every sentence has a test; in the others, every sentence with a number.
PROVEN, DESCRIBED = ("promise", "price", "price_in_full", "breaks"), ("choose_it", "differs")
LITERAL = r'"((?:[^"\\]|\\.)*)"'


class Header:
    """The sentences of a preset's header: {sentence: (FILE:LINE, field)}."""

    def __init__(self, stem, root=ROOT):
        self.name = f"{HEADERS}/{stem}.hpp"
        self.text = (root / self.name).read_text(encoding="utf-8")
        self.sentences, self.problems = {}, []
        for field in (*PROVEN, *DESCRIBED):
            at, text = self.read(field)
            for sentence in re.split(r"(?<=[.!?])\s+", text) if text else ():
                self.sentences.setdefault(sentence, (at, field))
        at, name = self.read("name")
        if name and name.replace("-", "_") != stem:
            self.problems.append(f'{at}: the name is "{name}", so the header must be {HEADERS}/{name.replace("-", "_")}.hpp')
        if f"presets::{stem}" not in (root / ALL_PRESETS).read_text(encoding="utf-8"):
            self.problems.append(f"{ALL_PRESETS}:1: presets::{stem} is not in the list; add its include line and its place in all_presets")

    def read(self, field):
        """Returns FILE:LINE and the text of a field; the text is empty if there is no such text."""
        written = re.search(rf"^ *\.{field} *=", self.text, re.MULTILINE)
        if not written:
            if field not in DESCRIBED:
                self.problems.append(f"{self.name}:1: there is no .{field}; add the field")
            return self.name, ""
        at = f"{self.name}:{self.text.count(chr(10), 0, written.start()) + 1}"
        literals = re.compile(rf"\s*((?:{LITERAL}\s*)+),").match(self.text, written.end())
        if not literals:
            self.problems.append(f"{at}: the value of .{field} is no text; write it in quotes, with a comma behind it")
            return at, ""
        return at, "".join(re.findall(LITERAL, literals[1])).replace('\\"', '"')


def presets(root=ROOT):
    return sorted(path.stem for path in (root / HEADERS).glob("*.hpp"))


def mend(stem):
    return (f"Correct {HEADERS}/{stem}.hpp or {TESTS}/{stem}.toml, then run: "
            f"{BUILD} && python3 {TESTS}/run.py {stem.replace('_', '-')}")


def problems(stem, root=ROOT):
    """Returns what is wrong with the sentences of a preset and the names of its tests."""
    path = root / TESTS / f"{stem}.toml"
    header = Header(stem, root)
    found = list(header.problems)
    try:
        tests = TestFile(path, root) if path.exists() else None
    except AssertionError as error:
        return [str(error)]
    if not tests:
        found.append(f"{TESTS}/{stem}.toml:1: there is no such file")
    names = [name for name in tests.tables if name != "recordings"] if tests else []
    for sentence, (at, field) in header.sentences.items():
        if sentence not in names and (field in PROVEN or NUMBER.search(sentence)):
            found.append(f'{at}: no test has the name of this sentence in .{field}: "{sentence}"\n'
                         f'  Add ["{sentence}"], a command and its results to {TESTS}/{stem}.toml')
    for name in names:
        if name not in header.sentences:
            near = difflib.get_close_matches(name, header.sentences, 1)
            found.append(f'{tests.at(name)}: no sentence in {header.name} reads "{name}"'
                         + (f'\n  The most similar one reads "{near[0]}"' if near else ""))
    return found


def changed(root=ROOT):
    """Returns the presets whose header or tests differ from HEAD; none where git or the repository is absent."""
    command = ["git", "-C", root, "status", "--porcelain", "--untracked-files=all", "--", HEADERS, TESTS]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return set()
    return {pathlib.Path(line[3:].split(" -> ")[-1]).stem for line in listed.splitlines()}


def chosen(wanted):
    """Returns the presets whose commands run: the wanted ones, or the changed ones and every third of the others."""
    if wanted:
        return [name.replace("-", "_") for name in wanted]
    if IS_THOROUGH:
        return presets()
    often, differs = presets()[::3], changed()
    return [stem for stem in presets() if stem in often or stem in differs]


class Promises(Statements):
    wanted = ()

    def test_every_sentence_has_a_test_and_every_test_a_sentence(self):
        stems = chosen(self.wanted) if self.wanted else presets()
        tests = stems if self.wanted else [path.stem for path in sorted((ROOT / TESTS).glob("*.toml"))]
        self.assertTrue(self.wanted or len(stems) > 40)
        for stem in sorted({*stems, *tests}):
            with self.subTest(stem):
                self.assertTrue((ROOT / HEADERS / f"{stem}.hpp").exists(),
                                f"there is no {HEADERS}/{stem}.hpp; the presets are {', '.join(presets())}")
                found = problems(stem)
                self.assertFalse(found, "\n".join([*found, mend(stem)]))

    def test_every_sentence_is_true(self):
        for stem in chosen(self.wanted):
            if not problems(stem):
                self.check_preset(TestFile(ROOT / TESTS / f"{stem}.toml"), mend(stem))

    def check_preset(self, tests, how_to_mend):
        tables = dict(tests.tables)
        self.begin(tables.pop("recordings", {}))
        for sentence, proofs in tables.items():
            with self.subTest(f"{tests.path.stem}: {sentence}"):
                self.check_proofs(proofs, lambda how, sentence=sentence: tests.at(sentence, how), how_to_mend)


class TheCheckItself(Statements):
    def check_fails(self, command, *wrong):
        for expression in wrong:
            with self.assertRaises(AssertionError, msg=expression):
                self.check(command, [expression])

    def test_a_wrong_bound_or_place_fails(self):
        command = "timestep_lab run --seconds 2 --lane fixed,display-hz={30,60,120}"
        self.check(command, ["fixed.speed == it / 60 +- 0.01", "fixed.speed < 0.9 up to 30", "fixed.speed == 1 +- 0.01 only at 60"])
        self.check_fails(command, "fixed.speed == 1", "fixed.speed < 0.9 up to 60", "fixed.speed > 0.9 from 120",
                         "fixed.speed > 0 from 30", "fixed.speed == 1 +- 0.01 only at 30, 60", "fixed.speed")

    def test_a_wrong_name_is_reported_with_the_nearest_right_one(self):
        run = "timestep_lab run --seconds 2 --lane fixed"
        for command, wrong, told in ((run, "fixed.spin_shar == 0", "did you mean spin_share"), (run, "fixd.speed == 1", "did you mean fixed"),
                                     (run + " --csv -", "max(step) == 1", "did you mean steps"),
                                     (run.replace("fixed", "fixd"), "fixed.speed == 1", "exit code 2")):
            with self.assertRaisesRegex(AssertionError, told):
                self.check(command, [wrong])

    def problems_of(self, header, tests, listed="in_order(presets::love);"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in ((ALL_PRESETS, listed), (f"{HEADERS}/love.hpp", header), (f"{TESTS}/love.toml", tests)):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return problems("love", root)

    def test_each_mistake_is_reported_with_its_file_and_line(self):
        header = ('auto love = preset({\n .name = "love",\n .promise = "One. "\n  "Two.",\n .price = "three",\n'
                  ' .price_in_full = "Four.",\n .breaks = "Five.",});\n')
        tests = "\n".join(f'["{name}"]\ntest = "lab: a test"' for name in ("One.", "Two.", "three", "Four.", "Five."))
        self.assertEqual(self.problems_of(header, tests), [])
        self.assertEqual(self.problems_of(header + ' .differs = "In its name.",', tests), [])
        for wrong_header, wrong_tests, told in (
                (header.replace("Two", "Too"), tests, 'love.hpp:3: no test has the name .* "Too."'),
                (header.replace("Two", "Too"), tests, 'love.toml:3: no sentence .* "Two."\n  The most similar one reads "Too."'),
                (header.replace('"three"', '"tree"'), tests, "love.hpp:5: no test has the name"),
                (header.replace(".breaks", ".braeks"), tests, "love.hpp:1: there is no .breaks"),
                (header.replace('"Four."', "four"), tests, "love.hpp:6: the value of .price_in_full is no text"),
                (header.replace('"love"', '"to-love"'), tests, "love.hpp:2: the name is .* must be src/timestep/presets/to_love.hpp"),
                (header + ' .differs = "By 7.",', tests, "love.hpp:8: no test has the name"),
                (header, tests.replace('["Two."]', '["Two."'), "love.toml:3: ")):
            self.assertRegex("\n".join(self.problems_of(wrong_header, wrong_tests)), told)
        self.assertRegex("\n".join(self.problems_of(header, tests, "in_order();")), "presets.hpp:1: presets::love is not in the list")


if __name__ == "__main__":
    Promises.wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    alone = ["Promises"] if Promises.wanted else []
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[1:] if word.startswith("-")), *alone])
