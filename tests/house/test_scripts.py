#!/usr/bin/env python3
"""Tests of the scripts: arguments of lint.sh and thorough.sh, targets of chosen tests, list of second runs, missing packages, changed presets."""
import json
import pathlib
import runpy
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

LOG = """\
 1/5 Test  #1: base .............................   Passed    2.99 sec
 2/5 Test  #2: gui_live .........................***Failed    9.02 sec
     Start  2: gui_live
 2/5 Test  #2: gui_live .........................   Passed    8.80 sec
 3/5 Test #10: bullet ...........................***Skipped   0.01 sec
 4/5 Test #11: gui_vsync ........................***Timeout  60.00 sec
 5/5 Test #12: consumer .........................***Not Run   0.00 sec
"""

TEST_FILE = """\
add_test([=[base]=] "{build}/tests/test_base" "--test-suite-exclude=")
set_tests_properties([=[base]=] PROPERTIES  WORKING_DIRECTORY "/project" _BACKTRACE_TRIPLES "{build}/x.txt;1;add_test;")
add_test([=[gui_live]=] "/usr/bin/python3" "/project/tests/programs/demo/test_live.py")
set_tests_properties([=[gui_live]=] PROPERTIES  ENVIRONMENT "TIMESTEP_DEMO={build}/timestep_demo;PYTHONDONTWRITEBYTECODE=1")
add_test([=[consumer]=] "/usr/bin/python3" "/project/tests/delivery/consumer/test_consumer.py")
set_tests_properties([=[consumer]=] PROPERTIES  ENVIRONMENT "TIMESTEP_BUILD={build}" LABELS "once")
add_test([=[arrows]=] "/usr/bin/python3" "/project/tests/house/arrows.py")
add_test([=[docs]=] "/usr/bin/python3" "/project/docs/write_modules.py" "{build}/modules.md")
"""


def run(*command, stdin=None):
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)


class SecondRuns(unittest.TestCase):
    def test_failed_tests_are_listed_and_skipped_ones_are_not(self):
        with tempfile.NamedTemporaryFile("w", suffix=".log") as log:
            log.write(LOG)
            log.flush()
            done = run("bash", "-c", f". scripts/setup.sh; second_runs {log.name}")
        self.assertEqual(done.stdout, "gui_live gui_vsync")


SKIPPED = """\
test_views (vsync.Vsync) ... skipped 'weston is missing: apt-get install weston'
skipped: clang++ is missing: apt-get install clang
tests/x.cpp:3: MESSAGE: skipped: weston is missing: apt-get install weston
test_b (limits.B) ... skipped 'there is no demo in this build'
"""


class MissingPackages(unittest.TestCase):
    def test_each_missing_package_is_listed_once(self):
        with tempfile.NamedTemporaryFile("w", suffix=".log") as log:
            log.write(SKIPPED)
            log.flush()
            done = run("bash", "-c", f". scripts/setup.sh; missing_packages {log.name}")
        self.assertEqual(done.stdout.splitlines(), ["skipped: clang++ is missing: apt-get install clang",
                                                    "skipped: weston is missing: apt-get install weston"])


class Targets(unittest.TestCase):
    def targets(self, *names):
        with tempfile.TemporaryDirectory() as build:
            folder = pathlib.Path(build, "tests")
            folder.mkdir()
            text = TEST_FILE.replace("{build}", str(pathlib.Path(build).resolve()))
            (folder / "CTestTestfile.cmake").write_text(text, encoding="utf-8")
            chosen = json.dumps({"tests": [{"name": name} for name in names]})
            done = run("scripts/targets_of_tests.py", build, stdin=chosen)
            return done.returncode, done.stdout.strip()

    def test_a_test_needs_the_programs_that_its_command_and_environment_name(self):
        self.assertEqual(self.targets("base"), (0, "tests/test_base"))
        self.assertEqual(self.targets("base", "gui_live"), (0, "tests/test_base timestep_demo"))

    def test_a_test_that_names_the_build_folder_needs_everything(self):
        self.assertEqual(self.targets("base", "consumer"), (0, "all"))

    def test_a_test_without_programs_needs_nothing(self):
        self.assertEqual(self.targets("arrows"), (0, ""))
        self.assertEqual(self.targets("docs"), (0, ""))

    def test_no_chosen_test_is_an_error(self):
        self.assertEqual(self.targets()[0], 3)


class ChangedPresets(unittest.TestCase):
    def test_a_preset_counts_as_changed_if_its_header_or_its_description_differs_from_head(self):
        changed = runpy.run_path(str(ROOT / "tests/house/promises/run.py"))["changed"]
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            self.assertEqual(changed(root), set(), "a folder without a repository")
            headers, described = root / "src/timestep/presets", root / "assets/presets"
            for path in (headers / "kept.hpp", headers / "edited.hpp", described / "kept.toml", described / "tested.toml", root / "else.hpp"):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("before\n", encoding="utf-8")
            git = ["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=e"]
            for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "a"]):
                subprocess.run([*git, *command], check=True)
            self.assertEqual(changed(root), set())
            for path in (headers / "edited.hpp", described / "tested.toml", headers / "my_own.hpp", root / "else.hpp"):
                path.write_text("after\n", encoding="utf-8")
            self.assertEqual(changed(root), {"edited", "tested", "my-own"})


class Arguments(unittest.TestCase):
    SCRIPTS = ("scripts/lint.sh", "scripts/alone.py", "bench/build/measure.sh", "scripts/thorough.sh", "scripts/fresh_machine.sh", "scripts/release.sh", "scripts/check_package.sh",
               "scripts/check_archive.sh", "tests/house/determinism.sh")

    def test_an_unknown_argument_is_refused_in_one_line(self):
        for script in self.SCRIPTS:
            with self.subTest(script):
                done = run(script, "--nonsense")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_help_lists_the_arguments_and_starts_nothing(self):
        for script in ("scripts/lint.sh", "scripts/alone.py", "scripts/thorough.sh", "scripts/release.sh", "./test.sh"):
            with self.subTest(script):
                done = run(script, "--help")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn("test.sh" if script == "./test.sh" else script, done.stdout)


if __name__ == "__main__":
    unittest.main()
