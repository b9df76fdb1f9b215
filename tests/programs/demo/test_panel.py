"""Tests of every control of the panel: operates the control with the mouse, and checks its effect in the telemetry and on the stage.

The clock is virtual: the length of a frame depends only on the simulated lag and display, to the nanosecond, on any PC.
"""
import os
import pathlib
import subprocess
import unittest

import panel_table as table
from demo import events_of
from hand import Slider, choose, flip, limits, number, slide, tap
from panel import Panel
from panel_rows import Choice, Knob
from x11 import clipboard

LAB = os.environ["TIMESTEP_LAB"]


class Machine(Panel):
    def test_knobs_of_this_pc_change_the_frame_times(self):
        with self.panel() as w:
            for row in table.MACHINE:
                self.work(w, row)

    def test_housekeeping_makes_frames_late_unless_it_asks_for_the_time_left(self):
        with self.panel("--loop", "fixed-busy-wait", "--vsync", "off") as w:
            for row in table.WAITING:
                self.work(w, row)


class View(Panel):
    def test_switches_of_the_view_change_the_stage_and_change_it_back(self):
        with self.panel("--scene", "spring-and-ball") as w:
            self.run_of(w)
            self.pause_in_motion(w)
            for name in ("view.trail", "view.states", "view.velocity", "view.light"):
                with self.subTest(control=name):
                    seen = [self.stage(w)]
                    for _ in range(2):
                        flip(w, name)
                        seen.append(self.stage(w))
                    self.assertNotEqual(seen[0], seen[1])
                    self.assertEqual(seen[0], seen[2])
            rings = [self.stage(w)]
            for ring in ("mathematics", "both", "off", "perfect"):
                choose(w, "view.ring", ring)
                rings.append(self.stage(w))
            self.assertEqual(rings[0], rings[-1])
            self.assertEqual(len(set(map(bytes, rings))), 4)
            flip(w, "view.light")
            self.assertGreater(sum(self.stage(w)), sum(seen[0]))

    def pause_in_motion(self, w):
        """Pauses while the ball is faster than 10 m/s, so that the stage shows an arrow for its velocity."""
        w.key("space")
        w.wait_rows(6)
        for _ in range(100):
            if abs(float(w.rows[-1]["v"])) >= 10:
                return
            w.key("space", "space")
            w.wait_rows(6)
        self.fail("the ball has not been faster than 10 m/s in 100 pauses")

    def stage(self, w):
        """Returns the pixels of the stage. First moves the mouse away, so that no tooltip covers the stage."""
        w.xdotool("mousemove", w.x + 2, w.y + 2)
        w.wait_frames(4)
        return self.lane(w)

    def test_the_font_scale_takes_effect_when_the_slider_is_released(self):
        with self.panel() as w:
            high = float(w.widgets()["machine.delay_ms"]["h"])
            self.assertEqual(slide(w, "view.font_scale", -0.2), 75)
            with Slider(w, "view.font_scale") as slider:
                middle = slider.value()
                self.assertTrue(120 < middle < 155)
                w.wait_frames(20)
                self.assertEqual(slider.value(), middle, "the value does not change while the mouse does not move")
                self.assertEqual(float(w.widgets()["machine.delay_ms"]["h"]), high, "sizes do not change while the slider is held")
            w.wait_frames(4)
            self.assertAlmostEqual(float(w.widgets()["machine.delay_ms"]["h"]) / high, 100 / 75, delta=0.15)  # more has no room in this window

    def test_after_a_click_no_tooltip_covers_the_stage(self):
        with self.panel() as w:
            w.click("button.Pause")
            w.wait_frames(30)
            clicked = self.lane(w)
            w.xdotool("mousemove_relative", 8, 0)
            w.wait_frames(30)
            self.assertNotEqual(clicked, self.lane(w), "the tooltip of Pause covers a part of the stage")
            self.assertEqual(clicked, self.stage(w))

    def test_buttons_for_picture_film_and_camera(self):
        with self.panel() as w:
            tap(w, "button.Picture F12")
            w.wait_for(lambda: list(w.folder.glob("timestep-*.png")), "a picture")
            tap(w, "button.Film F10")
            w.wait_for(lambda: w.value("header").startswith("filming to"), "a film")
            w.wait_rows(30)
            tap(w, "button.Film F10")
            w.wait_for(lambda: w.value("header").startswith("saved "), "its end")
            self.assertTrue(list(w.folder.glob("film-1*")))
            w.key("r", "space")
            w.wait_frames(6)
            before = w.widgets()["stage.ball"]
            w.xdotool("mousemove", w.x + 150, w.y + 300)
            w.wait_frames(1)
            w.xdotool("click", 4)
            w.wait_for(lambda: w.widgets()["stage.ball"] != before, "a larger ball")
            tap(w, "button.Camera G")
            w.wait_for(lambda: w.widgets()["stage.ball"] == before, "the ball as it was")

    def test_the_sound_switch_opens_the_audio_device(self):
        device = {"SDL_AUDIODRIVER": "disk"}
        with self.panel(environment=device) as w:
            heard = w.folder / "sdlaudio.raw"
            w.wait_frames(20)
            self.assertFalse(heard.exists(), "no audio device is opened while the sound is off")
            flip(w, "view.sound")
            w.wait_for(lambda: heard.exists() and any(heard.read_bytes()), "something to hear")
            flip(w, "view.sound")


