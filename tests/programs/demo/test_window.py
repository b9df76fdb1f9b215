"""Tests of the window: the first screen, keys, mouse, undo, lists, races, and the buttons of the panels.

The clock is virtual where nothing else is said: each frame of the window is 1/60 s, on any PC."""
import shlex
import unittest

from demo import GuiTest, events_of, lanes
from x11 import clipboard

LOOPS = ("fixed", "variable", "semi-fixed", "accumulator", "interpolated")


class Virtual(GuiTest):
    def window(self, *arguments, **others):
        return super().window("--virtual-clock", "--folds", "loop,pc,scene", *arguments, **others)


class FirstScreen(Virtual):
    def test_the_first_screen_shows_only_its_controls_until_more_is_pressed(self):
        with GuiTest.window(self, settings="") as w:  # on the clock of this PC
            w.sees(("lane.interpolated", "first.legend", "first.delay.verdict", "steps.50=on"))
            shown = ("lane.", "shown.", "verdict.", "story.", "window.", "stage.", "header")
            there = {name for name in w.widgets() if not name.startswith(shown)}
            first = {"delay", "delay.verdict", "vsync", "hint", "legend"}
            buttons = {"Hitch  H", "Limit 250 ms", "Reset  R", "More  M", "Pause"}
            self.assertEqual(there - {"first.pc"}, {f"loop.{name}" for name in LOOPS} | {"show-me.variable"} |
                             {f"steps.{rate}" for rate in (30, 50, 60, 120)} |
                             {f"first.{name}" for name in first} | {f"button.{name}" for name in buttons})
            w.key("3", sees="lane.semi-fixed")
            w.key("5", sees=("-lane.semi-fixed", "lane.interpolated", "lane.accumulator", "verdict.accumulator=UNEVEN*"))
            w.click("button.More  M", sees=("dock", "fold.loop=on", "fold.pc=off", "fold.scene=off"))
            w.click("button.Less", sees="first.delay")
        self.assertIn("view.more = ", w.kept)

    def test_delay_slider(self):
        """The slider of the first screen breaks the chosen loop and not `interpolated`."""
        with self.window("--more", "off", "--loop", "variable") as w:
            w.sees("verdict.variable=OK")
            w.drag("first.delay", 0.0, 0.625, sees=("first.delay=75 ms", "verdict.variable=GONE*"))
            w.sees("verdict.interpolated=OK, 12 of 60 pictures")
            w.key("1", sees=("verdict.fixed=SLOW 0.20x", "verdict.interpolated=OK, 12 of 60 pictures"))

    def test_show_me(self):
        """"Show me" takes ten seconds and leaves everything as it was."""
        with self.window("--more", "off", "--loop", "interpolated", "--delay", "16ms") as w:
            w.sees("verdict.interpolated=OK, 30 of 60 pictures")
            w.key("2", sees="loop.variable=on")
            w.key("space", sees="button.Resume")
            w.click("show-me.variable", sees=("show-me.shown=variable", "-first.delay", "header=demonstration at 1x, Escape ends it",
                                              "-button.Resume", "-button.Pause", "verdict.variable=THROUGH THE WALL*"))
            w.key("space", sees=("button.Resume", "first.delay=16 ms"))
            w.key("space", sees="button.Pause")
            w.click("show-me.variable", sees=("show-me.shown=variable", "verdict.variable=THROUGH THE WALL*"))
            w.sees(("verdict.variable=GONE*", "first.delay=16 ms", "loop.variable=on"))
            w.key("1", sees="loop.fixed=on")
            w.click("show-me.fixed", sees="show-me.shown=fixed")
            w.key("Escape", sees="first.delay=16 ms")
            w.key("3", sees="loop.semi-fixed=on")
            w.click("show-me.semi-fixed", sees="show-me.shown=semi-fixed")
            w.click("button.End  Esc", sees="first.delay=16 ms")

    def test_fifty_steps_a_second_on_60_hz_stutter_without_blending(self):
        with self.window("--more", "off", "--loop", "accumulator") as w:
            w.sees("verdict.accumulator=OK")
            w.click("steps.50", sees=("steps.50=on", "verdict.accumulator=UNEVEN*", "verdict.interpolated=OK*"))
            w.key("ctrl+z", sees="steps.60=on")

    def test_a_delay_is_typed_after_ctrl_click_as_flags_take_it_or_with_a_decimal_comma(self):
        with self.window("--more", "off") as w:
            for text, refused in (("12,5", False), ("1,2,5", True), ("0.1s", False)):
                w.xdotool("keydown", "ctrl")
                w.click("first.delay", 0.3, sees="typed.machine.delay_ms")
                w.xdotool("keyup", "ctrl")
                w.xdotool("type", text)
                w.key("Return")
                if refused:
                    w.sees("typed.machine.delay_ms=*1,2,5*")
                    w.key("3", sees="typed.machine.delay_ms=")  # the refusal goes as one types
                    w.key("Escape", sees="first.delay=12.5 ms")
                else:
                    w.sees("first.delay=" + {"12,5": "12.5 ms", "0.1s": "100 ms"}[text])
            w.key("ctrl+z", sees="first.delay=12.5 ms")

    def test_the_limit_of_a_hitch_is_a_button_so_that_loops_are_compared_and_not_limits(self):
        behind = "267 ms BEHIND*"
        with self.window("--more", "off", "--loop", "accumulator") as w:
            w.sees("verdict.accumulator=OK")
            w.click("button.Hitch  H", sees=(f"verdict.interpolated={behind}", "verdict.accumulator=OK", "story.accumulator=*. A freeze of 517 ms (hitch), *"))
            w.sees("story.interpolated=the article's limit of 250 ms cut a 517 ms frame, *: the game stays 267 ms behind")
            w.click("button.Limit 250 ms")
            w.key("r", sees="verdict.interpolated=OK")
            # 250 ms are 15 steps exactly: after the cut, accumulator may rest where rounding decides, which is UNEVEN.
            w.click("button.Hitch  H", sees=(f"verdict.interpolated={behind}", "verdict.accumulator=*[BV]E[HN]*"))
            w.click("button.Limit 250 ms")
            w.key("r", "h", sees=(f"verdict.interpolated={behind}", "verdict.accumulator=OK", "story.accumulator=*. A freeze of 517 ms (hitch), *"))

    def test_every_control_by_mouse_and_keyboard_and_back_by_undo(self):
        """What a click does, its key does too; Ctrl+Z takes it back; R restarts the balls and keeps it."""
        with self.window("--more", "off", "--loop", "fixed") as w:
            clicks = [(f"loop.{name}", str(i + 1), f"loop.{name}=on") for i, name in enumerate(LOOPS) if i > 0]
            for control, key, effect in clicks:
                for act in (lambda: w.click(control), lambda: w.key(key)):
                    act()
                    w.sees(effect)
                    w.wait_frames(15)
                    w.key("ctrl+z", sees="loop.fixed=on")
                    w.wait_frames(15)
            for control, effect in ((f"steps.{rate}", f"steps.{rate}=on") for rate in (30, 50, 120)):
                w.click(control, sees=effect)
                w.wait_frames(15)
                w.key("r", sees=effect)
                w.key("ctrl+z", sees="steps.60=on")
                w.wait_frames(15)
            for act in (lambda: w.drag("first.delay", 0.0, 0.5), lambda: w.key("bracketright", "bracketright", "bracketright")):
                act()
                w.sees(("first.delay=50 ms", "verdict.fixed=SLOW*"))
                w.wait_frames(40)
                w.key("r", sees="first.delay=50 ms")
                while not w.has("first.delay=0 ms"):
                    w.key("ctrl+z")
                    w.wait_frames(15)
            for mode in ("composed", "off", "adaptive", "on"):
                w.key("v", sees=f"first.vsync={mode}*")
            w.choose("first.vsync", "off")
            w.sees("first.vsync=off*")
            w.click("button.Reset  R")
            w.sees(("loop.fixed=on", "first.vsync=off*"))

    def test_s_names_the_scene_on_the_stage(self):
        with self.window("--more", "off") as w:
            w.key("s", sees="stage.scene=Spring and ball  2 of 16")
            w.sees("-stage.scene")

    def test_extra_lag(self):
        """Lag besides the delay is named and cleared."""
        with self.window("--more", "off", "--jitter", "4ms", "--step-cost", "0.5ms", "--delay", "16ms") as w:
            w.sees("first.other-lag=jitter 4ms, cost per step 0.5ms")
            w.click("button.Clear", sees=("-first.other-lag", "first.delay=16 ms"))

    def test_pause_buttons(self):
        """Pause is a button of the first screen and of the others, and step of the others."""
        for more in ("off", "on"):
            with self.window("--more", more, "--loop", "interpolated") as w:
                w.click("button.Pause", sees="button.Resume")
                w.wait_frames(5)
                shown = w.place("stage.ball")["x"]
                w.wait_frames(5)
                self.assertEqual(w.place("stage.ball")["x"], shown)
                if more == "on":
                    w.click("button.Step")
                else:
                    w.key("n")
                w.wait_for(lambda at=shown: w.place("stage.ball")["x"] != at, "one frame")
                w.click("button.Resume", sees="button.Pause")

    def test_the_wheel_moves_the_slider_from_stop_to_stop(self):
        with self.window("--more", "off", "--loop", "fixed") as w:
            for turn, stops in ((-1, (16, 33, 50, 75, 100, 150, 150)), (1, (100, 75, 50, 33, 16, 0))):
                for stop in stops:
                    w.scroll("first.delay", turn)
                    w.sees(f"first.delay={stop} ms")

    def test_the_line_above_the_slider_says_what_its_value_and_the_delay_under_the_pointer_do(self):
        for vsync, text in (("on", ": shown at the fourth refresh, 66.7 ms"), ("adaptive", ": frames of 52 ms"),
                            ("vrr", ": frames of 58.3 ms"), ("off", ": frames of 52 ms"), ("composed", ": frames of 52 ms")):
            with GuiTest.window(self, "--more", "off", "--delay", "50ms", "--vsync", vsync, "--size", "1280x720") as w:
                w.sees("first.legend")
                w.point_at("first.delay", 0.25)
                w.sees((f"first.slowness=52 ms of work{text}; under the pointer, 25 ms: *", "-first.legend"))
                w.key("l", sees="first.slowness=lag off (key L)*")
                w.key("bracketright", sees="first.slowness=77 ms of work*")
                w.point_at("loop.fixed")
                w.sees(("-first.slowness", "first.legend"))
        with GuiTest.window(self, "--more", "off", "--delay", "8ms", "--vsync", "off", "--size", "1280x720") as w:
            w.point_at("first.delay")
            w.sees("first.slowness=10 ms of work, at least one refresh: frames of 16.7 ms; *")

    def test_the_knob_shows_its_own_verdict_at_both_ends_and_beyond(self):
        with self.window("--more", "off", "--loop", "accumulator", "--hz", "30") as w:
            for delay in (0, 20, 150, 250):
                w.xdotool("keydown", "ctrl")
                w.click("first.delay", 0.3, sees="typed.machine.delay_ms")
                w.xdotool("keyup", "ctrl", "type", str(delay))
                w.key("Return")
                w.sees(f"first.delay={delay} ms")
                w.key("r")
                w.wait_rows(60)
                w.wait_for(lambda: w.value("verdict.accumulator").startswith(w.value("first.delay.verdict")), "one word")


