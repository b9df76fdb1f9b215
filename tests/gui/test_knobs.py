"""Every knob of every scene and of every axis of a loop is slid from end to end, and changes what it says it changes.

The clock is virtual: a frame is as long as lag and display make it, to the nanosecond, on any PC.
"""
import unittest

import panel_table as table
from hand import choose, slide, tap
from panel import Panel


class Scenes(Panel):
    def test_every_knob_of_every_scene_changes_its_motion(self):
        with self.panel() as w:
            for scene, rows in table.SCENES.items():
                if w.value("scene.name") != scene:
                    choose(w, "scene.name", scene)
                    w.wait_value("scene.name", scene)
                knobs = {name for name in self.controls(w) if name.startswith("scene.")}
                self.assertEqual(knobs - {"scene.name", "scene.integrator"}, {row.path for row in rows})
                for row in rows:
                    self.work(w, row)


class Axes(Panel):
    def test_every_knob_of_every_axis_changes_what_the_loop_does(self):
        frames = ("--delay", "5ms", "--jitter", "10ms", "--spike", "40:400ms", "--vsync", "off", "--hz", "60")
        axes = ("--loop", "accumulator", "--stepper", "variable", "--overload", "none")
        with self.panel(*frames, *axes, "--dock", "scoreboard") as w:
            tap(w, "loop.axes")
            w.wait_value("loop.axes", "on")
            for axis, alternatives in table.AXES.items():
                for name, rows in alternatives.items():
                    self.alternative(w, axis, name, rows)

    def test_a_hand_can_choose_a_few_steps_out_of_a_thousand(self):
        with self.panel("--loop", "accumulator", "--overload", "cap-steps") as w:
            tap(w, "loop.axes")
            w.wait_value("loop.axes", "on")
            values = {slide(w, "overload.max_steps", share) for share in (0.1, 0.15, 0.2, 0.25)}
            self.assertEqual(len(values), 4)
            self.assertLess(max(values), 10)

    def test_presentations_show_moments_of_other_ages(self):
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
        self.assertEqual(knobs, {row.path for row in rows if row.path != "loop.hz"})
        if rows:
            self.assertIsNone(w.widgets().get("loop.refused"), f"{axis} {name}")
        for row in rows:
            self.work(w, row)


if __name__ == "__main__":
    unittest.main(verbosity=2)
