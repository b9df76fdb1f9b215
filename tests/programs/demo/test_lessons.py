"""Tests of lessons, the tour, the code page, kept settings, and copied set-ups."""
import csv
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

from demo import GuiTest, ROOT, run
from x11 import clipboard, drop_file

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

    def test_a_lesson_of_a_file_is_opened_by_drop_and_a_wrong_file_says_what_is_wrong(self):
        with self.window("--size", "1280x900", "--speed", "100") as w:
            file = w.folder / "mine of today.lesson.toml"
            text = (ROOT / "assets/lessons/course/fifty-on-sixty.toml").read_text(encoding="utf-8")
            wrong = text.replace("latest.zero_step_share", "latest.zero_steps")
            file.write_text(wrong, encoding="utf-8")
            self.assertTrue(drop_file(self.server.display, int(w.id), file, process=w.process))
            w.wait_for(lambda: "open.refusal" in w.widgets(), "the refusal")
            line = next(i for i, said in enumerate(wrong.splitlines(), 1) if "zero_steps" in said)
            self.assertIn(f"today.lesson.toml:{line}: ", w.value("open.refusal"))
            self.assertNotIn("lesson.title", w.widgets())
            w.key("Escape")
            file.write_text(text.replace("Fifty steps, sixty pictures", "Fifty of mine"), encoding="utf-8")
            self.assertTrue(drop_file(self.server.display, int(w.id), file, process=w.process))
            w.wait_for(lambda: "lesson.title" in w.widgets(), "the lesson")
            self.assertEqual(w.value("lesson.title"), "Fifty of mine")
            self.assertEqual(w.value("lesson.place"), "Your lesson")
            w.key("2", "space")
            w.wait_for(lambda: "lesson.verdict" in w.widgets(), "the verdict")
            self.assertEqual(w.value("lesson.verdict"), "Right, and this is why")
            self.assertNotIn("button.Next", w.widgets())
            w.picture("lesson-of-a-file")
            w.key("r")
            w.wait_for(lambda: "lesson.verdict" not in w.widgets(), "the question again")
        self.assertNotIn("lessons.", w.kept, "the progress is about the lessons of the program")
        self.assertNotIn("lab.mode", w.kept, "the next start does not have this file")

    def test_a_file_without_a_flag_is_opened_as_a_lesson(self):
        for name, title in (("network/rollback", "over a network"), ("course/exploding-spring", "course")):
            with self.subTest(title), tempfile.TemporaryDirectory() as folder:
                file, widgets = pathlib.Path(folder) / "A.LESSON.TOML", pathlib.Path(folder) / "w.csv"
                text = (ROOT / f"assets/lessons/{name}.toml").read_text(encoding="utf-8")
                file.write_text(text, encoding="utf-8")
                done = run("--headless", "--virtual-clock", "--frames", "10", "--report-widgets", widgets, file)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f'title    = "{widgets_of(widgets)["lesson.title"]}"', text)
                self.assertEqual(widgets_of(widgets)["lesson.place"], "Your lesson")

    def test_the_flag_lesson_opens_a_lesson_about_a_network_game(self):
        for name in ("rollback", "free-whole-steps", "free-frame-steps"):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                widgets = pathlib.Path(folder) / "w.csv"
                done = run("--headless", "--virtual-clock", "--frames", "10", "--report-widgets", widgets, "--lesson", name)
                self.assertEqual(done.returncode, 0, done.stderr)
                text = (ROOT / f"assets/lessons/network/{name}.toml").read_text(encoding="utf-8")
                self.assertIn(f'title    = "{widgets_of(widgets)["lesson.title"]}"', text)

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
        with self.window(*words[1:], "--size", "1280x800") as w:
            w.wait_for(lambda: w.widgets(), "the widgets")
            there = {name: row["value"] for name, row in w.widgets().items()}
        knobs = [name for name in here if name.split(".")[0] in ("loop", "machine", "scene", "stepper", "view")]
        self.assertGreater(len(knobs), 15)
        self.assertEqual({name: here[name] for name in knobs}, {name: there.get(name) for name in knobs})

    def test_a_set_up_is_copied_and_pasted_as_one_line_and_a_wrong_line_says_what_is_wrong(self):
        with self.window("--size", "1280x800", "--loop", "godot", "--delay", "12ms") as w:
            w.key("ctrl+c")
            w.wait_for(lambda: w.value("header").startswith("copied the set-up"), "the notice")
            self.assertEqual(clipboard(self.server.display), "timestep-lab set-up 1 loop.preset=godot machine.delay_ms=12ms")
            w.key("1")
            w.wait_value("loop.fixed", "on")
            w.key("ctrl+v")
            w.wait_for(lambda: "lane.godot" in w.widgets(), "the set-up")
            w.key("ctrl+z")
            w.wait_value("loop.fixed", "on")

    def test_a_set_up_is_opened_from_a_file_and_a_wrong_file_says_what_is_wrong(self):
        with self.window("--size", "1280x800") as w:
            file = w.folder / "mine.timestep"
            file.write_text("timestep-lab set-up 1 loop.preset=godot\n", encoding="utf-8")
            self.assertTrue(drop_file(self.server.display, int(w.id), file, process=w.process))
            w.wait_for(lambda: "lane.godot" in w.widgets(), "the set-up")
            file.write_text("timestep-lab set-up 9 loop.preset=fixed\n", encoding="utf-8")
            self.assertTrue(drop_file(self.server.display, int(w.id), file, process=w.process))
            w.wait_for(lambda: "open.refusal" in w.widgets(), "the refusal")
            self.assertEqual(w.value("open.refusal"), "the set-up has version 9; this program reads version 1")
            self.assertIn("lane.godot", w.widgets())
            w.key("Escape")
        with tempfile.TemporaryDirectory() as folder:
            file, widgets = pathlib.Path(folder) / "mine.timestep", pathlib.Path(folder) / "w.csv"
            file.write_text("timestep-lab set-up 1 loop.preset=godot\n", encoding="utf-8")
            done = run("--headless", "--virtual-clock", "--frames", "5", "--report-widgets", widgets, file)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("lane.godot", widgets_of(widgets))

    def test_a_line_at_the_start_names_what_is_still_set_and_ctrl_z_restores_the_defaults(self):
        kept = 'loop.preset = "variable"\nmachine.delay_ms = "20ms"\n'
        with self.window("--size", "1280x800", settings=kept) as w:
            line = "still set from last time: loop variable, frame delay 20ms; Ctrl+Z for the defaults"
            w.wait_value("header", line)
            w.key("ctrl+z")
            w.wait_value("loop.interpolated", "on")
            w.wait_value("machine.delay_ms", "0ms")
        with self.window("--size", "1280x800", "--delay", "5ms", settings=kept) as w:  # a flag has changed the delay
            w.wait_value("header", "still set from last time: loop variable; Ctrl+Z for the defaults")
            self.assertEqual(w.value("machine.delay_ms"), "5ms")
        kept = 'race.loops = "fixed,godot"\ncompare.kept = "timestep-lab set-up 1 loop.preset=fixed"\n'
        with self.window("--size", "1280x800", settings=kept) as w:
            w.wait_value("header", "still set from last time: loops of the race fixed,godot; Ctrl+Z for the defaults")
        with self.window("--size", "1280x800") as w:
            w.wait_frames(4)
            self.assertEqual(w.value("header"), "")