class SmallDisplay(GuiTest):
    SCREEN = "640x480"

    def test_the_window_and_all_controls_of_the_first_screen_fit_a_display_of_640x480(self):
        with self.window("--more", "off") as w:
            w.sees(("button.Limit", "first.delay"))
            for name in w.widgets():
                if name.startswith(("button.", "first.", "loop.", "steps.", "lane.")):
                    place = w.place(name)
                    self.assertLessEqual(place["x"] + place["w"], 640, name)
                    self.assertLessEqual(place["y"] + place["h"], 480, name)


class Sections(Virtual):
    def test_a_tile_chooses_its_scene(self):
        with GuiTest.window(self, "--virtual-clock", "--folds", "scene") as w:
            w.click("tile.orbit", sees=("tile.orbit=on", "scene.name=orbit", "tile.ball-with-part=off"))

    def test_an_opened_section_is_no_step_of_undo(self):
        with GuiTest.window(self, "--virtual-clock", "--folds", "pc") as w:
            w.key("bracketright", sees="machine.delay_ms=5ms")
            w.wait_frames(30)
            w.click("fold.scene", sees="fold.scene=on")
            w.wait_frames(30)
            w.key("ctrl+z", sees=("header=undone: frame delay 0ms", "machine.delay_ms=0ms", "fold.scene=on"))


    def test_what_is_recorded_has_a_sign_and_what_was_saved_has_its_path(self):
        for more in ("off", "on"):
            with self.window("--more", more) as w:
                w.key("F9", sees=("header=recording frame times to frames-1.csv in /*; F9 ends it", "header.recording=REC frames F9"))
                w.wait_frames(30)
                w.key("F9", sees=("header=saved * frames to frames-1.csv in /*", "-header.recording"))
                w.click("button.Copy path", sees="header=copied the path")
                self.assertEqual(clipboard(self.server.display), str(w.folder / "frames-1.csv"))


