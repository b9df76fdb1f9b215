"""Tests of lessons, the tour, the code page, kept settings, and copied set-ups."""
import csv
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

from demo import GuiTest, run
from x11 import clipboard

LAB = pathlib.Path(os.environ["TIMESTEP_LAB"])


def widgets_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {row["name"]: row["value"] for row in csv.DictReader(file)}


class Lessons(GuiTest):
    def test_key_e_opens_the_list_and_the_search_finds_a_lesson(self):
        with self.window("--size", "1280x800") as w:
            w.key("e")
            w.wait_for(lambda: "lessons.entry.exploding-spring" in w.widgets(), "the list")
            w.click("lessons.search")
            w.wait(0.2)
            w.type("SIXTY PICT")

            def found():
                return [name for name in w.widgets() if name.startswith("lessons.entry.")]

            w.wait_for(lambda: found() == ["lessons.entry.fifty-on-sixty"], f"one lesson, not {found()}")
            self.assertEqual(w.value("lessons.entry.fifty-on-sixty"), "new")
            self.assertEqual(w.value("loop.interpolated"), "on", "letters typed into the search must not act as keys of the demo")
            w.click("lessons.entry.fifty-on-sixty")
            w.wait_for(lambda: "lesson.title" in w.widgets(), "the lesson")
            self.assertEqual(w.value("lesson.title"), "Fifty steps, sixty pictures")

    def test_a_lesson_by_mouse_with_a_right_guess(self):
        with self.window("--lesson", "fifty-on-sixty", "--dock", "lessons") as w:
            w.click("answer.2")
            w.wait_value("answer.2", "chosen")
            w.click("button.Run it  Space")
            w.wait_for(lambda: "lesson.done" in w.widgets(), "the run")
            w.click("button.To the end")
            w.wait_for(lambda: "lesson.verdict" in w.widgets(), "the verdict")
            self.assertEqual(w.value("lesson.verdict"), "Right, and this is why")
            held, checked = w.value("lesson.checks").split("/")
            self.assertGreater(int(checked), 0)
            self.assertEqual(held, checked)
            self.assertEqual(w.value("answer.2"), "right")
            w.wait_value("dock", "timeline")  # the lesson opens the timeline, which shows the proof of its answer
            w.click("button.Lessons")
            w.wait_value("lessons.entry.fifty-on-sixty", "right")
            w.picture("lesson")
            w.click("button.Next")
            w.wait_for(lambda: w.value("lesson.title").startswith("The age"), "the next lesson")
            w.click("button.< Previous")
            w.wait_for(lambda: w.value("lesson.title").startswith("Fifty"), "the one before")
            w.click("button.Leave")
            w.wait_for(lambda: "lesson.title" not in w.widgets(), "the loops")
        self.assertIn('lessons."fifty-on-sixty" = "right"', w.kept)

    def test_a_number_under_the_mouse_selects_its_lane_and_try_it_yourself_shows_a_slider(self):
        with self.window("--lesson", "fifty-on-sixty", "--size", "1280x900") as w:
            w.key("3", "space")
            w.wait_for(lambda: "button.To the end" in w.widgets(), "the run")
            w.click("button.To the end")
            w.wait_for(lambda: "lesson.number.1" in w.widgets(), "the explanation")
            w.xdotool("mousemove", *w.point("lesson.number.1"))
            w.wait_value("lesson.pointed", "latest.zero_step_share")
            w.wait_value("lane.latest", "on")
            w.picture("lesson-lit")
            w.click("button.Try it yourself")
            w.wait_for(lambda: "loop.hz" in w.widgets(), "the slider")
            self.assertEqual(float(w.value("loop.hz")), 50)
            w.drag("loop.hz", 0.4, 0.6)
            w.wait_for(lambda: float(w.value("loop.hz")) != 50, "another rate")
            w.wait_for(lambda: w.value("lesson.verdict").startswith("No"), "the page as it was")
            w.key("r")
            w.wait_for(lambda: "lesson.verdict" not in w.widgets(), "the question again")

    def test_a_lesson_by_keys_with_a_wrong_guess(self):
        with self.window("--lesson", "fifty-on-sixty", "--speed", "100") as w:
            w.key("3", "space")
            w.wait_for(lambda: "lesson.verdict" in w.widgets(), "the verdict")
            self.assertEqual(w.value("lesson.verdict"), "No, and this is why")
            self.assertEqual(w.value("answer.2"), "right")
            w.key("r")
            w.wait_for(lambda: "lesson.verdict" not in w.widgets(), "the question again")
        self.assertIn('lessons."fifty-on-sixty" = "wrong"', w.kept)

    def test_after_f6_keys_choose_a_lesson_answer_it_and_run_it(self):
        with self.window("--size", "1280x800") as w:
            w.key("e")
            w.wait_for(lambda: "lessons.search" in w.widgets(), "the list")
            w.key("F6")
            w.wait_frames(2)
            w.keys_in_turn("ctrl+Tab", "Down", "Down", "space")  # moves the focus to the dock, past the search field, to the first card
            w.wait_for(lambda: "lesson.title" in w.widgets(), "the lesson")
            w.keys_in_turn("Down", "Down", "space")  # moves the focus on the lesson's page from Leave past the first answer to the second
            w.wait_value("answer.2", "chosen")
            answers = [name for name in w.widgets() if name.startswith("answer.")]
            w.keys_in_turn(*["Down"] * (len(answers) - 1), "space")
            w.wait_for(lambda: "button.To the end" in w.widgets(), "the run")

    def test_a_chord_released_within_one_long_frame_is_recognised(self):
        with self.window("--size", "1280x800", "--delay", "150ms", "--mode", "live") as w:
            w.key("e")
            w.wait_for(lambda: "lessons.search" in w.widgets(), "the list")
            w.keys_in_turn("F6")
            w.xdotool("keydown", "ctrl")
            w.wait_frames(1)
            w.xdotool("key", "Tab", "keyup", "ctrl")
            w.wait_frames(1)
            w.keys_in_turn("Down", "Down", "space")
            w.wait_for(lambda: "lesson.title" in w.widgets(), "the lesson")

    def test_the_scoreboard_shows_the_lanes_of_the_lesson(self):
        with self.window("--lesson", "exploding-spring", "--dock", "scoreboard") as w:
            w.wait_for(lambda: "lane.sixty-ms" in w.widgets(), "five lanes")
            names = [name.removeprefix("lane.") for name in w.widgets() if name.startswith("lane.")]
            self.assertEqual(names, ["variable", "sixty-ms", "semi-fixed", "interpolated", "implicit"])
            w.wait_for(lambda: any(name.startswith("score.") for name in w.widgets()), "the scoreboard")


