"""Tests of the window: presses keys, drags sliders, throws the ball, and checks the effects in the telemetry."""
import unittest

from demo import GuiTest, events_of, speed
from hand import choose, tap


class FirstScreen(GuiTest):
    def test_the_first_screen_shows_only_its_controls_until_more_is_pressed(self):
        with self.window(settings="") as w:
            w.wait_for(lambda: "lane.interpolated" in w.widgets(), "the split stage")
            w.wait_for(lambda: "first.pc" in w.widgets(), "the text about this PC")
            there = {name for name in w.widgets() if not name.startswith(("lane.", "shown.", "verdict.", "story.", "window.", "stage.", "header"))}
            loops = {f"loop.{name}" for name in ("fixed", "variable", "semi-fixed", "accumulator", "interpolated")}
            more = {"first.slowness", "first.pc", "first.strip", "frames.even frames", "frames.frames of this PC", "first.delay", "first.vsync", "first.hint", "button.Hitch  H", "button.Reset  R", "button.Tour", "button.More  M"}
            more |= {"button.Pause", "button.Step", "lab.speed"}
            shows = {name.replace("loop.", "show-me.") for name in loops}
            self.assertEqual(there, loops | shows | more)
            w.key("3")
            w.wait_for(lambda: "lane.semi-fixed" in w.widgets(), "the chosen loop above")
            w.key("5")
            w.wait_for(lambda: "lane.semi-fixed" not in w.widgets(), "one lane")
            w.click("button.More  M")
            w.wait_for(lambda: "dock" in w.widgets(), "all of it")
            w.click("button.Less")
            w.wait_for(lambda: "first.delay" in w.widgets(), "the first screen")
        self.assertIn("view.more = ", w.kept)

    def test_the_slider_of_the_first_screen_breaks_the_chosen_loop_and_not_interpolated(self):
        with self.window("--virtual-clock", "--more", "off", "--loop", "variable") as w:
            w.wait_value("verdict.variable", "OK")
            w.drag("first.delay", 0.0, 0.625)
            w.wait_value("first.delay", "75 ms")
            w.wait_for(lambda: w.value("verdict.variable").startswith("GONE"), "the explosion")
            w.wait_value("verdict.interpolated", "OK, 12 pictures a second")
            w.key("1")
            w.wait_value("verdict.fixed", "SLOW 0.20x")
            w.wait_value("verdict.interpolated", "OK, 12 pictures a second")

    def test_show_me_takes_ten_seconds_and_leaves_everything_as_it_was(self):
        with self.window("--virtual-clock", "--more", "off", "--loop", "interpolated", "--delay", "16ms") as w:
            w.wait_value("verdict.interpolated", "OK")
            w.click("show-me.variable")
            w.wait_value("show-me.shown", "variable")
            self.assertNotIn("first.delay", w.widgets())
            w.wait_for(lambda: w.value("verdict.variable").startswith("THROUGH THE WALL"), "the wall")
            w.wait_for(lambda: w.value("verdict.variable").startswith("GONE"), "the explosion")
            w.wait_value("first.delay", "16 ms")
            w.wait_value("loop.interpolated", "on")
            w.click("show-me.fixed")
            w.wait_value("show-me.shown", "fixed")
            w.key("Escape")
            w.wait_value("first.delay", "16 ms")
            w.click("show-me.semi-fixed")
            w.wait_value("show-me.shown", "semi-fixed")
            w.click("button.End  Esc")
            w.wait_value("first.delay", "16 ms")

    def test_lag_besides_the_delay_is_named_and_cleared(self):
        with self.window("--virtual-clock", "--more", "off", "--jitter", "4ms", "--step-cost", "0.5ms", "--delay", "16ms") as w:
            w.wait_value("first.other-lag", "jitter 4ms, cost per step 0.5ms")
            w.click("button.Clear")
            w.wait_for(lambda: "first.other-lag" not in w.widgets(), "no other lag")
            w.wait_value("first.delay", "16 ms")

    def test_pause_and_step_are_buttons_of_the_first_screen_and_of_the_others(self):
        for more in ("off", "on"):
            with self.window("--virtual-clock", "--more", more, "--loop", "interpolated") as w:
                w.click("button.Pause")
                w.wait_for(lambda: "button.Go on" in w.widgets(), "the pause")
                w.wait_frames(5)
                shown = w.widgets()["stage.ball"]["x"]
                w.wait_frames(5)
                self.assertEqual(w.widgets()["stage.ball"]["x"], shown)
                w.click("button.Step")
                w.wait_for(lambda at=shown: w.widgets()["stage.ball"]["x"] != at, "one frame")
                w.click("button.Go on")
                w.wait_for(lambda: "button.Pause" in w.widgets(), "the game to go on")

    def test_the_wheel_moves_the_slider_from_stop_to_stop(self):
        with self.window("--virtual-clock", "--more", "off", "--loop", "fixed") as w:
            w.xdotool("mousemove", *w.point("first.delay"))
            w.wait_frames(1)
            for stop in (16, 33, 50, 75, 100, 150, 150):
                w.xdotool("click", 5)
                w.wait_frames(1)  # the last turn has no effect; it must not reach the same frame as the first turn back
                w.wait_value("first.delay", f"{stop} ms")
            for stop in (100, 75, 50, 33, 16, 0):
                w.xdotool("click", 4)
                w.wait_value("first.delay", f"{stop} ms")


