#!/usr/bin/env python3
"""Checks the pages that say which files an addition (a preset, a scene, a lesson, a format) touches.

A file that names all things of a kind is a list, which an addition must change. A file called after one thing is its own. The environment
variable CXX names the compiler."""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

os.nice(19)  # gives the processor to the tests of the window beside this one

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("src", "tests", "docs", "bench", "assets", "examples", "cmake", "scripts", "README.md", "CONTRIBUTING.md")
MEASURED = "bench/results"
COMMAND = "ctest --preset release -R '^adding$'"
GENERATED = "docs/loops.md"  # by cmake --build --preset release --target docs


def texts():
    """Returns the text of every text file of the project, by path; generated measurements are left out."""
    found = {}
    for part in PARTS:
        for path in [ROOT / part] if (ROOT / part).is_file() else (ROOT / part).rglob("*"):
            inside = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in inside and not inside.startswith(MEASURED):
                try:
                    found[inside] = path.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    pass
    return found


def spellings(stem):
    """Returns the spellings of a name: my_scene, my-scene, MyScene, My scene."""
    words = stem.replace("-", "_").split("_")
    return {"_".join(words), "-".join(words), "".join(w.capitalize() for w in words), " ".join(words).capitalize()}


def touched(stems, files):
    """Returns the files that name all of `stems`, and the files that each has of its own, written path/NAME.ending or
    path/NAME/file."""
    named = [re.compile("|".join(rf"(?<![\w-]){re.escape(s)}(?![\w-])" for s in spellings(stem))) for stem in stems]
    lists = {path for path, text in files.items() if all(name.search(text) for name in named)}
    own = [{re.sub(rf"/{re.escape(stem)}(?=/|(?:_test)?\.\w+$)", "/NAME", path) for path in files} for stem in stems]
    return lists | {path for path in set.intersection(*own) if "/NAME" in path}


def section(page, heading):
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL).group(1)


def told(page, heading):
    """Returns the files that a section of a page names."""
    return set(re.findall(r"`([\w-]+/[\w./-]+\.\w+)`", section(page, heading)))


def stems_in(folder, ending):
    return sorted(path.stem for path in (ROOT / folder).glob(f"*.{ending}"))


def alternatives(axis, files):
    """Returns the names of the alternatives of an axis: of the classes in its list in src/timestep/loop.hpp."""
    headers = "\n".join(text for path, text in files.items() if path.startswith("src/timestep/"))
    names = dict(re.findall(r'^(?:class|struct) (\w+)[^;{]*\{(?:\npublic:)?\n    static constexpr std::string_view name +\= "([\w-]+)";',
                            headers, re.MULTILINE))
    listed = re.search(rf"using Loop{axis} *=\s*Any{axis}<(.*?)>;", files["src/timestep/loop.hpp"], re.DOTALL)
    return [names[name] for name in re.split(r",\s*", listed[1])]


