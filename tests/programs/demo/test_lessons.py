"""Tests of lessons, replays, kept settings, and set-ups of the clipboard and of files."""
import unittest

from demo import DemoTest, GuiTest, ROOT, no_display, run, values_of
from x11 import clipboard, drop_file

RIGHT, WRONG = "Your answer is right", "Your answer is wrong"
COURSE = ROOT / "assets/lessons/course/fifty-on-sixty.toml"


class Lessons(GuiTest):
    def lesson(self, *arguments):
        return self.window("--size", "1280x900", "--lesson", "fifty-on-sixty", *arguments)

    def test_lesson_search(self):
        """Key E opens the list, and the search finds a lesson."""
        with self.window("--size", "1280x800") as w:
            w.key("e", sees="lessons.entry.exploding-spring")
            w.click("lessons.search")
            w.wait_frames(2)
            w.type("SIXTY PICT")
            w.wait_for(lambda: w.names("lessons.entry.") == ["fifty-on-sixty"], "one lesson")
            self.assertEqual(w.value("lessons.entry.fifty-on-sixty"), "new")
            self.assertEqual(w.value("loop.interpolated"), "on", "letters typed into the search must not act as keys of the demo")
            w.click("lessons.entry.fifty-on-sixty", sees="lesson.title=Fifty steps, sixty pictures")

    def test_a_lesson_by_mouse_with_a_right_guess(self):
        with self.lesson("--dock", "lessons") as w:
            w.click("answer.2", sees="answer.2=chosen")
            w.click("button.Run the lesson  Space", sees="lesson.done")
            w.click("button.To the end", sees=(f"lesson.verdict={RIGHT}", "answer.2=right"))
            held, checked = map(int, w.value("lesson.checks").split("/"))
            self.assertTrue(held == checked > 0)
            w.sees("dock=timeline")  # the lesson opens the timeline, which shows the proof of its answer
            w.click("button.Lessons", sees="lessons.entry.fifty-on-sixty=right")
            w.click("button.Next", sees="lesson.title=The age*")
            w.click("button.< Previous", sees="lesson.title=Fifty*")
            w.click("button.Leave", sees="-lesson.title")
        self.assertIn('lessons."fifty-on-sixty" = "right"', w.kept)

    def test_lesson_by_keys(self):
        """A lesson by keys with a wrong guess; then a number selects its lane, and "Try it yourself" shows a slider."""
        with self.lesson("--speed", "100") as w:
            w.key("3", "space", sees=(f"lesson.verdict={WRONG}", "answer.2=right", "lesson.number.1"))
            w.point_at("lesson.number.1")
            w.sees(("lesson.pointed=latest.zero_step_share", "lane.latest=on"))
            w.click("button.Try it yourself", sees="loop.hz=50")
            w.drag("loop.hz", 0.4, 0.6, sees=("-loop.hz=50", f"lesson.verdict={WRONG}"))
            w.key("r", sees="-lesson.verdict")
        self.assertIn('lessons."fifty-on-sixty" = "wrong"', w.kept)

    def test_unguessed_lesson(self):
        """A lesson runs without a guess, and again."""
        with self.lesson() as w:
            w.click("button.Run the lesson without an answer  Space", sees="button.To the end")
            w.click("button.To the end", sees="lesson.verdict=What happened")
            w.click("button.Again  R", sees=("answer.1", "-lesson.verdict"))

    def test_long_frame_keys(self):
        """After F6, keys choose a lesson, answer it and run it, also within one long frame."""
        for delay in ((), ("--delay", "150ms", "--live-frames", "this-pc")):
            with self.window("--size", "1280x800", *delay) as w:
                w.key("e", sees="lessons.search")
                w.keys_in_turn("F6", "ctrl+Tab", "Down", "Down", "space")  # to the dock, past the search field, to the first card
                w.sees("lesson.title")
                w.keys_in_turn("Down", "Down", "space")  # on the lesson's page from Leave past the first answer to the second
                w.sees("answer.2=chosen")
                w.keys_in_turn(*["Down"] * (len(w.names("answer.")) - 1), "space")
                w.sees("button.To the end")

    def test_the_scoreboard_shows_the_lanes_of_the_lesson(self):
        with self.window("--lesson", "exploding-spring", "--dock", "scoreboard") as w:
            w.sees("lane.sixty-ms")
            self.assertEqual(w.names("lane."), ["variable", "sixty-ms", "semi-fixed", "interpolated", "implicit"])
            w.sees("score.*")

    def test_dropped_lessons(self):
        """A lesson of a file is opened by drop and a wrong file says what is wrong."""
        with self.window("--size", "1280x900", "--speed", "100") as w:
            file, text = w.folder / "mine of today.lesson.toml", COURSE.read_text(encoding="utf-8")
            wrong = text.replace("latest.zero_step_share", "latest.zero_steps")
            file.write_text(wrong, encoding="utf-8")
            self.assertTrue(drop_file(self.server.display, int(w.id), file, process=w.process))
            line = next(i for i, said in enumerate(wrong.splitlines(), 1) if "zero_steps" in said)
            w.sees((f"open.refusal=*today.lesson.toml:{line}: *", "-lesson.title"))
            w.key("Escape")
            file.write_text(text.replace("Fifty steps, sixty pictures", "Fifty of mine"), encoding="utf-8")
            self.assertTrue(drop_file(self.server.display, int(w.id), file, process=w.process))
            w.sees(("lesson.title=Fifty of mine", "lesson.place=Your lesson"))
            w.key("2", "space", sees=(f"lesson.verdict={RIGHT}", "-button.Next"))
        self.assertNotIn("lessons.", w.kept, "the progress is about the lessons of the program")
        self.assertNotIn("lab.lesson", w.kept, "the next start does not have this file")

    def test_lesson_arguments(self):
        """A file without a flag and the flag --lesson open a lesson."""
        file, widgets = self.path / "A.LESSON.TOML", self.path / "w.csv"
        for lesson in ("exploding-spring", "fifty-on-sixty"):
            text = (ROOT / f"assets/lessons/course/{lesson}.toml").read_text(encoding="utf-8")
            file.write_text(text, encoding="utf-8")
            for arguments in ((file,), ("--lesson", lesson)):
                self.played("--frames", "10", "--report-widgets", widgets, *arguments)
                self.assertIn(f'title    = "{values_of(widgets)["lesson.title"]}"', text)