class Keys(GuiTest):
    def test_digits_switch_loops_without_resetting_the_world(self):
        names = ["fixed", "variable", "semi-fixed", "accumulator", "interpolated"]
        with self.window() as w:
            for i, name in enumerate(names):
                w.key(str(i + 1))
                w.wait_value(f"loop.{name}", "on")
                w.wait(0.3)
        self.assertGreaterEqual(events_of(w.rows).count("loop"), len(names) - 1)
        self.assertNotIn("reset", events_of(w.rows))
        simulated = [float(row["sim_s"]) for row in w.rows]
        self.assertEqual(simulated, sorted(simulated))

    def test_brackets_change_the_frame_delay_by_5_ms_and_key_l_switches_the_lag(self):
        with self.window() as w:
            w.key("bracketright", "bracketright", "bracketright", "bracketleft")
            w.wait_value("machine.delay_ms", "10ms")
            w.key("l")
            w.wait_value("machine.lag", "off")
            w.key("v")
            w.wait_value("machine.vsync", "adaptive")

    def test_h_is_a_frame_of_500_ms_and_b_one_of_3_s(self):
        with self.window("--loop", "variable") as w:
            w.wait(0.3)
            w.key("h")
            w.wait(1.0)
            w.key("b")
            w.wait(4.0)
        frames = sorted(int(row["frame_ns"]) for row in w.rows)
        self.assertGreaterEqual(frames[-1], 3_000_000_000)
        self.assertGreaterEqual(frames[-2], 500_000_000)
        self.assertLess(frames[-3], 500_000_000)
        self.assertEqual([e for e in events_of(w.rows) if e in ("hitch", "break")], ["hitch", "break"])

    def test_space_pauses_key_n_runs_one_frame_and_key_r_resets(self):
        with self.window("--loop", "accumulator", "--live-frames", "this-pc") as w:
            w.key("space")
            w.wait(0.3)
            w.key("n")
            w.wait(0.3)
            w.key("space")
            w.wait(0.3)
            w.key("r")
            w.wait(0.2)
        paused = [i for i, row in enumerate(w.rows) if "paused" in row["events"] and "excluded" not in row["events"]]
        still = [w.rows[i]["sim_s"] for i in range(paused[0], paused[-1] + 1)]
        self.assertEqual(len(set(still)), 2, "exactly one frame is simulated while paused")
        self.assertIn("16666667", [w.rows[i]["frame_ns"] for i in range(paused[0], paused[-1] + 1)])
        self.assertIn("reset", events_of(w.rows))

    def test_tab_hides_the_panels_and_f1_shows_the_help(self):
        with self.window() as w:
            w.key("Tab")
            w.wait_for(lambda: "machine.delay_ms" not in w.widgets(), "no panel")
            w.key("Tab", "F1")
            w.wait_for(lambda: "machine.delay_ms" in w.widgets(), "the panel")
            w.wait(0.3)
            w.picture("help")

    def test_key_s_chooses_the_next_scene(self):
        with self.window() as w:
            before = w.value("scene.name")
            w.key("s")
            w.wait_for(lambda: w.value("scene.name") != before, "another scene")


