"""Tests of the dock: the timeline with its time span, freezing and stepping; plots, phase page and code page with copying and saving."""
import csv
import io
import os
import subprocess
import unittest
import xml.etree.ElementTree

from demo import GuiTest, lanes, pixels_of
from x11 import clipboard


class Dock(GuiTest):
    def page(self, name, *arguments):
        """Starts the demo with a page of the dock, on a virtual clock."""
        return self.window("--virtual-clock", "--dock", name, "--size", "1280x720", *arguments)

    def open(self, w, tab):
        w.click(f"button.{tab}", sees=f"dock={tab.lower()}")

    def span(self, w, name="timeline"):
        """Returns the time span of a page in seconds; the widget's value is such as "1.250000 to 3.250000 s"."""
        begin, _, end, _ = w.value(name).split()
        return float(begin), float(end)


class Timeline(Dock):
    def test_timeline_follow(self):
        """Timeline follows the newest frame except between a drag and the live button."""
        with self.page("timeline") as w:
            first = self.span(w)
            w.wait_for(lambda: self.span(w)[1] > first[1] + 0.5, "newer frames")
            self.assertEqual(w.value("time.live"), "following")
            w.drag("timeline", 0.3, 0.6, sees="time.live=away")
            away = w.still("timeline")
            w.wait_rows(30)
            self.assertEqual(w.value("timeline"), away)
            w.click("time.live", sees="time.live=following")
            w.wait_for(lambda: self.span(w)[1] > float(away.split()[2]) + 1.0, "the newest frames again")

    def test_the_wheel_zooms_around_the_mouse(self):
        with self.page("timeline") as w:
            w.wait_rows(90)
            w.key("space")
            w.drag("timeline", 0.4, 0.5)
            w.still("timeline")
            begin, end = self.span(w)
            held = begin + 0.25 * (end - begin)
            w.scroll("timeline", 5, across=0.25)
            w.still("timeline")
            nearer = self.span(w)
            self.assertAlmostEqual((nearer[1] - nearer[0]) / (end - begin), 0.8**5, delta=0.01)
            self.assertAlmostEqual(nearer[0] + 0.25 * (nearer[1] - nearer[0]), held, delta=0.01 * (end - begin))
            w.scroll("timeline", -9, across=0.25)
            w.still("timeline")
            further = self.span(w)
            self.assertGreater(further[1] - further[0], 2.0 * (end - begin))

    def test_frozen_frames(self):
        """A click freezes all lanes, arrows step by frames, and Space continues."""
        with self.page("timeline", *lanes("fixed", "variable", "interpolated")) as w:
            w.wait_for(lambda: w.number("shown.fixed") > 2, "two seconds")
            w.click("timeline", sees="-timeline.frozen=live")
            frame = int(w.value("timeline.frozen"))
            w.still("shown.fixed")
            wall = {name: w.number(f"shown.{name}") for name in ("fixed", "variable", "interpolated")}
            self.assertLess(max(wall.values()) - min(wall.values()), 0.05)
            w.key("Left", "Left", sees=f"timeline.frozen={frame - 2}")
            w.key("Right", sees=f"timeline.frozen={frame - 1}")
            w.click("time.back", sees=f"timeline.frozen={frame - 2}")
            w.click("time.forward", sees=f"timeline.frozen={frame - 1}")
            w.key("space", sees="timeline.frozen=live")
            w.wait_for(lambda: w.number("shown.fixed") > wall["fixed"] + 0.5, "the stage to run again")
            w.key("Left", sees="-timeline.frozen=live")
            w.key("Escape", sees="timeline.frozen=live")