class Replays(DemoTest):
    def script(self, lines, *flags):
        (self.path / "script.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.played("--fresh", "--more", "on", "--script", "script.txt", "--report-widgets", "widgets.csv", *flags, cwd=self.path)
        return values_of(self.path / "widgets.csv")

    def test_replay_controls(self):
        """A replay is recorded, run again, moved in time and forked."""
        lines = ["at 1 key F7", "at 2 press right", "at 3 let-go right", "at 6 key F7", "at 6.5 key F8",
                 "at 7 set lab.speed 100", "at 9 set lab.speed 1"]
        found = self.script(lines, "--scene", "chaos", "--loop", "variable", "--delay", "12ms", "--jitter", "6ms", "--vsync", "off",
                           "--frames", "900")
        self.assertIn("states checked, all as recorded", found["replay.story"])
        self.assertAlmostEqual(float(found["replay.scrubber"]), 5.0, delta=0.1)
        lines = ["at 0.5 set replay.at_s 1.5", "at 1 set loop.preset fixed", "at 1.2 key W"]
        found = self.script(lines, "--replay", "replay-1.replay", "--frames", "180", "--dock", "timeline")
        self.assertRegex(found["replay.story"], r"what if loop fixed from 2\..*x differs by")


class Settings(GuiTest):
    def test_restart(self):
        """Settings and window size are kept across a restart."""
        with self.window("--size", "1100x700") as w:
            w.key("2", "bracketright", "bracketright", sees="machine.delay_ms=10ms")
            w.click("button.Scoreboard", sees="dock=scoreboard")
            w.wait_for(lambda: "scoreboard" in w.settings.read_text(encoding="utf-8"), "the settings file, written while the program runs")
            w.wait_for(lambda: not list(w.folder.glob("*.part")), "nothing beside the file")
        self.assertIn('loop.preset = "variable"', w.kept)
        with self.window(settings=w.kept) as again:
            again.sees(("loop.variable=on", "machine.delay_ms=10ms", "dock=scoreboard"))
            self.assertIn("1100x700", again.xdotool("getwindowgeometry", again.id))
        self.assertEqual(w.kept, again.kept)

    def test_remembered_settings(self):
        """A line at the start names what is still set; flags override it, and Ctrl+Z and --fresh restore the defaults."""
        kept = 'loop.preset = "variable"\nmachine.delay_ms = "20ms"\n'
        with self.window("--size", "1280x800", "--folds", "loop,pc", settings=kept) as w:
            w.sees("header=settings kept from the last run: step rate 60, frame delay 20ms; Ctrl+Z restores the defaults")
            w.key("ctrl+z", sees=("loop.variable=on", "loop.hz=50", "machine.delay_ms=0ms"))
        with self.window("--size", "1280x800", "--folds", "loop,pc", "--delay", "5ms", settings=kept) as w:
            w.sees(("header=settings kept from the last run: step rate 60; Ctrl+Z restores the defaults", "machine.delay_ms=5ms"))
        with self.window("--size", "1280x800", "--folds", "loop,pc", "--fresh", settings=kept) as w:
            w.sees(("loop.interpolated=on", "machine.delay_ms=0ms", "header="))

    def test_broken_settings_file(self):
        """A broken settings file is renamed and reported."""
        broken = 'loop.preset = "fixed"\nhello [[\n'
        with self.window("--size", "1280x800", settings=broken) as w:
            self.assertEqual((w.folder / "settings.toml.broken-1").read_text(encoding="utf-8"), broken)
            w.sees(("loop.interpolated=on", "header=*renamed to settings.toml.broken-1*"))
        self.assertRegex(w.errors, r"\A.*line 2.*settings.toml.broken-1.*\n\Z")
        self.assertNotIn("hello", w.kept)

    def test_runs_that_end_by_themselves_use_no_settings_without_the_flag(self):
        file, widgets = self.path / "s.toml", self.path / "w.csv"
        file.write_text('loop.preset = "variable"\n', encoding="utf-8")
        env = no_display(TIMESTEP_SETTINGS=str(file))
        for flags, loop in (((), "interpolated"), (("--settings", file), "variable"), (("--settings", file, "--reset-settings"), "interpolated")):
            self.assertIn("variable", file.read_text(encoding="utf-8"))
            self.played("--frames", "2", "--report-widgets", widgets, *flags, clock=(), env=env)
            self.assertEqual(values_of(widgets)[f"loop.{loop}"], "on")
        self.assertNotIn("variable", file.read_text(encoding="utf-8"))
        done = run("--headless", "--frames", "2", "--settings", self.path / "no/s.toml")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--settings", done.stderr)


class SetUps(GuiTest):
    def test_pasted_configuration(self):
        """A set-up is copied and pasted as one line and opened from a file."""
        with self.window("--size", "1280x800", "--loop", "godot", "--delay", "12ms") as w:
            w.key("ctrl+c", sees="header=copied the set-up*")
            self.assertEqual(clipboard(self.server.display), "timestep-lab set-up 1 loop.preset=godot machine.delay_ms=12ms")
            w.key("1", sees="loop.fixed=on")
            w.key("ctrl+v", sees="lane.godot")
            w.key("ctrl+z", sees="loop.fixed=on")
            file = w.folder / "mine.timestep"
            for line, effects in (("1 loop.preset=godot", "lane.godot"),
                                  ("9 loop.preset=fixed", ("open.refusal=the set-up has version 9; this program reads version 1", "lane.godot"))):
                file.write_text(f"timestep-lab set-up {line}\n", encoding="utf-8")
                self.assertTrue(drop_file(self.server.display, int(w.id), file, process=w.process))
                w.sees(effects)


if __name__ == "__main__":
    unittest.main(verbosity=2)