class Documents(unittest.TestCase):
    def check(self, folder, ending, page, heading):
        self.check_stems(stems_in(folder, ending), page, heading)

    def check_stems(self, stems, page, heading):
        self.assertGreater(len(stems), 10)
        self.check_files(touched(stems, texts()), page, heading)

    def check_files(self, files, page, heading):
        for path in sorted(files - told(page, heading)):
            self.fail(f'{path} has to change for each addition, but {page}, "{heading}", does not name it. Let the code find the additions '
                      f"by itself, or name {path} there; then run: {COMMAND}")

    def test_files_of_a_preset_are_at_most_four_and_the_page_names_them(self):
        self.check("src/timestep/presets", "hpp", "CONTRIBUTING.md", "Adding a preset")
        named = told("CONTRIBUTING.md", "Adding a preset") - {GENERATED}
        self.assertLessEqual(len(named), 4, 'CONTRIBUTING.md, "Adding a preset", names more than 4 files; let the code find presets by itself, '
                                            f"then run: {COMMAND}")

    def test_files_of_an_alternative_are_those_that_the_page_names(self):
        files = texts()
        for axis in ("Filter", "Stepper", "Overload", "Pacer"):
            with self.subTest(axis):
                names = alternatives(axis, files)
                self.assertGreater(len(names), 5)
                found = {re.sub(rf"/{axis.lower()}s?(?=/|_test|\.loop)", "/AXIS", path) for path in touched(names, files)}
                self.check_files(found - {GENERATED}, "docs/add-an-alternative.md", "What it touches")

    def test_files_of_a_scene_are_those_that_the_page_names(self):
        stems = sorted(path.stem for path in (ROOT / "src/scenes").glob("*/*.cpp") if path.stem == path.parent.name)
        self.check_stems(stems, "docs/add-a-scene.md", "What it touches")

    def test_a_scene_touches_five_places(self):
        rows = re.findall(r"^\| `", section("docs/add-a-scene.md", "What it touches"), re.MULTILINE)
        self.assertEqual(len(rows), 5, f'docs/add-a-scene.md, "What it touches": the table has another number of rows; then run: {COMMAND}')

    def test_files_of_a_lesson_are_those_that_the_page_names(self):
        self.check("assets/lessons/course", "toml", "docs/lessons.md", "Adding one")

    def test_files_of_a_format_of_recordings_are_those_that_the_page_names(self):
        """One list and its test name all formats. Each format is defined in exactly one source in
        src/recordings/formats."""
        files = texts()
        formats = re.findall(r"static const Format (\w+);", files["src/recordings/formats/formats.hpp"])
        self.assertGreater(len(formats), 10)
        self.check_files(touched(formats, files), "CONTRIBUTING.md", "Adding a format of recordings")
        defined = {}
        for path, text in files.items():
            for name in re.findall(r"const Format Format::(\w+)\s*{", text):
                defined.setdefault(name, []).append(path)
        for name in formats:
            self.assertEqual([pathlib.PurePath(path).parent.as_posix() for path in defined.get(name, ())], ["src/recordings/formats"],
                             f"define `const Format Format::{name}{{...}}` in one source in src/recordings/formats; then run: {COMMAND}")

    def test_lessons_stand_in_the_page_in_the_order_of_the_course(self):
        course = re.search(r"set\(course (.*?)\)", (ROOT / "src/CMakeLists.txt").read_text(encoding="utf-8"), re.DOTALL)
        page = (ROOT / "docs/lessons.md").read_text(encoding="utf-8").partition("| name |")[2]
        listed, wanted = re.findall(r"^\| ([a-z][a-z-]+) \|", page, re.MULTILINE), course.group(1).split()
        self.assertEqual(listed, wanted, "give docs/lessons.md, last table, a row for each lesson of set(course ...) in src/CMakeLists.txt, "
                                         f"in this order: {', '.join(wanted)}; then run: {COMMAND}")


