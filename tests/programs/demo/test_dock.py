"""Tests of the dock: the timeline with its time span, freezing and stepping; plots and phase page with copying and saving."""
import csv
import io
import struct
import unittest
import xml.etree.ElementTree

from demo import PICTURES, GuiTest, Server
from x11 import clipboard


def span_of(widget):
    """Returns the time span of a widget as (from, to) in seconds; the widget's value is such as "1.250000 to 3.250000 s"."""
    begin, _, end, _ = widget["value"].split()
    return float(begin), float(end)


class Dock(GuiTest):
    def open(self, w, tab):
        w.click(f"button.{tab}")
        w.wait_value("dock", tab.lower())

    def scroll(self, w, name, clicks, across):
        """Turns the mouse wheel over a widget, at a share of its width. Positive `clicks` (button 4) zoom in, negative ones zoom out."""
        w.xdotool("mousemove", *w.point(name, across))
        w.wait_frames(1)
        for _ in range(abs(clicks)):
            w.xdotool("click", 4 if clicks > 0 else 5)
            w.wait(0.06)

    def span(self, w, name="timeline"):
        return span_of(w.widgets()[name])

    def wait_still(self, w, name):
        """Waits until a widget's value does not change for 0.25 s, and returns the value."""
        last = [None]

        def same():
            now = w.value(name)
            w.wait(0.25)
            last[0], before = now, last[0]
            return now == before

        w.wait_for(same, f"{name} to stand still")
        return last[0]


class Timeline(Dock):
    def test_timeline_follows_the_newest_frame_except_between_a_drag_and_the_live_button(self):
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

    def test_a_click_freezes_all_lanes_arrows_step_by_frames_and_space_continues(self):
        with self.window("--mode", "race", "--dock", "timeline", "--size", "1280x800") as w:
            w.wait(2.0)
            w.xdotool("mousemove", *w.point("timeline", 0.5))
            w.wait_frames(1)
            w.xdotool("click", 1)
            w.wait_for(lambda: w.value("timeline.frozen") != "live", "a frozen frame")
            frame = int(w.value("timeline.frozen"))
            self.wait_still(w, "shown.fixed")
            wall = {name: self.wall_of(w, name) for name in ("fixed", "variable", "interpolated")}
            self.assertLess(max(wall.values()) - min(wall.values()), 0.05)
            w.wait(0.5)
            self.assertEqual(wall["fixed"], self.wall_of(w, "fixed"), "the stage is frozen")
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
            w.wait_for(lambda: self.wall_of(w, "fixed") > wall["fixed"] + 0.5, "the stage to run again")
            w.key("Left")
            w.wait_for(lambda: w.value("timeline.frozen") != "live", "a frozen frame")
            w.key("Escape")
            w.wait_value("timeline.frozen", "live")

    def wall_of(self, w, lane):
        return float(w.value(f"shown.{lane}").split()[0])


