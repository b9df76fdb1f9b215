"""Tests of every knob of every scene and of every axis of a loop: moves each knob to both ends and checks its effect.

The clock is virtual: the length of a frame depends only on the simulated lag and display, to the nanosecond, on any PC.
"""
import unittest

import panel_table as table
from demo import events_of, some
from hand import choose, slide, tap
from panel import Panel


class Scenes(Panel):
    def test_every_knob_of_every_scene_changes_its_motion(self):
        """Uses the loop `fixed`, which takes one step per frame, so that runs do not depend on the phase at which they begin."""
        with self.panel("--loop", "fixed") as w:
            for scene, rows in some(table.SCENES).items():
                if w.value("scene.name") != scene:
                    choose(w, "scene.name", scene)
                    w.wait_value("scene.name", scene)
                knobs = {name for name in self.controls(w) if name.startswith("scene.")}
                self.assertEqual(knobs - {"scene.name", "scene.integrator"}, {row.path for row in rows},
                                 f"correct tests/scenes/{scene.replace('-', '_')}/panel.py: a row for each knob; "
                                 "then run: ctest --preset release -R '^gui_knobs$'")
                for row in rows:
                    if not isinstance(row, table.Look):
                        self.work(w, row)

    def test_knobs_that_do_not_change_the_motion_change_the_picture(self):
        looks = {scene: row for scene, rows in table.SCENES.items() for row in rows if isinstance(row, table.Look)}
        for scene, row in some(looks).items():
            with self.panel("--loop", "fixed", "--scene", scene) as w:
                self.work(w, row)


class Axes(Panel):
    def test_every_knob_of_every_axis_changes_the_frames_of_the_loop(self):
        frames = ("--delay", "5ms", "--jitter", "10ms", "--spike", "40:400ms", "--vsync", "off", "--hz", "60")
        axes = ("--loop", "accumulator", "--stepper", "variable", "--overload", "none")
        with self.panel(*frames, *axes, "--dock", "scoreboard") as w:
            tap(w, "loop.axes")
            w.wait_value("loop.axes", "on")
            for axis, alternatives in table.AXES.items():
                for name, rows in some(alternatives).items():
                    self.alternative(w, axis, name, rows)
                if axis == "loop.stepper" and w.value(axis) != "fixed-step":  # it obeys every overload policy
                    self.alternative(w, axis, "fixed-step", alternatives["fixed-step"])

    def test_the_slider_of_max_steps_reaches_different_values_below_ten(self):
        with self.panel("--loop", "accumulator", "--overload", "cap-steps") as w:
            tap(w, "loop.axes")
            w.wait_value("loop.axes", "on")
            values = {slide(w, "overload.max_steps", share) for share in (0.1, 0.15, 0.2, 0.25)}
            self.assertEqual(len(values), 4)
            self.assertLess(max(values), 10)

    def test_presentations_differ_in_picture_age(self):
        with self.panel("--loop", "accumulator", "--jitter", "10ms", "--vsync", "off", "--dock", "scoreboard") as w:
            tap(w, "loop.axes")
            w.wait_value("loop.axes", "on")
            ages = {}
            for name in ("interpolate", "latest", "extrapolate"):
                if w.value("loop.presentation") != name:
                    choose(w, "loop.presentation", name)
                ages[name] = self.run_of(w, 80).metric("picture_age_mean_ms")
            self.assertEqual(sorted(ages, key=ages.get), ["extrapolate", "latest", "interpolate"], ages)

    def alternative(self, w, axis, name, rows):
        if w.value(axis) != name:
            choose(w, axis, name)
            w.wait_value(axis, name)
        knobs = {knob for knob in self.controls(w) if knob.startswith(axis.removeprefix("loop.") + ".")}
        tested = {row.path for row in rows if row.path != "loop.hz"}
        self.assertEqual(knobs, tested, f'correct AXES["{axis}"]["{name}"] in tests/programs/demo/panel_table.py: a row for each knob; '
                                        "then run: ctest --preset release -R '^gui_knobs$'")
        if rows:
            self.assertIsNone(w.widgets().get("loop.refused"), f"{axis} {name}")
        for row in rows:
            self.work(w, row)


class Player(Panel):
    """Tests of the scene `player` with real key presses, in real time, because the length of a press and the time between presses matter."""

    EDGE = 7  # metres; beyond this x there is no ground below the player

    def player(self, *settings):
        knobs = (word for setting in ("scene.autopilot=off", *settings) for word in ("--set", setting))
        return self.window("--live-frames", "this-pc", "--scene", "player", "--size", "640x1090", "--font-scale", "75", *knobs)

    def press(self, w, *keys):
        for key in keys:
            w.xdotool("keydown", key, "sleep", 0.03, "keyup", key, "sleep", 0.03)

    def count(self, w, event):
        return events_of(w.read_rows()).count(event)

    def look_at_stage(self, w):
        """Moves the mouse away from the panel, because the panel's tooltips and lists take keys."""
        w.xdotool("mousemove", w.x + 100, w.y + 100)

    def at_both_ends(self, w, knob, counted):
        """Returns the results of `counted` with a slider at its low end and at its high end."""
        counts = []
        for share in (-0.2, 1.2):
            slide(w, knob, share)
            self.look_at_stage(w)
            counts.append(counted(w))
        return counts

    def test_the_jump_buffer_sets_how_long_a_press_in_the_air_is_kept(self):
        """Presses the jump key every 60 ms during jumps of 200 ms, so that some presses come while the player is in the air."""
        with self.player("scene.gravity=40", "scene.jump=4") as w:
            forgotten = self.at_both_ends(w, "scene.buffer", self.presses_forgotten)
            self.assertGreater(forgotten[0], 0)
            self.assertEqual(forgotten[1], 0)

    def presses_forgotten(self, w):
        before = self.count(w, "unheard")
        self.press(w, *["Up"] * 12)
        w.wait(0.4)
        return self.count(w, "unheard") - before

    def test_the_coyote_time_sets_how_long_a_jump_works_beyond_the_edge(self):
        with self.player("scene.gravity=10", "scene.run=6") as w:
            three = lambda window: sum(self.jumps_beyond_the_edge(window) for _ in range(3))
            jumped = self.at_both_ends(w, "scene.coyote", three)
            self.assertEqual(jumped[0], 0)
            self.assertGreater(jumped[1], 0)

    def jumps_beyond_the_edge(self, w):
        w.key("r")
        w.wait(0.2)
        before = self.count(w, "jumped")
        w.xdotool("keydown", "Right")
        w.wait_for(lambda: float(w.read_rows()[-1]["x"]) > self.EDGE, "the player to run over the edge")
        self.press(w, "Up")
        w.xdotool("keyup", "Right")
        w.wait(0.1)
        return self.count(w, "jumped") - before

    def test_polled_keys_reach_every_step_of_a_frame_and_latched_keys_one_step(self):
        with self.player() as w:
            seen = {}
            for keys in ("polled", "latched"):
                if w.value("scene.keys") != keys:
                    choose(w, "scene.keys", keys)
                self.look_at_stage(w)
                w.wait(1.2)  # until the player is on the ground again
                before = self.count(w, "jumped"), self.count(w, "unheard")
                with w.stopped():
                    w.xdotool("key", "Up", "sleep", 0.1)
                w.wait(0.4)
                seen[keys] = self.count(w, "jumped") - before[0], self.count(w, "unheard") - before[1] > 0
            self.assertEqual(seen, {"polled": (1, True), "latched": (1, False)})


if __name__ == "__main__":
    unittest.main(verbosity=2)