class Keys(Virtual):
    def test_loop_switching(self):
        """Digits and rows switch loops without resetting the world."""
        with self.window() as w:
            for i, name in enumerate(LOOPS):
                w.key(str(i + 1), sees=(f"loop.{name}=on", f"lane.{name}"))
                w.wait_rows(10)
            for name in LOOPS:
                w.click(f"loop.{name}", sees=f"lane.{name}")
        self.assertGreaterEqual(events_of(w.rows).count("loop"), 2 * len(LOOPS) - 2)
        self.assertNotIn("reset", events_of(w.rows))
        simulated = [float(row["sim_s"]) for row in w.rows]
        self.assertEqual(simulated, sorted(simulated))

    def test_option_keys(self):
        """Keys change the delay, the lag, VSYNC, the scene, the panels and the sound."""
        with self.window(environment={"SDL_AUDIODRIVER": "dummy"}) as w:
            w.key("bracketright", "bracketright", "bracketright", "bracketleft", sees="machine.delay_ms=10ms")
            w.key("l", sees="machine.lag=off")
            w.key("v", sees="machine.vsync=composed")
            scene = w.value("scene.name")
            w.key("s")
            w.wait_for(lambda: w.value("scene.name") != scene, "another scene")
            w.key("t", sees="view.sound=on")
            w.key("Tab", sees="-machine.delay_ms")
            w.key("Tab", "F1", sees=("machine.delay_ms", "page.help"))
            w.picture("help")

    def test_hitch_keys(self):
        """Keys and buttons make a frame of 500 ms and one of 3 s, and reset."""
        with self.window("--loop", "variable") as w:
            for turn, press in enumerate((w.key, w.click), 1):
                for key, button, event in (("h", "Hitch  H", "hitch"), ("b", "Break  B", "break"), ("r", "Reset  R", "reset")):
                    press(key if press == w.key else f"button.{button}")
                    w.wait_event(event, turn)
                    w.wait_rows(4)
        frames = sorted(int(row["frame_ns"]) for row in w.rows)
        self.assertGreaterEqual(min(frames[-2:]), 3_000_000_000)
        self.assertTrue(500_000_000 <= frames[-4] <= frames[-3] < 600_000_000)
        self.assertLess(frames[-5], 100_000_000)
        self.assertEqual([e for e in events_of(w.rows) if e in ("hitch", "break")], ["hitch", "break"] * 2)

    def test_single_frame(self):
        """Space pauses and key N runs one frame."""
        with self.window("--loop", "accumulator") as w:
            w.key("space", sees="button.Resume")
            w.key("n")
            w.wait_frames(10)
            w.key("space", sees="button.Pause")
            w.wait_rows(5)
        paused = [i for i, row in enumerate(w.rows) if "paused" in row["events"] and "excluded" not in row["events"]]
        still = w.rows[paused[0] : paused[-1] + 1]
        self.assertEqual(len({row["sim_s"] for row in still}), 2, "exactly one frame is simulated while paused")
        self.assertIn("16666667", [row["frame_ns"] for row in still])

    def test_undo(self):
        """Ctrl+Z undoes a key A click and a drag and Ctrl+Shift+Z repeats them."""
        with self.window("--size", "1280x800") as w:
            w.key("1", sees="loop.fixed=on")
            w.wait_rows(60)  # longer than the pause within one step
            w.drag("machine.delay_ms", 0.0, 0.2, sees="-machine.delay_ms=0ms")
            delay = w.value("machine.delay_ms")
            w.wait_rows(60)
            w.click("machine.lag", sees="machine.lag=off")
            w.key("ctrl+z", sees=("machine.lag=on", "header=undone: lag*"))
            w.key("ctrl+z", sees="machine.delay_ms=0ms")
            w.key("ctrl+z", sees="loop.interpolated=on")
            w.keys_in_turn("ctrl+shift+z", "ctrl+shift+z")
            w.sees((f"machine.delay_ms={delay}", "loop.fixed=on"))

    def test_escape(self):
        """Escape closes one thing after another, also if it is held down."""
        with self.window("--size", "1280x800", "--lesson", "fifty-on-sixty", "--show-help", "on") as w:
            w.sees("page.help")
            w.xdotool("keydown", "Escape", "sleep", 1.5, "keyup", "Escape")
            w.sees("-page.help")
            w.wait_frames(6)
            self.assertIn("lesson.title", w.widgets())
            w.click("button.Open recording...", sees="card.title")
            w.key("Escape", sees=("-card.title", "lesson.title"))
            w.key("Escape", sees="-lesson.title")
            w.click(next(name for name in w.widgets() if name.startswith("button.All ")), sees="loop.search")
            w.wait_frames(6)
            w.key("Escape", sees="-loop.search")

    def test_stable_tabs(self):
        """Tabs and mode buttons stay at their places."""
        with self.window("--size", "1280x800") as w:
            tabs = [f"button.{name}" for name in ("Timeline", "Plots", "Phase", "Code", "Scoreboard", "Lessons")]
            modes = [f"button.{name}" for name in ("Less", "Lanes", "Replay", "Open recording...")]

            def places():
                return {name: (w.place(name)["x"], w.place(name)["y"]) for name in tabs + modes}

            before = places()
            for tab in tabs:
                w.click(tab, sees=f"dock={tab.removeprefix('button.').lower()}")
                self.assertEqual(places(), before, tab)
            for mode in ("Lanes",):
                w.click(f"button.{mode}")
                w.wait_frames(4)
                self.assertEqual(places(), before, mode)
            w.key("F7", sees="button.Stop")
            self.assertEqual(places(), before, "while it records")