class UndoAndEscape(GuiTest):
    def test_ctrl_z_undoes_a_key_a_click_and_a_drag_and_ctrl_shift_z_repeats_them(self):
        with self.window("--size", "1280x800") as w:
            w.key("1")
            w.wait_value("loop.fixed", "on")
            w.wait(0.8)  # longer than the pause within one step
            w.drag("machine.delay_ms", 0.0, 0.2)
            w.wait_for(lambda: float(w.value("machine.delay_ms").removesuffix("ms")) > 50, "the delay")
            delay = w.value("machine.delay_ms")
            w.wait(0.8)
            w.click("machine.lag")
            w.wait_value("machine.lag", "off")
            w.key("ctrl+z")
            w.wait_value("machine.lag", "on")
            w.wait_for(lambda: w.value("header").startswith("undone: lag"), "the notice")
            w.key("ctrl+z")
            w.wait_value("machine.delay_ms", "0ms")
            w.key("ctrl+z")
            w.wait_value("loop.interpolated", "on")
            w.keys_in_turn("ctrl+shift+z", "ctrl+shift+z")
            w.wait_value("machine.delay_ms", delay)
            w.wait_value("loop.fixed", "on")

    def test_escape_closes_one_thing_after_another(self):
        with self.window("--size", "1280x800", "--lesson", "fifty-on-sixty") as w:
            w.wait_for(lambda: "lesson.title" in w.widgets(), "a lesson")
            w.click("button.Open recording...")
            w.wait_for(lambda: "card.title" in w.widgets(), "the card")
            w.key("Escape")
            w.wait_for(lambda: "card.title" not in w.widgets(), "no card")
            self.assertIn("lesson.title", w.widgets())
            w.key("F1")
            w.wait_for(lambda: "button.Show the tour" in w.widgets(), "the list of keys")
            w.key("Escape")
            w.wait_for(lambda: "button.Show the tour" not in w.widgets(), "no list of keys")
            w.key("Escape")
            w.wait_for(lambda: "lesson.title" not in w.widgets(), "no lesson")
            w.click(next(name for name in w.widgets() if name.startswith("button.All ")))
            w.wait_for(lambda: "loop.search" in w.widgets(), "the list of all loops")
            w.wait_frames(6)
            w.key("Escape")
            w.wait_for(lambda: "loop.search" not in w.widgets(), "no list")

    def test_escape_held_down_closes_one_thing(self):
        with self.window("--size", "1280x800", "--lesson", "fifty-on-sixty", "--show-help", "on") as w:
            w.wait_for(lambda: "button.Show the tour" in w.widgets(), "the list of keys")
            w.xdotool("keydown", "Escape", "sleep", 1.5, "keyup", "Escape")
            w.wait_for(lambda: "button.Show the tour" not in w.widgets(), "no list of keys")
            w.wait_frames(6)
            self.assertIn("lesson.title", w.widgets())

    def test_tabs_and_mode_buttons_stay_at_their_places(self):
        with self.window("--size", "1280x800") as w:
            tabs = [f"button.{name}" for name in ("Timeline", "Plots", "Phase", "Code", "Scoreboard", "Lessons")]
            modes = [f"button.{name}" for name in ("Less", "Live", "Race", "Duel", "Over a network", "Replay", "Open recording...")]

            def places(names):
                return {name: (w.widgets()[name]["x"], w.widgets()[name]["y"]) for name in names}

            before = places(tabs + modes)
            for tab in tabs:
                w.click(tab)
                w.wait_value("dock", tab.removeprefix("button.").lower())
                self.assertEqual(places(tabs + modes), before, tab)
            for mode in ("Race", "Duel", "Over a network", "Live"):
                w.click(f"button.{mode}")
                w.wait_frames(4)
                self.assertEqual(places(tabs + modes), before, mode)
            w.key("F7")
            w.wait_for(lambda: "button.Stop" in w.widgets(), "a recording")
            self.assertEqual(places(tabs + modes), before, "while it records")


