"""Operates every control of the panels with the mouse, and checks that its value arrives in the settings.

The controls are those of the demo's widget report, so a new control is tested without a change here. Effects of the settings on the frames
are the matter of tests without a window."""
import re
import unittest

from demo import GuiTest, lanes, some
from x11 import clipboard

# The modes in which the panels have other controls, or in which other controls have an effect.
MODES = {
    "this PC": ("--live-frames", "this-pc"),
    "steady frames": (),
    "several lanes": (*lanes("fixed", "variable"), "--vsync", "on"),
    "several lanes with VRR": (*lanes("fixed", "variable"), "--vsync", "vrr"),
}
AXES = ("filter", "stepper", "overload", "presentation", "pacer")
SETTINGS = re.compile(r"(loop|filter|stepper|overload|presentation|pacer|machine|clock|scene|view|lab|stage)\.[\w-]+")
# Widgets with such a name that are no settings: rows of lists and folds, which test_window.py operates.
OTHERS = re.compile(r"loop\.(axes|numbers|search|refused|fixed|variable|semi-fixed|accumulator|interpolated)|machine\.preset|stage\.ball")
# Settings that change the panel itself: each has a test of its own, below or in test_view.py.
WALKED = {"scene.name", *(f"loop.{axis}" for axis in AXES), "view.font_scale", "view.sound", "loop.preset"}


def quantity(text):
    """Returns a number, with a time in ms and with the four digits that each control shows, and another text unchanged: 2s is 2000ms."""
    found = re.fullmatch(r"(-?[\d.e+-]+)(?:/(\d+))?(s|ms|us|ns)?", text)
    return float(f'{float(found[1]) / float(found[2] or 1) * {"s": 1e3, "us": 1e-3, "ns": 1e-6}.get(found[3], 1):.4g}') if found else text