class AScene(unittest.TestCase):
    def test_without_a_view_it_gets_an_error_that_says_what_is_missing(self):
        source = ('#include "scenes/orbit/orbit.hpp"\n'
                  'constinit const auto type = scenes::scene_type<scenes::Orbit>({.name = "orbit", .title = "Orbit"});\n')
        command = [os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", f"-I{ROOT}/src", "-x", "c++", "-"]
        done = subprocess.run(command, input=source, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the_scene_lacks_a_name_a_title_a_view_or_knobs", done.stderr)
        self.assertIn("docs/add-a-scene.md", done.stderr)

    def test_the_smallest_scene_of_the_page_compiles_without_a_warning(self):
        page = section("docs/add-a-scene.md", "Stage 1: see it run")
        files = dict(re.findall(r"^`src/([\w/.]+)`:\n\n```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
        self.assertEqual(sorted(files), ["scenes/cart/cart.cpp"])
        with tempfile.TemporaryDirectory() as name:
            copy = pathlib.Path(name)
            listed = (ROOT / "src/scenes/scenes.cpp").read_text(encoding="utf-8")
            files["scenes/scenes.cpp"] = listed.replace("player;", "player, cart;").replace("&player}", "&player, &cart}")
            for path, text in files.items():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                (copy / path).write_text(text, encoding="utf-8")
            command = [os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", f"-I{copy}",
                       f"-I{ROOT}/src", copy / "scenes/cart/cart.cpp", copy / "scenes/scenes.cpp"]
            done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), f"correct docs/add-a-scene.md, stage 1; then run: {COMMAND}")


class AnAlternative(unittest.TestCase):
    def test_without_a_member_it_gets_one_error_that_names_the_member(self):
        named = 'struct Love { static constexpr std::string_view name = "love"; };'
        for axis, first, call, missing, told in (("Filter", "NoFilter", "filter({})", "f.filter(in)", "a delta filter"),
                                                 ("Overload", "Unlimited", "grant({})", "P::acts", "an overload policy"),
                                                 ("Stepper", "FixedStep", "carried()", "S::carries", "a stepper"),
                                                 ("Pacer", "Vsync", "renders({})", "P::wants_vsync", "a pacer")):
            with self.subTest(axis):
                source = (f'#include "timestep/loop.hpp"\n{named}\n'
                          f"auto ask(timestep::Any{axis}<timestep::{first}, Love>& axis) {{ return axis.{call}; }}\n")
                command = [os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", f"-I{ROOT}/src", "-x", "c++", "-"]
                done = subprocess.run(command, input=source, capture_output=True, text=True)
                errors = [line for line in done.stderr.splitlines() if "error:" in line]
                self.assertEqual(len(errors), 1, done.stderr)
                self.assertIn(f"{told} lacks a member", errors[0])
                self.assertIn(missing, done.stderr)


class APreset(unittest.TestCase):
    def test_changes_no_example_of_a_page_that_is_checked(self):
        """An example that runs every loop would print another table for each new preset, so each names its loops."""
        page = (ROOT / "docs/timestep_lab.md").read_text(encoding="utf-8")
        plays_to_all = re.findall(r"^\$ timestep_lab (?:rank|report) (?:before|after)\.csv.*$", page, re.MULTILINE)
        self.assertGreaterEqual(len(plays_to_all), 2)
        for example in plays_to_all:
            self.assertRegex(example, " --loops ")

    def test_added_in_a_copy_changes_at_most_three_files_and_the_generated_page(self):
        with tempfile.TemporaryDirectory() as name:
            copy = pathlib.Path(name)
            for folder in ("src/timestep", "docs", "assets/presets"):
                shutil.copytree(ROOT / folder, copy / folder)
            before = self.contents(copy)
            self.add(copy)
            after = self.contents(copy)
            changed = {path.relative_to(copy).as_posix() for path, text in after.items() if before.get(path) != text}
            self.assertIn(GENERATED, changed)
            self.assertLessEqual(len(changed - {GENERATED}), 3, changed)
            self.assertEqual(self.promises().problems("my-own", copy), [])
            page = after[copy / GENERATED].decode()
        section = re.search(r"^### my-own\n.*?^### ", page + "### ", re.MULTILINE | re.DOTALL).group()
        self.assertIn("*My own: a price.* Header: `timestep/presets/my_own.hpp`.", section)
        self.assertIn("469.0 ms = 460.0 stepped + 9.0 carried", section)  # steps of 20 ms: it plans

    @staticmethod
    def promises():
        found = importlib.util.spec_from_file_location("promises", ROOT / "tests/house/promises/run.py")
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        return module

    @staticmethod
    def contents(copy):
        return {path: path.read_bytes() for path in copy.rglob("*") if path.is_file() and "__pycache__" not in path.parts}

    def changed(self, text, changes):
        for old, new in changes.items():
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        return text

    def add(self, copy):
        """Adds the accumulator under another name, at 50 Hz, as the last of the list, and writes docs/loops.md again."""
        header = (copy / "src/timestep/presets/accumulator.hpp").read_text(encoding="utf-8")
        header = self.changed(header, {"accumulator = preset": "my_own = preset",
                                       '{.name = "accumulator"}': '{.name = "my-own", .group = Group::engines, .default_rate = hz(50)}'})
        (copy / "src/timestep/presets/my_own.hpp").write_text(header, encoding="utf-8")
        described = (copy / "assets/presets/accumulator.toml").read_text(encoding="utf-8")
        price = re.search(r'^price = "([^"]*)"', described, re.MULTILINE)[1]
        self.assertIn(f'["{price}"]', described)
        described = self.changed(described.replace(price, "a price"), {'title = "Accumulator"': 'title = "My own"'})
        (copy / "assets/presets/my-own.toml").write_text(described, encoding="utf-8")
        presets = copy / "src/timestep/presets.hpp"
        text = presets.read_text(encoding="utf-8")
        text = text.replace("\n\nnamespace", '\n#include "timestep/presets/my_own.hpp"\n\nnamespace', 1)
        presets.write_text(text.replace(");\n", ", presets::my_own);\n", 1), encoding="utf-8")
        program = copy / "write_loops"
        subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", f"-I{copy}/src", copy / "docs/write_loops.cpp",
                        "-o", program], check=True)
        page = subprocess.run([program], cwd=copy, check=True, capture_output=True).stdout
        program.unlink()
        (copy / "docs/loops.md").write_bytes(page)


if __name__ == "__main__":
    unittest.main()