class Mouse(GuiTest):
    def test_dragging_the_frame_delay_makes_the_frames_longer(self):
        with self.window("--loop", "accumulator") as w:
            w.wait(0.5)
            w.drag("machine.delay_ms", 0.05, 0.3)
            w.wait_for(lambda: float(w.value("machine.delay_ms").removesuffix("ms")) > 130, "the value after the drag")
            delay = float(w.value("machine.delay_ms").removesuffix("ms"))
            w.wait(1.5)
        self.assertAlmostEqual(delay, 150, delta=20)
        for row in w.rows[-5:]:
            self.assertGreaterEqual(int(row["frame_ns"]), (delay - 0.1) * 1e6)

    def test_a_click_on_a_row_chooses_the_loop_and_buttons_cause_hitch_and_reset(self):
        with self.window() as w:
            w.click("loop.variable")
            w.wait_value("loop.variable", "on")
            w.click("button.Hitch  H")
            w.wait(1.0)
            w.click("button.Reset  R")
            w.wait(0.5)
        self.assertIn("hitch", events_of(w.rows))
        self.assertIn("reset", events_of(w.rows))

    def test_the_ball_is_grabbed_and_thrown(self):
        # A critically damped spring brings the ball to rest in the middle of its line, where the test grabs it.
        with self.window("--scene", "spring-and-ball", "--set", "scene.damping=1", "--set", "scene.start-x=0") as w:
            w.wait(0.5)
            ball = w.widgets()["stage.ball"]
            at = float(ball["x"])
            x, y = w.x + round(at), w.y + round(float(ball["y"]))
            w.xdotool("mousemove", x, y)
            w.wait(0.2)
            w.xdotool("mousedown", 1)
            for i in range(1, 11):
                w.xdotool("mousemove", x - 14 * i, y)
                w.wait(0.03)
            w.wait_for(lambda: abs(float(w.widgets()["stage.ball"]["x"]) - (at - 140)) < 30, "the ball in the hand")
            w.xdotool("mouseup", 1)
            w.wait_for(lambda: abs(float(w.widgets()["stage.ball"]["x"]) - at) < 10, "the ball at rest")
        self.assertLess(min(float(row["x"]) for row in w.rows), -0.4)


    def test_a_held_button_anywhere_in_the_lane_catches_the_ball_and_a_click_does_not(self):
        with self.window("--virtual-clock", "--loop", "interpolated") as w:
            lane = {side: float(value) for side, value in w.at_rest("lane.interpolated").items() if side in "xywh"}

            def move(across, down):
                x, y = lane["x"] + across * lane["w"], lane["y"] + down * lane["h"]
                w.xdotool("mousemove", round(w.x + x), round(w.y + y))
                w.wait_frames(1)
                return x

            for i in range(15):
                x = move(0.2 + 0.035 * (7 * i % 15), 0.35 + 0.04 * (4 * i % 15))
                w.xdotool("mousedown", 1)
                w.wait_value("stage.ball", "caught")
                w.wait_for(lambda at=x: abs(float(w.widgets()["stage.ball"]["x"]) - at) < 8, f"the ball at the pointer, try {i}")
                w.xdotool("mouseup", 1)
                w.wait_value("stage.ball", "")
        undamped = ("--scene", "spring-and-ball", "--integrator", "exact", "--set", "scene.damping=0", "--set", "scene.start-x=-0.2")
        with self.window("--virtual-clock", "--loop", "interpolated", *undamped) as w:
            move(0.5, 0.5)
            w.xdotool("click", 1)
            w.wait_frames(20)
        energy = [float(row["energy"]) for row in w.rows]
        self.assertLess(max(energy), 1.001 * min(energy), "the energy is kept, because nothing has caught the ball")

    def test_a_catch_in_a_pause_takes_effect_when_time_goes_on(self):
        with self.window("--virtual-clock", "--loop", "interpolated") as w:
            lane = {side: float(value) for side, value in w.at_rest("lane.interpolated").items() if side in "xywh"}
            w.key("space")
            w.wait_for(lambda: "button.Go on" in w.widgets(), "the pause")
            before = float(w.widgets()["stage.ball"]["x"])
            x = lane["x"] + 0.45 * lane["w"]
            w.xdotool("mousemove", round(w.x + x), round(w.y + lane["y"] + 0.5 * lane["h"]), "mousedown", 1)
            w.wait_value("stage.ball", "caught")
            self.assertEqual(float(w.widgets()["stage.ball"]["x"]), before)
            w.key("space")
            w.wait_for(lambda: abs(float(w.widgets()["stage.ball"]["x"]) - x) < 8, "the ball at the pointer")
            w.xdotool("mouseup", 1)
            w.wait_value("stage.ball", "")