class Controls(GuiTest):
    SCREEN = "660x1310"

    def panel(self, *arguments, folds="loop,pc,scene"):
        """Starts the demo in a window in which the whole panel is visible."""
        return self.window("--size", "640x1290", "--font-scale", "75", "--folds", folds, "--more", "on", *arguments)

    def controls(self, w, start=SETTINGS):
        """Returns the names of the settings in the panel: sliders, then lists, then switches from the last on, because a switch turns off
        what is below it."""
        w.wait_frames(5)
        names = [name for name in w.widgets() if re.match(start, name) and SETTINGS.fullmatch(name) and not OTHERS.fullmatch(name)]
        names = [name for name in names if name not in WALKED and w.place(name)["w"] > 0]
        kinds = {name: 2 if w.value(name) in ("on", "off") else 0 if quantity(w.value(name)) != w.value(name) else 1 for name in names}
        return sorted(names, key=lambda name: (kinds[name], -names.index(name) if kinds[name] == 2 else 0))

    def operate(self, w, name, before):
        """Clicks a switch, chooses another entry of a list, or drags a slider from one end to the other, to another value than `before`.
        Returns the new value of the control; None if the control has no effect now and so ignores the mouse."""
        w.click(name)
        w.wait_frames(2)
        if entries := w.names("choice."):
            chosen = next(entry for entry in entries if w.value(f"choice.{entry}") == "off")
            w.click(f"choice.{chosen}", sees=("-choice.*", f"{name}={chosen}"))
            return chosen
        if before in ("on", "off"):
            return w.value(name) if w.value(name) != before else None
        ends = []
        with w.held(name) as move:
            for share in (-0.2, 1.2):
                move(share)
                ends.append(w.value(name))
            if not quantity(ends[0]) < quantity(ends[1]):
                return None
            for share in (0.3, -0.2, 1.2):
                move(share)
                if w.value(name) != before:  # the settings only list what differs from their defaults
                    break
        return w.value(name)

    def arrives(self, w, values):
        """Checks that the settings, which Ctrl+C copies, have these values."""
        w.key("ctrl+c", sees="header=copied the set-up*")
        copied = dict(word.split("=", 1) for word in clipboard(self.server.display).split() if "=" in word)
        other = {name: (value, copied.get(name)) for name, value in values.items() if quantity(copied.get(name, "its default")) != quantity(value)}
        self.assertEqual(other, {}, "the value of the control, and of the setting")

    def operate_all(self, w, start=SETTINGS, may_be_idle=False):
        """Operates all controls whose names begin with `start`, and returns their new values."""
        values = {}
        for name in self.controls(w, start):
            before = w.value(name)
            for _ in range(3):  # a change of the control before it can move this one under the mouse
                values[name] = self.operate(w, name, before)
                if values[name] is not None:
                    break
                w.wait_frames(20)
        self.assertTrue(may_be_idle or None not in values.values(), f"no click and no drag has changed a control: {values}")
        return {name: value for name, value in values.items() if value is not None}

    def test_every_control_of_every_mode_arrives_in_the_settings(self):
        seen, operated = set(), set()
        for mode, arguments in MODES.items():
            with self.subTest(mode=mode), self.panel("--virtual-clock", *arguments) as w:
                if "loop.axes" in w.widgets():
                    w.click("loop.axes", sees="loop.axes=on")
                seen |= set(self.controls(w))
                values = self.operate_all(w, may_be_idle=True)
                operated |= set(values)
                self.arrives(w, {name: value for name, value in values.items() if not name.startswith("view.")})  # the others: below
        self.assertEqual(seen - operated, set(), "no click and no drag has changed these controls, in any of MODES")
        self.assertGreater(len(operated), 24)

    def test_a_step_rate_that_the_loop_refuses_has_a_reason_below_it(self):
        with self.panel("--virtual-clock", "--loop", "canonical", folds="loop") as w:
            w.drag("loop.hz", 0.5, -0.2, sees=("loop.hz=5", "loop.refused=the overload limit is shorter than one step*"))
            w.drag("loop.hz", 0.05, 0.8, sees="-loop.refused")

    def test_every_control_of_the_view_is_kept(self):
        with self.panel(folds="scene") as w:
            values = self.operate_all(w, r"view\.")
        self.assertGreater(len(values), 4)
        for name, value in values.items():
            self.assertIn(f'{name} = "{value}"', w.kept)

    def test_settings_that_could_not_be_saved_are_saved_at_the_end(self):
        with self.panel(folds="scene") as w:
            old = w.settings.read_text(encoding="utf-8")
            w.settings.unlink()
            w.settings.mkdir()
            w.click("view.light", sees="view.light=on")
            w.sees("header=settings cannot be saved*")
            w.settings.rmdir()
            w.settings.write_text(old, encoding="utf-8")
        self.assertIn("view.light", w.kept)

    def test_every_knob_of_every_scene_arrives_in_the_settings(self):
        with self.panel("--virtual-clock", "--loop", "fixed") as w:
            for scene in some(w.names("tile.")):
                with self.subTest(scene=scene):
                    if w.value("scene.name") != scene:
                        w.click(f"tile.{scene}")
                        w.sees(f"scene.name={scene}")
                    values = self.operate_all(w, r"scene\.(?!integrator)")  # each scene prefers its own integrator
                    self.assertTrue(values)
                    self.arrives(w, values)

    def test_every_knob_of_every_part_of_a_loop_arrives_in_the_settings(self):
        with self.panel("--virtual-clock", "--loop", "accumulator", "--stepper", "variable", "--overload", "none") as w:
            w.click("loop.axes", sees="loop.axes=on")
            for axis in AXES:
                for kind in some(w.listed(f"loop.{axis}")):
                    with self.subTest(axis=axis, kind=kind):
                        if w.value(f"loop.{axis}") != kind:
                            w.choose(f"loop.{axis}", kind)
                        w.sees(f"loop.{axis}={kind}")
                        self.arrives(w, self.operate_all(w, rf"{axis}\."))


if __name__ == "__main__":
    unittest.main(verbosity=2)
