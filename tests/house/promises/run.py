#!/usr/bin/env python3
"""Checks every sentence in assets/presets/NAME.toml with the commands in the same file.

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

HEADERS, ALL_PRESETS, PRESETS = "src/timestep/presets", "src/timestep/presets.hpp", "assets/presets"
# In these fields every sentence has a test; in the others, every sentence with a number.
PROVEN, DESCRIBED = ("promise", "price", "price_in_full", "breaks"), ("choose_it", "differs")


def header_of(name):
    return f"{HEADERS}/{name.replace('-', '_')}.hpp"


def presets(root=ROOT):
    return sorted(path.stem for path in (root / PRESETS).glob("*.toml"))


def mend(name):
    return f"Correct {PRESETS}/{name}.toml, then run: {BUILD} && python3 tests/house/promises/run.py {name}"


def names_of(tests):
    """Returns the names of the tests, which are sentences."""
    return [name for name, value in tests.tables.items() if isinstance(value, dict) and name != "recordings"]


def place_of(tests, field):
    """Returns FILE:LINE of a field."""
    before = tests.text.partition(f"\n{field} =")[0]
    return f"{tests.name}:{before.count(chr(10)) + 2}"


def sentences_of(tests, found):
    """Returns {sentence: (FILE:LINE, field)}, and appends the errors of the fields to `found`."""
    sentences = {}
    for field in (*PROVEN, *DESCRIBED):
        text = tests.tables.get(field, "")
        if not text and field in PROVEN:
            found.append(f"{tests.name}:1: there is no {field}; add the field")
        elif not isinstance(text, str):
            found.append(f"{place_of(tests, field)}: the value of {field} is no text; write it in quotes")
        else:
            for sentence in re.split(r"(?<=[.!?])\s+", text) if text else ():
                sentences.setdefault(sentence, (place_of(tests, field), field))
    return sentences


def problems_of_header(name, source, root):
    """Returns what is wrong with the header of a preset."""
    path = header_of(name)
    if not (root / path).exists():
        return [f"{path}:1: there is no such file"]
    text = (root / path).read_text(encoding="utf-8")
    said = " ".join(re.sub(r"(?m)^// *", "", text.partition("#pragma once")[0]).split())
    found = []
    if f'.name = "{name}"' not in text:
        found.append(f'{path}:1: no preset has the .name = "{name}"')
    if f"Source: {source}" not in said:
        found.append(f"{path}:1: the comment at the top does not say: Source: {source}")
    if f"presets::{name.replace('-', '_')}" not in (root / ALL_PRESETS).read_text(encoding="utf-8"):
        found.append(f"{ALL_PRESETS}:1: the preset {name} is not in the list; add its include line and its place in all_presets")
    return found


def problems(name, root=ROOT):
    """Returns what is wrong with the sentences of a preset, the names of its tests, and its header."""
    path = root / PRESETS / f"{name}.toml"
    if not path.exists():
        return [f"{PRESETS}/{name}.toml:1: there is no such file"]
    try:
        tests = TestFile(path, root)
    except AssertionError as error:
        return [str(error)]
    found = problems_of_header(name, tests.tables.get("source"), root)
    sentences, names = sentences_of(tests, found), names_of(tests)
    for sentence, (at, field) in sentences.items():
        if sentence not in names and (field in PROVEN or NUMBER.search(sentence)):
            found.append(f'{at}: no test has the name of this sentence in {field}: "{sentence}"\n'
                         f'  Add ["{sentence}"], a command and its results')
    for test in names:
        if test not in sentences:
            near = difflib.get_close_matches(test, sentences, 1)
            found.append(tests.at(f'["{test}') + f': no sentence above reads "{test}"'
                         + (f'\n  The most similar one reads "{near[0]}"' if near else ""))
    return found


def changed(root=ROOT):
    """Returns the presets whose header or description differ from HEAD; none where git or the repository is absent."""
    command = ["git", "-C", root, "status", "--porcelain", "--untracked-files=all", "--", HEADERS, PRESETS]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return set()
    return {pathlib.Path(line[3:].split(" -> ")[-1]).stem.replace("_", "-") for line in listed.splitlines()}


def chosen(wanted):
    """Returns the presets whose commands run: the wanted ones, or the changed ones and every third of the others."""
    if wanted:
        return [name.replace("_", "-") for name in wanted]
    if IS_THOROUGH:
        return presets()
    often, differs = presets()[::3], changed()
    return [name for name in presets() if name in often or name in differs]


class Promises(Statements):
    wanted = ()

    def test_every_sentence_has_a_test_and_every_test_a_sentence(self):
        headers = [path.stem.replace("_", "-") for path in sorted((ROOT / HEADERS).glob("*.hpp"))]
        names = chosen(self.wanted) if self.wanted else sorted({*presets(), *headers})
        self.assertTrue(self.wanted or len(names) > 40)
        for name in names:
            with self.subTest(name):
                self.assertIn(name, presets(), f"there is no {PRESETS}/{name}.toml; the presets are {', '.join(presets())}")
                found = problems(name)
                self.assertFalse(found, "\n".join([*found, mend(name)]))

    def test_every_sentence_is_true(self):
        for name in chosen(self.wanted):
            if not problems(name):
                self.check_preset(TestFile(ROOT / PRESETS / f"{name}.toml"), mend(name))

    def check_preset(self, tests, how_to_mend):
        self.begin(tests.tables.get("recordings", {}))
        for sentence in names_of(tests):
            with self.subTest(f"{tests.path.stem}: {sentence}"):
                self.check_proofs(tests.tables[sentence], lambda how, sentence=sentence: tests.at(f'["{sentence}', how), how_to_mend)


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

    def problems_of(self, described, header='.name = "love"', listed="in_order(presets::love);"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            header = f"// love.hpp -- a loop\n// Source: LOVE,\n//   love.run\n#pragma once\n{header}"
            for name, text in ((ALL_PRESETS, listed), (f"{HEADERS}/love.hpp", header), (f"{PRESETS}/love.toml", described)):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return problems("love", root)

    def test_each_mistake_is_reported_with_its_file_and_line(self):
        fields = ('# love\nsource = "LOVE, love.run"\npromise = """\nOne. \\\nTwo."""\nprice = "three"\n'
                  'price_in_full = "Four."\nbreaks = "Five."\n')
        tests = "\n".join(f'["{name}"]\ntest = "lab: a test"' for name in ("One.", "Two.", "three", "Four.", "Five."))
        self.assertEqual(self.problems_of(fields + tests), [])
        self.assertEqual(self.problems_of(fields + 'differs = "In its name."\n' + tests), [])
        for wrong, told in (
                (fields.replace("Two", "Too") + tests, 'love.toml:3: no test has the name .* "Too."'),
                (fields.replace("Two", "Too") + tests, 'love.toml:11: no sentence .* "Two."\n  The most similar one reads "Too."'),
                (fields.replace('"three"', '"tree"') + tests, "love.toml:6: no test has the name"),
                (fields.replace("breaks", "braeks") + tests, "love.toml:1: there is no breaks"),
                (fields.replace('"Four."', "4") + tests, "love.toml:7: the value of price_in_full is no text"),
                (fields.replace("love.run", "love.draw") + tests, "love.hpp:1: the comment at the top does not say: Source: LOVE, love.draw"),
                (fields + 'differs = "By 7."\n' + tests, "love.toml:9: no test has the name"),
                (fields + tests.replace('["Two."]', '["Two."'), "love.toml:11: ")):
            self.assertRegex("\n".join(self.problems_of(wrong)), told)
        self.assertRegex("\n".join(self.problems_of(fields + tests, '.name = "to-love"')), 'love.hpp:1: no preset has the .name = "love"')
        self.assertRegex("\n".join(self.problems_of(fields + tests, listed="in_order();")), "presets.hpp:1: the preset love is not in the list")


if __name__ == "__main__":
    Promises.wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    alone = ["Promises"] if Promises.wanted else []
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[1:] if word.startswith("-")), *alone])