class Mouse(Virtual):
    def test_caught_ball(self):
        """A held button anywhere in the lane catches the ball and a click does not."""
        with self.window("--loop", "interpolated") as w:
            lane = w.at_rest("lane.interpolated")

            def move(across, down):
                x = lane["x"] + across * lane["w"]
                w.xdotool("mousemove", round(w.x + x), round(w.y + lane["y"] + down * lane["h"]))
                w.wait_frames(1)
                return x

            def held_at(x):
                w.sees("stage.ball=caught")
                w.wait_for(lambda: abs(w.place("stage.ball")["x"] - x) < 8, "the ball at the pointer")

            for i in range(15):
                x = move(0.2 + 0.02 * (7 * i % 15), 0.35 + 0.04 * (4 * i % 15))  # left of the wall
                w.xdotool("mousedown", 1)
                held_at(x)
                w.xdotool("mouseup", 1)
                w.sees("stage.ball=")
            w.key("space", sees="button.Resume")  # a ball caught in a pause moves when the simulation resumes
            before = w.place("stage.ball")["x"]
            x = move(0.45, 0.5)
            w.xdotool("mousedown", 1)
            w.sees("stage.ball=caught")
            self.assertEqual(w.place("stage.ball")["x"], before)
            w.key("space")
            held_at(x)
            w.xdotool("mouseup", 1)
            w.sees("stage.ball=")
        undamped = ("--scene", "spring-and-ball", "--integrator", "exact", "--set", "scene.damping=0", "--set", "scene.start-x=-0.2")
        with self.window("--loop", "interpolated", *undamped) as w:
            move(0.5, 0.5)
            w.xdotool("click", 1)
            w.wait_frames(20)
        energy = [float(row["energy"]) for row in w.rows]
        self.assertLess(max(energy), 1.001 * min(energy), "the energy is kept, because nothing has caught the ball")

    def test_a_zoom_that_leaves_the_ball_outside_says_how_to_see_the_scene_again(self):
        with self.window("--loop", "interpolated") as w:
            w.key("space", sees="button.Resume")
            w.scroll("lane.interpolated", 12, 0.9)
            w.sees("header=*press G*")
            lane = w.place("lane.interpolated")
            self.assertLess(w.place("stage.ball")["x"], lane["x"])
            w.key("g")
            w.wait_for(lambda: w.place("stage.ball")["x"] > lane["x"], "the ball in the lane")

    def test_loop_search(self):
        """The list of all loops is searched by name, language and pacing, and its letters are no keys."""
        with self.window() as w:
            button = next(name for name in w.widgets() if name.startswith("button.All "))
            w.click(button, sees=("loop.search", "list.doom"))
            self.assertEqual(f"button.All {len(w.names('list.'))} loops ...", button)
            w.wait_frames(6)
            w.type("js", sees=("list.phaser", "list.matter-js", "-list.fixed"))
            w.type(" sleep", sees=("-list.phaser", "-list.matter-js"))
            with w.stopped():  # no press is lost, however long the frame takes
                w.key(*["BackSpace"] * 8)
            w.type("vl", sees="loop.search=vl")
            self.assertEqual(w.value("machine.vsync"), "on", "the V went to the text field and did not switch VSYNC")
            with w.stopped():
                w.key("BackSpace", "BackSpace")
            w.type("godot", sees="-list.doom")
            w.click("list.godot-smoothed", sees="lane.godot-smoothed")