class Code(GuiTest):
    def test_the_code_page_shows_the_header_of_the_running_loop(self):
        with self.window("--dock", "code") as w:
            w.wait_value("code.file", "steppers/fixed_step.hpp")
            w.key("3")
            w.wait_value("code.file", "steppers/frame_time.hpp")
            w.key("9")
            w.wait_value("code.file", "godot.hpp")

    def test_six_lines_say_the_idea_with_the_values_of_the_frame(self):
        with self.window("--dock", "code", "--loop", "accumulator", "--virtual-clock") as w:
            w.wait_value("code.idea.1", "frame = now - before: 16.7 ms")
            w.wait_value("code.idea.3", "time = carried + counted: 16.7 ms")
            w.wait_value("code.idea.4", "while time >= dt: step(dt), time -= dt: 1 x 16.7 ms")
            w.wait_value("code.idea.6", "draw(newest): ")
            self.assertNotIn("code.idea.7", w.widgets())
            w.key("2")
            w.wait_value("code.idea.4", "step(time): 1 x 16.7 ms")
            w.key("5")
            w.wait_for(lambda: w.value("code.idea.6").startswith("draw(previous + alpha"), "the blend")

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
    TITLES = ("Two loops, one PC", "A slow PC", "Slow motion", "Another run on every PC", "Stutter", "Throw the ball", "Now try it")

    def test_the_tour_is_offered_goes_on_and_back_and_ends_with_the_settings_from_before(self):
        kept = 'view.more = "off"\nloop.preset = "semi-fixed"\nmachine.jitter_ms = "3ms"\n'
        with self.window("--size", "1280x800", settings=kept) as w:
            w.wait_for(lambda: "button.Tour" in w.widgets(), "the offer")
            self.assertNotIn("tour.title", w.widgets())
            w.click("button.Tour")
            turns = [lambda: w.click("button.Next"), lambda: w.key("Return"), lambda: w.key("Right")]
            for title in self.TITLES:
                w.wait_for(lambda text=title: w.widgets().get("tour.title", {}).get("value") == text, title)
                self.check_places(w)
                if title != self.TITLES[-1]:
                    turns[0](), turns.append(turns.pop(0))
            w.click("button.Back")
            w.wait_value("tour.title", self.TITLES[-2])
            w.click("button.End")
            w.wait_for(lambda: "tour.title" not in w.widgets(), "no card")
            w.wait_value("loop.semi-fixed", "on")
        for line in kept.splitlines():
            self.assertIn(line, w.kept)
        self.assertIn("tour.done = true", w.kept)

    def check_places(self, w):
        """Checks that the card covers no lane and no control."""
        card, lanes = w.widgets()["tour.text"], [row for name, row in w.widgets().items() if name.startswith("lane.")]
        for lane in lanes:
            self.assertLessEqual(float(card["y"]) + float(card["h"]), float(lane["y"]))

    def test_the_tour_is_started_from_the_list_of_keys_and_ends_by_escape(self):
        with self.window("--size", "1280x800") as w:
            w.key("F1")
            w.wait_for(lambda: "button.Show the tour" in w.widgets(), "the list of keys")
            w.click("button.Show the tour")
            w.wait_for(lambda: "tour.title" in w.widgets(), "the tour")
            w.key("Escape")
            w.wait_for(lambda: "machine.delay_ms" in w.widgets(), "all panels, as before")
            self.assertNotIn("tour.title", w.widgets())

    def test_nothing_but_the_user_starts_the_tour(self):
        for arguments in ((), ("--more", "on"), ("--loop", "variable")):
            with self.subTest(arguments=arguments), self.window(*arguments, settings="") as w:
                w.wait_frames(10)
                self.assertNotIn("tour.title", w.widgets())
                w.key("m")
                w.wait_frames(10)
                self.assertNotIn("tour.title", w.widgets())


if __name__ == "__main__":
    unittest.main(verbosity=2)