class Loops(Panel):
    def test_rows_choose_the_loop_and_the_slider_its_step_rate(self):
        with self.panel() as w:
            for loop in ("fixed", "variable", "semi-fixed", "accumulator", "interpolated"):
                tap(w, f"loop.{loop}")
                w.wait_value(f"loop.{loop}", "on")
                w.wait_for(lambda name=loop: f"lane.{name}" in w.widgets(), "its lane")
            self.work(w, Knob("loop.hz", table.less(table.longest_step)))

    def test_a_budget_and_a_thread_of_its_own_shorten_frames_with_expensive_steps(self):
        with self.panel("--loop", "accumulator", "--step-cost", "5ms", "--delay", "60ms", "--vsync", "off") as w:
            tap(w, "loop.axes")
            w.wait_value("loop.axes", "on")
            for row in table.STEPPING:
                self.work(w, row)

    def test_a_loop_is_found_and_chosen_in_the_list_of_all_loops(self):
        with self.panel() as w:
            button = next(name for name in w.widgets() if name.startswith("button.All "))
            tap(w, button)
            w.wait_for(lambda: "list.doom" in w.widgets(), "the list")
            listed = [name for name in w.widgets() if name.startswith("list.")]
            self.assertEqual(f"button.All {len(listed)} loops ...", button)
            w.wait_frames(6)
            w.type("godot")
            w.wait_for(lambda: "list.doom" not in w.widgets(), "a shorter list")
            self.assertIn("list.godot-smoothed", w.widgets())
            tap(w, "list.godot-smoothed")
            w.wait_for(lambda: "lane.godot-smoothed" in w.widgets(), "its lane")

    def test_several_loops_run_side_by_side_on_the_same_frames(self):
        with self.panel() as w:
            flip(w, "lab.side_by_side")
            w.wait_for(lambda: {"lane.fixed", "lane.variable", "lane.interpolated"} <= set(w.widgets()), "the lanes")
            tap(w, "loop.variable")
            w.wait_for(lambda: "lane.variable" not in w.widgets(), "one lane less")
            flip(w, "lab.side_by_side")
            w.wait_for(lambda: "lane.fixed" not in w.widgets(), "one lane")