class Lanes(Virtual):
    def test_five_loops(self):
        """C shows five loops on the user's PC, another PC goes to all of them, and C restores the lanes of before."""
        with self.window("--steady-frames", "--delay", "40ms", "--vsync", "off", "--loop", "godot", "--size", "1280x800", "--dock", "scoreboard") as w:
            w.key("c", sees=("lane.fixed", "lanes.5"))
            w.wait_for(lambda: w.number("shown.variable") > 2, "two seconds")
            speeds = {name: float(w.value(f"score.{name}")) for name in ("fixed", "accumulator", "variable")}
            for name, expected in (("fixed", 16.667 / 42), ("accumulator", 1), ("variable", 1)):
                self.assertAlmostEqual(speeds[name], expected, delta=0.06)
            w.choose("machine.preset", "gaming-pc-144")
            w.sees("machine.preset=gaming-pc-144")
            self.assertLess(w.number("shown.variable"), 2, "a new start")
            w.click("lane.variable", sees=("lane.variable=on", "lanes.2=on"))
            w.key("9", sees=("lane.godot", "-lane.variable"))
            w.key("c", sees=("lane.godot", "-lane.fixed", "machine.preset=gaming-pc-144"))

    def test_the_window_draws_every_frame_while_the_virtual_pc_computes_few(self):
        with self.window(*lanes("fixed", "variable"), "--delay", "400ms") as w:
            w.wait_rows(3)
            rows, frames = len(w.rows), int(w.value("window.frame"))
            w.wait_rows(10)
            self.assertGreater(int(w.value("window.frame")) - frames, 10 * (len(w.rows) - rows), "each frame of the PC takes 24 of the window")

    def test_lanes_are_added_changed_selected_and_removed(self):
        with self.window("--steady-frames", "--size", "1280x880", "--font-scale", "75") as w:
            w.click("button.Add", sees=("lanes.2=on", "lane.interpolated-2=on"))
            w.click("loop.variable", sees=("lane.interpolated", "lane.variable=on"))
            w.click("button.Add", sees="lanes.3=on")
            w.key("1", sees=("lane.fixed=on", "lane.variable", "lane.interpolated"))
            w.choose("machine.preset", "old-pc-25")  # common to all lanes
            w.click("lanes.1", sees=("lane.interpolated=on", "machine.preset=old-pc-25"))
            w.click("stage.one_lane", sees="stage.one_lane=on")
            w.choose("machine.preset", "spiral")
            w.sees("lane.interpolated, spiral=on")
            w.click("lanes.2", sees="machine.preset=old-pc-25")
            w.click("button.Remove", sees=("-lanes.3", "lanes.2=on", "-lane.variable, old PC 25 fps"))
            w.key("ctrl+z", sees=("lanes.3", "lane.variable, old PC 25 fps"))

    def test_four_pcs_show_one_loop_and_this_pc_gives_all_lanes_the_same_frames(self):
        with self.window("--steady-frames", "--size", "1280x880", "--font-scale", "75") as w:
            w.click("button.Four PCs", sees="lanes.4")
            self.assertEqual(len(w.names("lane.")), 4)
            w.click("frames.frames of this PC", sees=("lanes.2.pc=This lane does not run on its own PC*", "-lanes.1.pc"))
            w.click("lanes.2", sees=("lanes.1.pc", "-lanes.2.pc"))
            w.click("frames.steady frames", sees="-lanes.1.pc")

    def test_a_lane_and_its_copy_are_compared(self):
        with self.window("--steady-frames", "--loop", "fixed") as w:
            w.click("button.This + copy", sees=("lane.fixed", "lane.fixed-2=on", "stage.one_lane=on"))
            w.drag("machine.delay_ms", 0.0, 0.1)
            w.wait_for(lambda: any(name.startswith("lane.frame delay") for name in w.widgets()), "a name that says the delay")
            w.click("loop.semi-fixed", sees="loop.semi-fixed=on")
            w.click("lanes.1", sees=("loop.fixed=on", "machine.delay_ms=0ms"))
            w.click("button.Remove", sees="-lanes.2")