class Plots(Dock):
    def test_plot_menu(self):
        """Plots are chosen in the menu and kept in the settings."""
        with self.window("--dock", "plots", "--size", "1280x720") as w:  # with a virtual clock, nothing is kept
            w.sees("plot.frame-time")
            self.assertEqual(set(w.names("plot.")), {"frame-time", "steps", "drift"})
            w.click("dock.menu", sees="plots.energy")
            w.click("plots.energy", sees="plot.energy")
            w.click("plots.drift", sees=("-plot.drift", "plot.frame-time"))
        self.assertIn('view.plots = "frame-time,steps,energy"', w.kept)

    def test_shared_time_span(self):
        """Plots and timeline share their time span, and a click into a plot freezes the stage."""
        with self.page("timeline") as w:
            w.wait_rows(90)
            w.key("space")
            w.drag("timeline", 0.4, 0.6)
            there = w.still("timeline")
            self.open(w, "Plots")
            w.sees(f"plots={there}")
            w.scroll("plot.frame-time", 3, across=0.3)
            nearer = w.still("plots")
            self.assertNotEqual(nearer, there)
            self.open(w, "Timeline")
            w.sees(f"timeline={nearer}")
            self.open(w, "Plots")
            w.click("plot.drift")
            self.open(w, "Timeline")
            w.sees("-timeline.frozen=live")

    def test_plot_export(self):
        """Saved SVG and PNG, and copied CSV match the shown plots."""
        with self.page("plots") as w:
            w.wait_rows(90)
            w.key("space")
            w.still("plots")
            self.choose(w, "dock.save-svg")
            root = xml.etree.ElementTree.fromstring(self.saved(w, "plots-1.svg").read_text(encoding="utf-8"))
            self.assertIn("frame time", [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")])
            with w.seen():
                self.choose(w, "dock.save-png")
                png = self.saved(w, "plots-1.png")
                self.assertEqual(pixels_of(png)[:2], (int(float(root.get("width"))), int(float(root.get("height")))))
            self.choose(w, "dock.copy-csv")
            begin, end = self.span(w, "plots")
            w.wait_for(lambda: clipboard(self.server.display).count("\n") > 5, "the copied frames")
            rows = list(csv.DictReader(io.StringIO(clipboard(self.server.display))))
            self.assertTrue(all(begin - 1e-6 <= float(row["wall_s"]) <= end + 1e-6 for row in rows))
            self.assertGreater(float(rows[-1]["frame_time_ms"]), 0)

    def choose(self, w, item):
        w.click("dock.menu", sees=item)
        w.click(item, sees=f"-{item}")

    def saved(self, w, name):
        w.sees(f"header=saved {name} in /*")
        return w.folder / name


class Starts(Dock):
    def test_each_start_is_a_dot_and_a_click_shows_it(self):
        with self.page("scoreboard", "--scene", "uniform-motion", "--timer-noise", "1ms", "--loop", "accumulator") as w:
            w.click("button.64 starts", sees="starts=64 of 64")
            jumps = [float(w.value(f"start.accumulator.{seed}").replace(",", "")) for seed in range(1, 65)]
            self.assertGreater(max(jumps), 20 * max(min(jumps), 1))
            w.click("start.accumulator.40", sees="header=the start with seed * and phase *; Ctrl+Z takes it back")
            w.sees("starts=64 of 64")  # they stay: only the seed and the phase are others
            w.click("button.64 starts", sees=("-starts", "view.all_scores"))
            w.sees("warning.accumulator.jumps_per_minute=* to * by the start alone, in 64 starts of 60 s")

    def test_the_loop_with_the_better_median_comes_first(self):
        with self.page("scoreboard", "--scene", "uniform-motion", "--timer-noise", "1ms", *lanes("accumulator", "interpolated")) as w:
            w.click("button.64 starts", sees="starts=64 of 64")
            self.assertLess(w.place("start.interpolated.1")["y"], w.place("start.accumulator.1")["y"])

    def test_a_click_on_a_fault_shows_it(self):
        with self.page("scoreboard") as w:
            w.click("button.Faults", sees="faults=12 of 12")
            self.assertEqual(w.value("fault.fifty-on-sixty"), ".........***.")
            self.assertEqual(w.value("fault.thirty-on-sixty"), ".........!...")
            w.click("fault.fifty-on-sixty", sees="header=50 on 60: *")
        self.assertTrue(w.rows[-1]["camera_x_m"], "the stage shows no scene with a camera")


class Rate(Dock):
    def test_rate_page(self):
        """The page finds a rate from the numbers of the game and "Use it" runs the loop at this rate."""
        with self.page("rate", "--loop", "accumulator", "--fastest", "0", "--stiffest", "0", "--cost", "4ms") as w:
            w.sees("rate=60")
            w.click("button.Use it", sees="loop.hz=60")
            w.drag("rate.max_age_ms", 0.5, -0.2, sees=("rate.max_age_ms=0ms", "rate=60"))
            w.drag("rate.step_cost_ms", 0.5, 1.2, sees=("rate.step_cost_ms=1000ms", "rate=0.25"))
            w.click("rate.interpolated", sees=("rate.interpolated=off", "rate=none", "-button.Use it"))

    def test_display_choice(self):
        """Displays are chosen by clicks and the numbers are kept for the next start."""
        with self.window("--dock", "rate", "--size", "1280x720", "--font-scale", "75") as w:
            w.sees(("rate.display.60=on", "rate.display.144=on", "rate.display.75=off"))
            w.click("rate.display.75", sees="rate.display.75=on")
            w.drag("rate.damping", 0.5, 1.2, sees="rate.damping=1")
        self.assertIn('rate.displays = "60,144,75"', w.kept)
        self.assertIn('rate.damping = "1"', w.kept)


class PhaseAndCode(Dock):
    def test_phase_page_shows_the_last_step_times_the_angular_frequency(self):
        with self.page("phase", "--scene", "spring-and-ball", "--loop", "interpolated") as w:
            w.sees("phase=0.408")  # sqrt(600) rad/s times a step of 1/60 s

    def test_code_page(self):
        """The code page shows the header of the running loop and its idea in six lines with the values of the frame."""
        with self.page("code", "--loop", "accumulator") as w:
            w.sees(("code.idea.1=frame = now - before: 16.7 ms", "code.idea.3=time = carried + counted: 16.7 ms"))
            w.sees(("code.idea.4=while time >= dt: step(dt), time -= dt: 1 x 16.7 ms", "code.idea.6=draw(newest): ", "-code.idea.7"))
            for key, effects in {"2": "code.idea.4=step(time): 1 x 16.7 ms", "3": "code.file=steppers/frame_driven.hpp", "9": "code.file=godot.hpp",
                                 "5": ("code.file=steppers/fixed_step.hpp", "code.idea.6=draw(previous + alpha*")}.items():
                w.key(key, sees=effects)

    def test_code_copied_for_a_game_equals_the_output_of_export(self):
        loop = ["--loop", "interpolated", "--set", "overload.limit=100ms"]
        with self.page("code", *loop) as w:
            w.click("button.C++ for my game", sees="code.file=exported")
            w.click("button.Copy", sees="header=copied*")
            copied = clipboard(self.server.display)
        done = subprocess.run([os.environ["TIMESTEP_LAB"], "export", *loop], capture_output=True, text=True, check=True)
        self.assertEqual(copied, done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