class Plots(Dock):
    def test_plots_are_chosen_in_the_menu_and_kept_in_the_settings(self):
        with self.window("--dock", "plots", "--size", "1280x720") as w:
            w.wait_for(lambda: "plot.frame-time" in w.widgets(), "the plots")
            self.assertEqual({name for name in w.widgets() if name.startswith("plot.")}, {"plot.frame-time", "plot.steps", "plot.drift"})
            w.click("dock.menu")
            w.wait_for(lambda: "plots.energy" in w.widgets(), "the menu")
            w.click("plots.energy")
            w.wait_for(lambda: "plot.energy" in w.widgets(), "one plot more")
            w.click("plots.drift")
            w.wait_for(lambda: "plot.drift" not in w.widgets(), "one plot less")
            self.assertIn("plot.frame-time", w.widgets())
        self.assertIn('view.plots = "frame-time,steps,energy"', w.kept)

    def test_plots_and_timeline_share_their_time_span(self):
        with self.window("--dock", "timeline", "--size", "1280x720") as w:
            w.wait(1.5)
            w.key("space")
            w.drag("timeline", 0.4, 0.6)
            there = self.wait_still(w, "timeline")
            self.open(w, "Plots")
            w.wait_for(lambda: "plots" in w.widgets(), "the plots")
            self.assertEqual(w.value("plots"), there)
            self.scroll(w, "plot.frame-time", 3, across=0.3)
            nearer = self.wait_still(w, "plots")
            self.assertNotEqual(nearer, there)
            self.open(w, "Timeline")
            w.wait_for(lambda: "timeline" in w.widgets(), "the timeline")
            self.assertEqual(w.value("timeline"), nearer)

    def test_a_click_into_a_plot_freezes_the_stage(self):
        with self.window("--dock", "plots", "--size", "1280x720") as w:
            w.wait(1.5)
            w.click("plot.drift")
            self.open(w, "Timeline")
            w.wait_for(lambda: w.value("timeline.frozen") != "live", "a frozen frame")

    def test_saved_svg_and_png_and_copied_csv_match_the_shown_plots(self):
        with self.window("--dock", "plots", "--size", "1280x720") as w:
            w.wait(1.5)
            w.key("space")
            self.wait_still(w, "plots")
            self.choose(w, "dock.save-svg")
            svg = self.saved(w, "plots-1.svg").read_text(encoding="utf-8")
            root = xml.etree.ElementTree.fromstring(svg)
            words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
            self.assertIn("frame time", words)
            with w.seen():
                self.choose(w, "dock.save-png")
                png = self.saved(w, "plots-1.png").read_bytes()
            self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
            width, height = struct.unpack(">II", png[16:24])
            self.assertEqual((width, height), (int(float(root.get("width"))), int(float(root.get("height")))))
            PICTURES.mkdir(exist_ok=True)
            (PICTURES / "plots.png").write_bytes(png)
            self.choose(w, "dock.copy-csv")
            begin, end = self.span(w, "plots")
            rows = list(csv.DictReader(io.StringIO(clipboard(self.server.display))))
            self.assertGreater(len(rows), 5)
            self.assertTrue(all(begin - 1e-6 <= float(row["wall_s"]) <= end + 1e-6 for row in rows))
            self.assertGreater(float(rows[-1]["frame_time_ms"]), 0)

    def choose(self, w, item):
        w.click("dock.menu")
        w.wait_for(lambda: item in w.widgets(), "the menu")
        w.wait(0.3)
        w.click(item)
        w.wait_for(lambda: item not in w.widgets(), "the menu to close")

    def saved(self, w, name):
        path = w.folder / name
        w.wait_for(path.exists, name)
        w.wait_for(lambda: w.value("header").startswith(f"saved {name} in /"), "the message with the folder")
        return path


class Phase(Dock):
    def test_phase_page_shows_the_last_step_times_the_angular_frequency(self):
        with self.window("--scene", "spring-and-ball", "--dock", "phase", "--loop", "interpolated", "--size", "1280x720") as w:
            w.wait_value("phase", "0.408")  # sqrt(600) rad/s times a step of 1/60 s
            w.wait(1.0)
            w.picture("phase")


class Places(Dock):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("1640x1040")

    def test_dock_pages_fit_into_every_window_size_with_six_lanes(self):
        for size in ("1024x640", "1280x720", "1600x1000"):
            with self.subTest(size=size):
                with self.window("--mode", "race", "--size", size, "--delay", "20ms") as w:
                    w.key("9")
                    w.wait_for(lambda: "lane.godot" in w.widgets(), "six lanes")
                    width, height = map(int, size.split("x"))
                    for tab in ("Timeline", "Plots", "Phase"):
                        self.open(w, tab)
                        w.wait(0.5)
                        for name, widget in w.widgets().items():
                            if name.startswith(("plot.", "time.", "timeline", "phase", "dock.")):
                                x, y, wide, high = (float(widget[k]) for k in ("x", "y", "w", "h"))
                                inside = x >= 0 and y >= 0 and x + wide <= width and y + high <= height
                                self.assertTrue(inside, f"{name} of {tab} at {size}: {x} {y} {wide} {high}")
                        w.picture(f"dock-{tab.lower()}-{size}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