class Buttons(Virtual):
    def test_copied_command_line(self):
        """A copied command line gives the same settings, and "Defaults" restores those of a first visit."""
        given = ["--loop", "godot", "--hz", "59.94", "--delay", "12ms", "--set", "stepper.max_steps=3", "--scene"]
        with self.window(*given, "bouncing-ball", "--light", "on", "--size", "1280x800") as w:
            w.click("button.Copy set-up", sees="header=copied*")
            program, *words = shlex.split(clipboard(self.server.display))
            self.assertEqual(program, "timestep_demo")
            here = {name: row["value"] for name, row in w.widgets().items() if row["value"]}
            w.click("button.Defaults", sees=("loop.variable=on", "loop.hz=50*", "machine.delay_ms=0ms", "scene.name=ball-with-part"))
            w.key("ctrl+v", sees=("header=pasted a set-up*", "machine.delay_ms=12ms", "scene.name=bouncing-ball", "loop.hz=59.94*"))
        with GuiTest.window(self, *words, "--size", "1280x800") as w:
            there = {name: row["value"] for name, row in w.widgets().items()}
        knobs = [name for name in here if name.split(".")[0] in ("loop", "machine", "scene", "stepper", "view")]
        self.assertGreater(len(knobs), 15)
        self.assertEqual({name: here[name] for name in knobs}, {name: there.get(name) for name in knobs})

    def test_folds(self):
        """Folds open and close and are kept."""
        folds = ("--folds", "loop,pc,scene")
        with GuiTest.window(self, "--size", "640x800", "--font-scale", "75", *folds) as w:  # with a virtual clock, nothing is kept
            for fold, control in (("loop", "loop.axes"), ("pc", "machine.delay_ms"), ("scene", "scene.integrator")):
                w.sees(control)
                w.click(f"fold.{fold}", sees=(f"fold.{fold}=off", f"-{control}"))
            w.click("fold.loop", sees="loop.axes")
            numbers = w.value("loop.numbers")
            w.click("loop.numbers", sees=f"-loop.numbers={numbers}")
            w.click("fold.pc", sees="fold.pc=on")
        self.assertIn('view.folds = "loop,pc"', w.kept)

    def test_the_page_about_is_copied_for_a_report_of_an_error(self):
        with self.window() as w:
            w.key("F1", sees="button.About")
            w.click("button.About", sees="button.Copy for a bug report")
            w.click("button.Copy for a bug report")
            w.wait_for(lambda: "OpenGL" in clipboard(self.server.display), "the text on the clipboard")
            lines = clipboard(self.server.display).splitlines()
            self.assertEqual([line.split()[0] for line in lines], ["timestep_demo", "commit", "compiler", "libraries", "OpenGL"])
            w.click("button.Keys", sees="button.About")

    def test_vsync_report(self):
        """The report of VSYNC shows the answer of the driver and the frame rate."""
        with GuiTest.window(self, "--vsync", "on") as w:  # on the clock of this PC
            w.sees("vsync.report=*[0-9] fps")
            self.assertRegex(w.value("vsync.report"), r"^on(, but this driver (refuses|ignores) it| \(simulated\))?; the window shows \d+\.\d fps$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