class Settings(GuiTest):
    def test_settings_and_window_size_are_kept_across_a_restart(self):
        with self.window("--size", "1100x700") as w:
            w.key("2", "bracketright", "bracketright")
            w.wait_value("machine.delay_ms", "10ms")
            w.click("button.Scoreboard")
            w.wait(0.3)
        self.assertIn('loop.preset = "variable"', w.kept)
        with self.window(settings=w.kept) as again:
            again.wait_value("loop.variable", "on")
            again.wait_value("machine.delay_ms", "10ms")
            geometry = again.xdotool("getwindowgeometry", again.id)
            self.assertIn("1100x700", geometry)
        self.assertEqual(w.kept, again.kept)

    def test_flags_override_kept_settings_and_fresh_ignores_them(self):
        kept = 'tour.done = true\nloop.preset = "variable"\nmachine.delay_ms = "20ms"\n'
        with self.window("--loop", "fixed", settings=kept) as w:
            w.wait_value("loop.fixed", "on")
            w.wait_value("machine.delay_ms", "20ms")
        with self.window("--fresh", settings=kept) as w:
            w.wait_value("loop.interpolated", "on")
            w.wait_value("machine.delay_ms", "0ms")

    def test_a_changed_setting_is_written_while_the_program_runs(self):
        with self.window() as w:
            w.key("3")
            w.wait_for(lambda: "semi-fixed" in w.settings.read_text(encoding="utf-8"), "the file")
            w.wait_for(lambda: [p.name for p in w.folder.iterdir() if p.name.endswith(".part")] == [], "nothing beside the file")

    def test_a_broken_settings_file_is_renamed_and_reported(self):
        broken = 'loop.preset = "fixed"\nhello [[\n'
        with self.window("--size", "1280x800", settings=broken) as w:
            aside = w.folder / "settings.toml.broken-1"
            self.assertEqual(aside.read_text(encoding="utf-8"), broken)
            w.wait_value("loop.interpolated", "on")
            self.assertIn("set aside as settings.toml.broken-1", w.value("header"))
        self.assertEqual(w.errors.count("\n"), 1)
        self.assertIn("settings.toml.broken-1", w.errors)
        self.assertIn("line 2", w.errors)
        self.assertNotIn("hello", w.kept)

    def test_runs_that_end_by_themselves_use_no_settings_without_the_flag(self):
        with tempfile.TemporaryDirectory() as folder:
            file, widgets = pathlib.Path(folder) / "s.toml", pathlib.Path(folder) / "w.csv"
            file.write_text('loop.preset = "variable"\n', encoding="utf-8")
            env = dict(TIMESTEP_SETTINGS=str(file), PATH="/usr/bin", ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", ""))
            done = run("--headless", "--frames", "2", "--report-widgets", widgets, env=env)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(widgets_of(widgets)["loop.interpolated"], "on")
            self.assertEqual(file.read_text(encoding="utf-8"), 'loop.preset = "variable"\n')
            done = run("--headless", "--frames", "2", "--report-widgets", widgets, "--settings", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(widgets_of(widgets)["loop.variable"], "on")
            done = run("--headless", "--frames", "2", "--settings", file, "--reset-settings")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("variable", file.read_text(encoding="utf-8"))
            done = run("--headless", "--frames", "2", "--settings", pathlib.Path(folder) / "no/s.toml")
            self.assertEqual(done.returncode, 2)
            self.assertIn("--settings", done.stderr)


class SetUps(GuiTest):
    def test_a_copied_command_line_gives_the_same_settings(self):
        given = ["--loop", "godot", "--hz", "59.94", "--delay", "12ms", "--set", "stepper.max_steps=3", "--scene"]
        with self.window(*given, "bouncing-ball", "--light", "on", "--size", "1280x800") as w:
            w.wait_for(lambda: "button.Copy set-up" in w.widgets(), "the button")
            w.click("button.Copy set-up")
            w.wait_for(lambda: w.value("header").startswith("copied"), "the notice")
            line = clipboard(self.server.display)
            here = {name: row["value"] for name, row in w.widgets().items() if row["value"]}
        words = shlex.split(line)
        self.assertEqual(words[0], "timestep_demo")
        with tempfile.TemporaryDirectory() as folder:
            widgets = pathlib.Path(folder) / "w.csv"
            done = run(*words[1:], "--headless", "--frames", "2", "--size", "1280x800", "--report-widgets", widgets)
            self.assertEqual(done.returncode, 0, done.stderr)
            there = widgets_of(widgets)
        knobs = [name for name in here if name.split(".")[0] in ("loop", "machine", "scene", "stepper", "view")]
        self.assertGreater(len(knobs), 15)
        self.assertEqual({name: here[name] for name in knobs}, {name: there.get(name) for name in knobs})


class Code(GuiTest):
    def test_the_code_page_shows_the_header_of_the_running_loop(self):
        with self.window("--dock", "code") as w:
            w.wait_value("code.file", "steppers/fixed_step.hpp")
            w.key("3")
            w.wait_value("code.file", "steppers/semi_fixed.hpp")
            w.key("9")
            w.wait_value("code.file", "steppers/godot.hpp")
            w.click("button.the preset")
            w.wait_value("code.file", "presets/godot.hpp")

    def test_code_copied_for_a_game_equals_the_output_of_export(self):
        if not LAB.exists():
            self.skipTest(f"{LAB} is not there")
        with self.window("--dock", "code", "--loop", "interpolated", "--set", "overload.limit=100ms") as w:
            w.click("button.C++ for my game")
            w.wait_value("code.file", "exported")
            w.click("button.Copy")
            w.wait_for(lambda: w.value("header").startswith("copied"), "the notice")
            copied = clipboard(self.server.display)
        command = [str(LAB), "export", "--loop", "interpolated", "--set", "overload.limit=100ms"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual(copied, done.stdout)


class Tour(GuiTest):
    def test_the_first_click_on_more_starts_the_tour_and_its_end_is_kept(self):
        with self.window("--size", "1280x800", settings="") as w:
            w.click("button.More  M")
            w.wait_for(lambda: "tour.title" in w.widgets(), "the tour")
            w.wait_for(lambda: w.value("tour.title") == "Make the spring explode", "the tour")
            w.key("2")
            w.wait_value("loop.variable", "on")
            w.drag("machine.delay_ms", 0.05, 0.26)
            w.wait_for(lambda: w.value("tour.title") == "Fix it", "the explosion", 40)
            w.key("5", "r")
            w.wait_for(lambda: w.value("tour.title") == "See the stutter", "the spring, whole", 40)
            w.key("l", "4")
            w.drag("loop.hz", 0.45, 0.27)
            w.wait_for(lambda: float(w.value("loop.hz")) < 25, "a low step rate")
            w.wait_for(lambda: w.value("tour.title") == "And see it gone", "the stutter", 40)
            w.key("5")
            w.wait_for(lambda: w.value("tour.title") == "That is what a timestep does", "the end", 40)
            w.click("button.Close")
            w.wait_for(lambda: "tour.title" not in w.widgets(), "no card")
        self.assertIn("tour.done = true", w.kept)

    def test_the_tour_can_be_skipped_and_started_again_from_the_list_of_keys(self):
        with self.window("--more", "on", settings="") as w:
            w.wait_for(lambda: "tour.title" in w.widgets(), "the tour")
            w.click("button.Skip tour")
            w.wait_for(lambda: "tour.title" not in w.widgets(), "no card")
            w.key("F1")
            w.wait_for(lambda: "button.Show the tour" in w.widgets(), "the list of keys")
            w.click("button.Show the tour")
            w.wait_for(lambda: "tour.title" in w.widgets(), "the tour again")

    def test_a_first_start_with_a_loop_flag_shows_no_tour(self):
        with self.window("--loop", "variable", settings="") as w:
            w.wait_value("loop.variable", "on")
            self.assertNotIn("tour.title", w.widgets())


if __name__ == "__main__":
    unittest.main(verbosity=2)