class Race(GuiTest):
    def test_key_c_starts_a_race_of_five_loops_and_key_9_adds_a_sixth(self):
        with self.window("--delay", "40ms", "--size", "1280x800", "--dock", "scoreboard") as w:
            w.key("c")
            w.wait_for(lambda: "lane.fixed" in w.widgets(), "five lanes")
            w.wait(2.5)
            speeds = {name: float(w.value(f"score.{name}")) for name in ("fixed", "accumulator", "variable")}
            self.assertAlmostEqual(speeds["fixed"], 16.667 / 40, delta=0.02)  # a race opens on the old PC, whose frames take 40 ms
            self.assertAlmostEqual(speeds["accumulator"], 1.0, delta=0.06)
            self.assertAlmostEqual(speeds["variable"], 1.0, delta=0.06)
            w.key("9")
            w.wait_for(lambda: "lane.godot" in w.widgets(), "a sixth lane")
            w.key("1")
            w.wait_for(lambda: "lane.fixed" not in w.widgets(), "one lane less")
            w.click("lane.variable")
            w.wait_value("lane.variable", "on")
            w.key("c")
            w.wait_for(lambda: "lane.godot" not in w.widgets(), "one live lane")
            w.wait_value("machine.delay_ms", "40ms")

    def test_a_race_opens_on_the_old_pc_and_another_pc_starts_it_again(self):
        with self.window("--virtual-clock", "--size", "1280x800") as w:
            w.key("c")
            w.wait_value("machine.preset", "old-pc-25")
            w.wait_for(lambda: float(w.value("shown.variable").split()[0]) > 2, "two seconds of the race")
            choose(w, "machine.preset", "gaming-pc-144")
            w.wait_value("machine.preset", "gaming-pc-144")
            self.assertLess(float(w.value("shown.variable").split()[0]), 2, "a new race")
            w.key("c")
            w.wait_value("machine.jitter_ms", "0ms")

    def test_a_race_at_the_end_does_not_change_the_machine_of_this_pc_at_the_next_start(self):
        with self.window("--delay", "40ms", "--jitter", "4ms") as w:
            w.key("c")
            w.wait_for(lambda: "lane.fixed" in w.widgets(), "a race")
            w.wait_value("machine.jitter_ms", "0ms")
            w.key("bracketright")
            w.wait_value("machine.delay_ms", "5ms")
        self.assertIn('lab.mode = "race"', w.kept)
        with self.window(settings=w.kept) as again:
            again.wait_for(lambda: "lane.fixed" in again.widgets(), "a race")
            again.wait_value("machine.jitter_ms", "0ms")
            again.wait_value("machine.delay_ms", "5ms")
            again.key("c")
            again.wait_value("machine.delay_ms", "40ms")
            again.wait_value("machine.jitter_ms", "4ms")
        with self.window("--mode", "live", "--jitter", "5ms", settings=w.kept) as live:
            live.wait_value("machine.delay_ms", "40ms")
            live.wait_value("machine.jitter_ms", "5ms")

    def test_the_window_draws_fast_while_the_virtual_pc_computes_few_frames(self):
        with self.window("--mode", "race", "--delay", "400ms") as w:
            w.wait(2.0)
            shown = float(w.value("header.fps"))
        self.assertGreater(shown, 10, "frames per second of the window; the virtual PC computes 2.5 per second")

    def test_slow_motion_does_not_change_the_results_of_the_lanes(self):
        with self.window("--mode", "race", "--speed", "0.1", "--delay", "40ms", "--dock", "scoreboard") as w:
            w.wait(2.0)
            self.assertAlmostEqual(float(w.value("score.fixed")), 16.667 / 50, delta=0.08)

    def test_a_duel_runs_one_loop_on_several_machines(self):
        with self.window("--mode", "duel", "--loop", "variable") as w:
            w.wait(1.0)
            self.assertGreaterEqual(len([name for name in w.widgets() if name.startswith("lane.")]), 3)


class Typing(GuiTest):
    def test_letters_go_to_the_text_field_and_ctrl_q_quits(self):
        with self.window("--virtual-clock") as w:
            tap(w, next(name for name in w.widgets() if name.startswith("button.All ")))
            w.wait_for(lambda: "loop.search" in w.widgets(), "the list of all loops")
            w.wait_frames(6)
            w.type("vl")
            w.wait_value("loop.search", "vl")
            self.assertEqual(w.value("machine.vsync"), "on", "the V went to the text field and did not switch VSYNC")
            w.key("ctrl+q")
            w.process.wait(timeout=20)

    def test_the_list_of_loops_finds_by_language_and_by_pacing(self):
        with self.window("--virtual-clock") as w:
            tap(w, next(name for name in w.widgets() if name.startswith("button.All ")))
            w.wait_for(lambda: "loop.search" in w.widgets(), "the list of all loops")
            w.wait_frames(6)
            w.type("js")
            w.wait_for(lambda: {"list.phaser", "list.matter-js"} <= set(w.widgets()), "the loops of JavaScript libraries")
            self.assertNotIn("list.fixed", w.widgets())
            w.type(" sleep")
            w.wait_for(lambda: not {"list.phaser", "list.matter-js"} & set(w.widgets()), "no loop of JavaScript that sleeps")


class Vsync(GuiTest):
    def test_the_report_shows_the_answer_of_the_driver_and_the_frame_rate(self):
        with self.window("--vsync", "on") as w:
            w.wait(1.5)
            self.assertRegex(w.value("vsync.report"), r"^on(: (refused|ignored) by this driver)?; the window shows \d+\.\d fps$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