class Race(Panel):
    def test_knobs_of_the_virtual_pc_change_the_frame_times(self):
        with self.panel("--speed", "20") as w:
            tap(w, "button.Race")
            w.wait_for(lambda: "machine.preset" in w.widgets(), "the virtual PC")
            for row in table.RACE:
                self.work(w, row)

    def test_vsync_buffers_and_vrr_change_the_wait_for_the_display(self):
        with self.panel("--mode", "race", "--speed", "20", "--render-cost", "25ms") as w:
            for row in table.RACE_DISPLAY:
                self.work(w, row)

    def test_lag_knobs_change_the_frame_times_of_the_lanes(self):
        with self.panel("--mode", "race", "--speed", "20") as w:
            for row in table.RACE_LAG:
                self.work(w, row)

    def test_the_tempo_slider_changes_the_speed_of_the_lanes_clock(self):
        with self.panel("--mode", "race") as w:
            slow, fast = [], []
            for share, spans in ((-0.2, slow), (1.2, fast)):
                slide(w, "lab.speed", share)
                before = self.shown(w)
                w.wait_frames(30)
                spans.append(self.shown(w) - before)
            self.assertGreater(fast[0], 1000 * slow[0])

    def shown(self, w):
        return float(w.value("shown.fixed").split()[0])


class Duel(Panel):
    def test_a_click_on_a_machine_adds_its_lane_and_a_second_click_removes_it(self):
        with self.panel() as w:
            tap(w, "button.Duel")
            w.wait_for(lambda: "machine.spiral" in w.widgets(), "the machines")
            machines = [name for name in w.widgets() if name.startswith("machine.")]
            self.assertEqual(len(machines), 8)
            for name in machines:
                lanes = self.lanes(w)
                more = 1 if w.value(name) == "off" else -1
                flip(w, name)
                self.assertEqual(self.lanes(w), lanes + more, name)
                flip(w, name)
                self.assertEqual(self.lanes(w), lanes, name)

    def lanes(self, w):
        w.wait_frames(4)
        return len([name for name in w.widgets() if name.startswith("lane.")])


