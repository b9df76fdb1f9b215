"""A base class for tests of the panel: shows the whole panel, operates each kind of control, and checks the control's effect."""
import math

from demo import GuiTest, Server
from hand import Slider, choose, find, flip, limits, number, slide
from panel_rows import Run


def begins(before, row):
    """Returns True if `row` is the first frame after a reset. In a race a reset sets the frame number back."""
    return "reset" in row["events"].split("+") or int(row["frame"]) < int(before["frame"])


class Panel(GuiTest):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("660x1110")

    def panel(self, *arguments, **others):
        """Starts the demo in a window in which the whole panel is visible."""
        return self.window("--virtual-clock", "--size", "640x1090", "--font-scale", "75", "--all-scores", "on", "--folds", "loop,pc,scene", *arguments, **others)

    def controls(self, w):
        """Returns the names of the panel's widgets: those to the right of the stage and below the header."""
        at = {name: (float(widget["x"]), float(widget["y"])) for name, widget in w.widgets().items()}
        left, top = at["button.Copy set-up"][0] - 9, at["button.Live"][1] + 15
        others = ("dock.", "time.", "plot", "metric.", "score.")
        return {name for name, (x, y) in at.items() if x >= left and y >= top and not name.startswith(others)}

    def lane(self, w):
        """Returns the pixels of the first lane while the demo is paused. Waits until they are the same twice in a row."""
        name = next(name for name in w.widgets() if name.startswith("lane."))
        looks = []

        def stands_still():
            w.wait_frames(2)
            looks.append(w.pixels(name))
            return len(looks) > 1 and looks[-1] == looks[-2]

        with w.seen():
            w.wait_for(stands_still, "a picture that stands still")
        return looks[-1]

    def run_of(self, w, frames=45):
        """Resets the world and returns a Run of the next frames. Leaves out the first frame of a race, which has no frame time."""
        here = len(w.read_rows())
        w.key("r")
        found = []

        def enough():
            rows = w.read_rows()
            found[:] = [i for i in range(max(here, 1), len(rows)) if begins(rows[i - 1], rows[i])]
            return found and len(rows) > found[0] + frames

        w.wait_for(enough, "frames after a reset")
        first = found[0] + (w.rows[found[0]]["frame"] == "0")
        return Run(w.rows[first : first + frames], w.widgets())

    def work(self, w, row):
        """Operates the control of a table row, by the method for the kind of row, and checks its effect."""
        with self.subTest(control=row.path):
            getattr(self, f"work_{type(row).__name__.lower()}")(w, row)

    def work_knob(self, w, row):
        """Moves a slider to the shares of `row.at` and checks the runs. Both ends must have the values that the command line names."""
        low, high = limits(row.path, *self.arguments_of(w))
        start, runs = number(w.value(row.path)), []
        with Slider(w, row.path) as slider:
            two_values = high - low == 1  # such a slider of whole numbers has no middle
            self.assertTrue(low < slider.value() < high or two_values, f"{slider.value()} in the middle")
            for share in row.at:
                value = slider.to(share)
                self.assertTrue(0 <= share <= 1 or value == (low if share < 0 else high), f"{value} at {share}")
                runs += [self.run_of(w, row.frames)] if row.shows else []
            if not row.stays:
                self.bring_back(slider, start, low, high)
        if row.shows:
            self.assertTrue(row.shows(*runs), f"at {row.at}: {[self.digest(run) for run in runs]}")

    def bring_back(self, slider, value, low, high):
        """Moves a slider back to about `value`: tries a linear scale first, then a logarithmic scale."""
        share = (value - low) / (high - low)
        if abs(slider.to(share) - value) > 0.05 * (high - low) and low > 0:
            slider.to(math.log(value / low) / math.log(high / low))

    def work_switch(self, w, row):
        runs = [self.run_of(w, row.frames)]
        flip(w, row.path)
        runs.append(self.run_of(w, row.frames))
        self.assertTrue(row.shows(*runs), [self.digest(run) for run in runs])
        if not row.stays:
            flip(w, row.path)

    def work_choice(self, w, row):
        for item, shows in row.shows.items():
            seen = choose(w, row.path, item)
            self.assertLessEqual(seen, set(row.shows), "the list has entries that the table row does not name")
            if w.value(row.path):
                w.wait_value(row.path, item)
            if shows:
                run = self.run_of(w, row.frames)
                self.assertTrue(shows(run), f"{item}: {self.digest(run)}")

    def work_look(self, w, row):
        """Checks that a slider changes the picture while the demo is paused, and that moving it back restores the picture."""
        self.run_of(w, row.frames)
        w.key("space")
        with Slider(w, row.path) as slider:
            seen = []
            for share in (-0.2, 1.2, -0.2):
                slider.to(share)
                w.wait_frames(6)
                seen.append(self.lane(w))
        w.key("space")
        self.assertNotEqual(seen[0], seen[1])
        self.assertEqual(seen[0], seen[2])

    def work_set(self, w, row):
        slide(w, row.path, row.share)

    def work_find(self, w, row):
        find(w, row.path, row.value)

    def digest(self, run):
        """Returns the ranges of a run's values, for the message of a failed test."""
        return {name: (min(run.of(name)), max(run.of(name))) for name in ("frame_ns", "steps", "dt_ns", "x", "v", "energy")}

    def arguments_of(self, w):
        """Returns the flags that choose the window's scene and loop, because the range of a knob depends on them."""
        widgets = w.widgets()
        axes = [("--" + axis, f"loop.{axis}") for axis in ("filter", "stepper", "overload", "pacer")]
        known = [("--scene", "scene.name"), *axes]
        return [word for flag, name in known if name in widgets for word in (flag, widgets[name]["value"])]
