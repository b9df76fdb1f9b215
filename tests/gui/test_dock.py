"""The dock: time under the microscope, frozen, stepped and gone on from; plots and phases, copied and saved."""
import unittest

from demo import GuiTest


def span_of(widget):
    """(from, to) in seconds of "1.250000 to 3.250000 s"."""
    begin, _, end, _ = widget["value"].split()
    return float(begin), float(end)


class Dock(GuiTest):
    def open(self, w, tab):
        w.click(f"button.{tab}")
        w.wait_value("dock", tab.lower())

    def scroll(self, w, name, clicks, across):
        """Turns the wheel over a share of a widget's width: away from the hand (4) is closer."""
        w.xdotool("mousemove", *w.point(name, across))
        w.wait(0.2)
        for _ in range(abs(clicks)):
            w.xdotool("click", 4 if clicks > 0 else 5)
            w.wait(0.06)

    def span(self, w, name="timeline"):
        return span_of(w.widgets()[name])

    def wait_still(self, w, name):
        """The value once it has stopped changing."""
        last = [None]

        def same():
            now = w.value(name)
            w.wait(0.25)
            last[0], before = now, last[0]
            return now == before

        w.wait_for(same, f"{name} to stand still")
        return last[0]


class Timeline(Dock):
    def test_it_follows_the_newest_frame_until_somebody_moves_away_and_comes_back(self):
        with self.window("--dock", "timeline", "--size", "1280x720") as w:
            first = self.span(w)
            w.wait_for(lambda: self.span(w)[1] > first[1] + 0.5, "newer frames")
            self.assertEqual(w.value("time.live"), "following")
            w.drag("timeline", 0.3, 0.6)
            w.wait_value("time.live", "away")
            away = self.wait_still(w, "timeline")
            w.wait(0.5)
            self.assertEqual(w.value("timeline"), away)
            w.click("time.live")
            w.wait_value("time.live", "following")
            w.wait_for(lambda: self.span(w)[1] > span_of({"value": away})[1] + 1.0, "the newest frames again")

    def test_the_wheel_zooms_around_the_mouse(self):
        with self.window("--dock", "timeline", "--size", "1280x720") as w:
            w.wait(1.5)
            w.key("space")
            w.drag("timeline", 0.4, 0.5)
            self.wait_still(w, "timeline")
            begin, end = self.span(w)
            held = begin + 0.25 * (end - begin)
            self.scroll(w, "timeline", 5, across=0.25)
            self.wait_still(w, "timeline")
            nearer = self.span(w)
            self.assertAlmostEqual((nearer[1] - nearer[0]) / (end - begin), 0.8**5, delta=0.01)
            self.assertAlmostEqual(nearer[0] + 0.25 * (nearer[1] - nearer[0]), held, delta=0.01 * (end - begin))
            self.scroll(w, "timeline", -9, across=0.25)
            self.wait_still(w, "timeline")
            further = self.span(w)
            self.assertGreater(further[1] - further[0], 2.0 * (end - begin))

    def test_a_click_freezes_all_lanes_at_a_frame_arrows_step_and_space_goes_on(self):
        with self.window("--mode", "race", "--dock", "timeline", "--size", "1280x800") as w:
            w.wait(2.0)
            w.xdotool("mousemove", *w.point("timeline", 0.5))
            w.wait(0.2)
            w.xdotool("click", 1)
            w.wait_for(lambda: w.value("timeline.frozen") != "live", "a frozen frame")
            frame = int(w.value("timeline.frozen"))
            wall = {name: self.wall_of(w, name) for name in ("fixed", "variable", "interpolated")}
            self.assertLess(max(wall.values()) - min(wall.values()), 0.05)
            w.wait(0.5)
            self.assertEqual(wall["fixed"], self.wall_of(w, "fixed"), "time stands still")
            w.key("Left", "Left")
            w.wait_value("timeline.frozen", str(frame - 2))
            w.key("Right")
            w.wait_value("timeline.frozen", str(frame - 1))
            w.click("time.back")
            w.wait_value("timeline.frozen", str(frame - 2))
            w.click("time.forward")
            w.wait_value("timeline.frozen", str(frame - 1))
            w.key("space")
            w.wait_value("timeline.frozen", "live")
            w.wait_for(lambda: self.wall_of(w, "fixed") > wall["fixed"] + 0.5, "time goes on")
            w.key("Left")
            w.wait_for(lambda: w.value("timeline.frozen") != "live", "a frozen frame")
            w.key("Escape")
            w.wait_value("timeline.frozen", "live")

    def wall_of(self, w, lane):
        return float(w.value(f"shown.{lane}").split()[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