class Buttons(Panel):
    def test_buttons_for_hitch_break_and_reset(self):
        with self.panel() as w:
            for button, event, least in (("button.Hitch  H", "hitch", 500), ("button.Break  B", "break", 3000)):
                tap(w, button)
                w.wait_for(lambda event=event: events_of(w.read_rows()).count(event) == 1, event)
                w.wait_rows(4)
                here = next(i for i, row in enumerate(w.rows) if event in row["events"])
                self.assertGreaterEqual(max(int(row["frame_ns"]) for row in w.rows[here : here + 4]) / 1e6, least)
            before = events_of(w.rows).count("reset")
            tap(w, "button.Reset  R")
            w.wait_for(lambda: events_of(w.read_rows()).count("reset") == before + 1, "a reset")

    def test_copy_contains_the_changed_knobs_and_defaults_restores_them(self):
        with self.panel() as w:
            loop_and_machine = ("loop.hz", "machine.delay_ms", "scene.mass")
            before = [w.value(name) for name in loop_and_machine]
            for name in loop_and_machine:
                slide(w, name, 0.3)
            choose(w, "scene.integrator", "exact")
            tap(w, "button.Copy set-up")
            w.wait_for(lambda: w.value("header").startswith("copied"), "the notice")
            words = clipboard(self.server.display).split()
            self.assertIn(f"scene.mass={float(w.value('scene.mass')):.4g}"[:14], " ".join(words))
            self.assertEqual(words[words.index("--integrator") + 1], "exact")
            tap(w, "button.Defaults")
            w.wait_value("scene.integrator", "semi-implicit-euler")
            self.assertEqual([w.value(name) for name in loop_and_machine], before)

    def test_a_kept_set_up_runs_beside_the_present_one(self):
        with self.panel("--loop", "fixed") as w:
            tap(w, "button.Keep this one")
            w.wait_for(lambda: w.value("header").startswith("kept"), "the notice")
            tap(w, "loop.variable")
            slide(w, "machine.delay_ms", 0.1)
            tap(w, "button.Compare with it")
            w.wait_for(lambda: "lane.fixed (kept)" in w.widgets(), "the kept set-up")
            w.wait_for(lambda: w.value("verdict.fixed (kept)") == "OK", "no delay in the kept set-up")
            w.wait_for(lambda: not w.value("verdict.the present set-up").startswith(("OK", "JUST")), "the delay of the present set-up")
            tap(w, "loop.semi-fixed")  # changes only the present set-up
            w.wait_value("loop.semi-fixed", "on")
            self.assertIn("lane.fixed (kept)", w.widgets())
            tap(w, "button.End comparing")
            w.wait_for(lambda: "lane.semi-fixed" in w.widgets(), "the live loop")

    def test_folds_open_and_close_and_are_kept(self):
        with self.window("--size", "640x1090", "--font-scale", "75") as w:
            for fold, control in (("loop", "loop.axes"), ("pc", "machine.delay_ms"), ("scene", "scene.integrator")):
                self.assertIn(control, w.widgets())
                flip(w, f"fold.{fold}")
                w.wait_for(lambda name=control: name not in w.widgets(), "a closed fold")
            flip(w, "fold.pc")
            w.wait_for(lambda: "machine.delay_ms" in w.widgets(), "an open fold")
            flip(w, "fold.loop")
            flip(w, "loop.numbers")
            flip(w, "loop.numbers")
            flip(w, "fold.pc")
        self.assertIn('view.folds = "loop"', w.kept)

    def test_the_page_about_is_copied_for_a_report_of_an_error(self):
        with self.panel() as w:
            w.key("F1")
            w.wait_for(lambda: "button.About" in w.widgets(), "the list of keys")
            w.click("button.About")
            w.wait_for(lambda: "button.Copy for a bug report" in w.widgets(), "the page About")
            w.click("button.Copy for a bug report")
            w.wait_for(lambda: "OpenGL" in clipboard(self.server.display), "the text on the clipboard")
            lines = clipboard(self.server.display).splitlines()
            self.assertEqual([line.split()[0] for line in lines], ["timestep_demo", "commit", "compiler", "libraries", "OpenGL"])
            w.click("button.Keys")
            w.wait_for(lambda: "button.About" in w.widgets(), "the list of keys")

    def test_stutter_is_shown_by_one_button_in_two_lanes(self):
        with self.panel() as w:
            before = w.value("scene.name"), w.value("loop.hz")
            tap(w, "button.Show me stutter")
            both = ["lane.accumulator", "lane.interpolated"]
            w.wait_for(lambda: [name for name in w.widgets() if name.startswith("lane.")] == both, "two lanes")
            w.wait_for(lambda: w.value("verdict.accumulator").startswith("UNEVEN"), "the stutter")
            self.assertEqual(w.value("verdict.interpolated"), "OK")
            tap(w, "button.End  Esc")
            w.wait_for(lambda: "scene.name" in w.widgets(), "the panel")
            self.assertEqual((w.value("scene.name"), w.value("loop.hz")), before)

    def test_integrators_change_the_energy_of_the_spring_as_theory_predicts(self):
        with self.panel("--scene", "spring-and-ball", "--set", "scene.stiffness=2500", "--set", "scene.start-x=-0.4") as w:
            self.work(w, Choice("scene.integrator", table.INTEGRATORS))

    def test_burning_the_core_uses_more_processor_time_than_sleeping(self):
        """Measures processor time per frame, which needs a real clock."""
        with self.window("--size", "640x1090", "--font-scale", "75", "--delay", "80ms", "--live-frames", "this-pc") as w:
            spent = []
            for _ in range(2):
                w.wait_rows(2)
                before = self.processor_time(w)
                w.wait_rows(5)
                spent.append((self.processor_time(w) - before) / 5)
                flip(w, "machine.burn")
            self.assertGreater(spent[1], 2 * spent[0])  # not all of the 80 ms: other programs use the processor, too

    def processor_time(self, w):
        words = pathlib.Path(f"/proc/{w.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Complete(Panel):
    """Tests that this file and its table cover every control of the panel. A new control without a test fails them."""

    BY_CLASSES_ABOVE = {
        "loop.hz", "loop.axes", "loop.filter", "loop.stepper", "loop.overload", "loop.presentation", "loop.pacer",
        "lab.side_by_side", "machine.burn", "scene.name", "scene.integrator", "view.ring", "view.trail", "view.states",
        "view.velocity", "view.light", "view.font_scale", "view.sound", "button.Hitch  H", "button.Break  B",
        "button.Reset  R", "button.Picture F12", "button.Film F10", "button.Camera G", "button.Copy set-up",
        "button.Defaults", "button.Show me stutter", "button.Keep this one", "button.Compare with it", "loop.numbers",
        "fold.loop", "fold.pc", "fold.scene", "frames.even frames", "frames.frames of this PC",
    }  # fmt: skip
    READ_ONLY = {"vsync.report"}
    MEND = "add a row for each of these controls to tests/programs/demo/panel_table.py, then run: ctest --preset release -R '^gui_panel$'"

    def unknown(self, w, *more):
        rows = [row.path for row in (*table.STEPPING, *table.MACHINE, *table.WAITING, *table.RACE, *table.RACE_DISPLAY, *table.RACE_LAG)]
        known = self.BY_CLASSES_ABOVE | self.READ_ONLY | set(rows) | set(more)
        loops = ("loop.fixed", "loop.variable", "loop.semi-fixed", "loop.accumulator", "loop.interpolated", "button.All ")
        return {name for name in self.controls(w) - known if not name.startswith(("scene.", "show-me.", "price.", *loops))}

    def test_every_control_of_the_live_panel_is_tested(self):
        with self.panel() as w:
            tap(w, "loop.axes")
            w.wait_value("loop.axes", "on")
            flip(w, "lab.side_by_side")
            w.wait_for(lambda: "lane.fixed" in w.widgets(), "loops side by side")
            self.assertEqual(self.unknown(w), set(), self.MEND)
            flip(w, "lab.side_by_side")
            w.wait_for(lambda: "loop.axes" in w.widgets(), "one loop")
            axes = tuple(f"{axis.removeprefix('loop.')}." for axis in table.AXES)
            self.assertEqual({name for name in self.unknown(w) if not name.startswith(axes)}, set(), self.MEND)

    def test_every_control_of_a_race_and_of_a_duel_is_tested(self):
        with self.panel("--mode", "race") as w:
            w.wait_for(lambda: "machine.preset" in w.widgets(), "the virtual PC")
            self.assertEqual(self.unknown(w), set(), self.MEND)
            tap(w, "button.Duel")
            w.wait_for(lambda: "machine.spiral" in w.widgets(), "the machines")
            machines = {f"machine.{name}" for name in table.RACE[0].shows}
            self.assertEqual(self.unknown(w, *machines), set(), self.MEND)

    def test_every_scene_is_in_the_table(self):
        with self.panel() as w:
            choose(w, "scene.name", "player")
        scenes = subprocess.run([LAB, "list", "scenes"], capture_output=True, text=True, check=True).stdout
        names = {line.split()[0] for line in scenes.splitlines()}
        run = "then run: ctest --preset release -R '^gui_panel$'"
        self.assertEqual(names - set(table.SCENES), set(), f"add tests/scenes/NAME/panel.py for these scenes, {run}")
        self.assertEqual(set(table.SCENES) - names, set(), f"delete tests/scenes/NAME/panel.py of these scenes, {run}")


class Network(Panel):
    GAMES = {"ball", "runner", "pendulum"}

    def after_ten_seconds(self, w):
        """Restarts the game, waits for its end after ten seconds of the game, and returns the widgets."""
        w.key("r")
        w.wait_for(lambda: "lesson.why" not in w.widgets(), "the start")
        w.wait_for(lambda: "lesson.why" in w.widgets(), "ten seconds of the game", 40)
        return w.widgets()

    def work_turn(self, w, row):
        start = number(w.value(row.path))
        low, high = limits(row.path)
        with Slider(w, row.path) as slider:
            seen = []
            for share, end in ((-0.2, low), (1.2, high)):
                self.assertEqual(slider.to(share), end)
                seen.append(self.after_ten_seconds(w))
            self.bring_back(slider, start, low, high)
        self.after_ten_seconds(w)  # the texts have their full length again, so that the sliders below do not move
        told = [[widget["value"] for name, widget in of.items() if name.startswith("network.")] for of in seen]
        self.assertTrue(row.shows(*seen), told)

    def test_each_slider_changes_the_texts_on_the_pcs(self):
        for kind, rows in table.NETWORK.items():
            with self.panel("--network", kind, "--speed", "20") as w:
                w.key("space")
                self.after_ten_seconds(w)
                for row in rows:
                    self.work(w, row)

    def test_another_game_changes_the_picture_and_another_loop_the_first_different_tick(self):
        with self.panel("--network", "free", "--speed", "20") as w:
            w.key("space")
            self.after_ten_seconds(w)
            seen = set()
            for game in sorted(self.GAMES):
                self.assertLessEqual(choose(w, "network.game", game), self.GAMES)
                w.wait_value("network.game", game)
                self.after_ten_seconds(w)
                w.key("space")
                seen.add(bytes(self.lane(w)))
                w.key("space")
            self.assertEqual(len(seen), len(self.GAMES))
            choose(w, "loop.preset", "variable")
            w.wait_for(lambda: "button.Run without a guess  Space" in w.widgets(), "its own question")
            w.key("space")
            w.wait_for(lambda: "lesson.why" in w.widgets(), "what came of it", 40)
            self.assertIn("APART SINCE TICK 1;", w.value("network.2"))

    def test_every_control_of_a_network_is_tested(self):
        with self.panel("--network", "lockstep") as w:
            w.wait_for(lambda: "network.pcs" in w.widgets(), "the panel")
            shown = {name for name in w.widgets() if name.startswith(("network.", "loop."))}
            said = {"network.1", "network.2", "network.messages"}
            known = {row.path for rows in table.NETWORK.values() for row in rows} | {"network.game", "loop.preset"}
            self.assertEqual(shown - said, known, "correct NETWORK in tests/programs/demo/panel_table.py: a row for each control of the panel; "
                                                  "then run: ctest --preset release -R '^gui_panel$'")


class Lesson(Panel):
    def test_every_button_of_a_lesson(self):
        with self.panel("--lesson", "fifty-on-sixty") as w:
            w.wait_for(lambda: "lesson.title" in w.widgets(), "the lesson")
            tabs = ("Live", "Race", "Duel", "Timeline", "Plots", "Phase", "Code", "Scoreboard", "Lessons", "Open recording...")
            tabs += ("Over a network", "Less", "Record...", "Pause", "Step")
            outside = {f"button.{tab}" for tab in tabs}
            tap(w, "button.Next >")
            w.wait_for(lambda: w.value("lesson.title").startswith("The age"), "the next one")
            tap(w, "button.< Previous")
            w.wait_for(lambda: w.value("lesson.title").startswith("Fifty"), "the one before")
            tap(w, "button.Run without a guess  Space")
            w.wait_for(lambda: "button.To the end" in w.widgets(), "the run")
            tap(w, "button.To the end")
            w.wait_for(lambda: "lesson.verdict" in w.widgets(), "the end")
            self.assertEqual(w.value("lesson.verdict"), "What happened")
            tap(w, "button.Again  R")
            w.wait_for(lambda: "answer.1" in w.widgets() and "lesson.verdict" not in w.widgets(), "the question")
            tap(w, "answer.1")
            w.wait_value("answer.1", "chosen")
            worked = {"button.Next >", "button.< Previous", "button.Run it  Space", "button.Leave", "button.Again  R"}
            read = {"lesson.title", "lesson.place", "answer.1", "answer.2", "answer.3", "answer.4"}
            panel = {name for name in w.widgets() if name.startswith(("answer.", "lesson.", "button.")) and name not in outside}
            self.assertEqual(panel - worked - read, set(), "tap these buttons in this test, tests/programs/demo/test_panel.py, and add them to `worked`; "
                                                           "then run: ctest --preset release -R '^gui_panel$'")
            tap(w, "button.Leave")
            w.wait_for(lambda: "lesson.title" not in w.widgets(), "the loops")


if __name__ == "__main__":
    unittest.main(verbosity=2)
