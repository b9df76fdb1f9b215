"""Tests of loops that get the measured frames of this PC: accounts of time, recordings, and the delay between a click and its effect."""
import itertools
import os
import pathlib
import unittest

from demo import GuiTest, events_of, lanes, rows_of, run_frames

LIVE = ("--live-frames", "this-pc")
TIMES = ("steps", "dt_ns", "tail_ns", "carried_ns", "dropped_ns", "frame_ns")


class Frames(GuiTest):
    def test_frame_time_sum(self):
        """Frame times add up with lag after a minimised window and after a suspended process."""
        for loop in ("fixed", "variable", "semi-fixed", "accumulator", "interpolated"):
            with self.subTest(loop=loop):
                with self.window("--loop", loop, "--delay", "40ms", *LIVE, "--size", "640x400") as w:
                    w.wait_rows(10)
                    w.xdotool("windowunmap", "--sync", w.id)
                    w.wait_rows(10)
                    w.xdotool("windowmap", "--sync", w.id)
                    w.wait_rows(5)
                    with w.stopped():
                        w.xdotool("sleep", 1)
                    w.wait_rows(5)
                self.assertGreater(max(int(row["frame_ns"]) for row in w.rows), 1_000_000_000)
                self.assertTrue(all(int(row["frame_ns"]) >= 40_000_000 for row in run_frames(w.rows[1:])[2:]), "each frame has the delay")
                if loop == "fixed":  # one step of 1/60 s in each frame, however long the frames are
                    self.assertEqual({row["steps"] for row in run_frames(w.rows[1:])}, {"1"})
                for before, row in zip(w.rows, w.rows[1:]):
                    if "excluded" in row["events"].split("+"):
                        continue  # no loop gets this frame
                    steps, dt, tail, carried, dropped, frame = (int(row[name]) for name in TIMES)
                    out = steps * dt + tail + carried - int(before["carried_ns"]) + dropped
                    self.assertLessEqual(abs(frame - out), steps + 1, "the telemetry rounds the length of a step to a nanosecond")

    def test_even_frames_take_whole_refresh_periods_whatever_this_pc_does(self):
        with self.window("--loop", "variable", "--delay", "40ms") as w:
            w.wait_rows(20)
            w.xdotool("windowsize", w.id, 1000, 620)
            w.wait_rows(20)
            w.click("frames.frames of this PC", sees="frames.frames of this PC=on")
            w.wait_rows(20)
        restart = next(i for i in range(1, len(w.rows)) if int(w.rows[i]["frame"]) < int(w.rows[i - 1]["frame"]))
        even, measured = w.rows[1:restart], w.rows[restart:]
        self.assertTrue(all(abs(int(row["frame_ns"]) - 50_000_000) <= 1 for row in even), "frames of 42 ms end at the third refresh")
        self.assertEqual({row["events"] for row in even if "excluded" in row["events"]}, set())
        self.assertTrue(all(int(row["frame_ns"]) >= 40_000_000 for row in measured if row["events"] == ""))
        self.assertIn('lab.frames = "this-pc"', w.kept)

    def test_slow_motion(self):
        """Slow motion needs even frames and its button switches to them."""
        with self.window("--more", "off", *LIVE, "--speed", "0.1") as w:
            w.sees(("button.steady frames", "-button.0.1x"))
            w.click("button.steady frames", sees=("-button.steady frames", "button.0.1x"))

    def test_excluded_frames(self):
        """No loop gets the frames of the start of a resize and of a screenshot."""
        with self.window("--loop", "variable", *LIVE) as w:
            w.wait_rows(20)
            w.xdotool("windowsize", "--sync", w.id, 1000, 620)
            w.wait_rows(20)
            w.picture("left-out")
            w.wait_rows(20)
        excluded = [row for row in w.rows if "excluded" in row["events"].split("+")]
        groups = [e for e, _ in itertools.groupby("excluded" in row["events"].split("+") for row in w.rows)]
        self.assertGreaterEqual(groups.count(True), 3, "the start, the resize and the screenshot")
        self.assertTrue(all("paused" in row["events"] and int(row["frame_ns"]) > 0 for row in excluded))
        for before, row in itertools.pairwise(w.rows):
            if row in excluded:
                self.assertAlmostEqual(float(row["wall_s"]) - float(before["wall_s"]), int(row["frame_ns"]) / 1e9, delta=2e-9)

    def test_recorded_frame_times_are_played_back_to_the_nanosecond(self):
        with self.window("--delay", "8ms", "--jitter", "10ms", *LIVE) as w:
            recorded = lambda: "".join(file.read_text(encoding="utf-8") for file in w.folder.glob("frames-*.csv"))
            w.key("F9")
            w.wait_rows(25)
            w.key("F9")
            w.wait_for(lambda: recorded().count("\n") > 21, "a recording")
            text = recorded()
        recording, telemetry = (self.path / name for name in ("r.csv", "t.csv"))
        recording.write_text(text, encoding="utf-8")
        self.played("--recording", recording, "--recording-end", "stop", "--telemetry", telemetry, clock=())
        self.assertEqual([row["frame_ns"] for row in rows_of(telemetry)], text.split()[1:])

    def test_keeping_the_core_busy_uses_more_processor_time_than_sleeping(self):
        with self.window("--size", "640x880", "--folds", "pc", "--delay", "80ms", *LIVE) as w:
            spent = []
            for burn in ("off", "on"):
                w.wait_rows(2)
                before = self.processor_time(w)
                w.wait_rows(5)
                spent.append(self.processor_time(w) - before)
                w.click("machine.burn", sees=f"-machine.burn={burn}")
            self.assertGreater(spent[1], 2 * spent[0])  # not all of the 80 ms a frame: other programs use the processor, too

    def processor_time(self, w):
        words = pathlib.Path(f"/proc/{w.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Answers(GuiTest):
    """Tests of the delay between a click and its effect, counted in frames (rows of telemetry), so that the speed of this PC does not matter."""

    def frames_until(self, w, button, happened):
        """Clicks a button and returns the number of rows from the release of the mouse button to the first row that shows the effect."""
        w.wait_for(lambda: w.read_rows() and int(w.rows[-1]["frame"]) > 2, "some frames of the lanes")
        w.xdotool("mousemove", *w.point(button), "mousedown", 1)
        w.wait_rows(4)
        with w.stopped():
            here = len(w.read_rows())
            w.xdotool("mouseup", 1, "sleep", 0.05)
        w.wait_for(lambda: any(happened(*pair) for pair in zip(w.read_rows()[here - 1 :], w.rows[here:])), button)
        return next(i for i in range(here, len(w.rows)) if happened(w.rows[i - 1], w.rows[i])) - here + 1

    def check(self, w, buttons, happened):
        """Checks that each click takes three or four rows. A row is written when the next picture appears, one frame later. The first row belongs
        to the frame before the one that gets the click or to an earlier frame; the frame after the one that gets the click shows the effect."""
        waited = [self.frames_until(w, button, happened) for button in buttons]
        self.assertGreaterEqual(min(waited), 3, waited)
        self.assertLessEqual(max(waited), 4, waited)

    def test_a_click_takes_effect_in_the_next_frame_of_a_virtual_pc_with_250_ms_frames(self):
        tempo = "15.0001"  # during a frame of the window, 1/60 s, the clock of the lanes advances by 250 ms: one frame of a lane
        with self.window("--virtual-clock", *lanes("fixed", "variable"), "--delay", "240ms", "--speed", tempo, "--font-scale", "75") as w:
            self.check(w, ["button.Reset  R"] * 6, lambda _, row: "reset" in events_of([row]))

    def test_a_click_takes_effect_in_the_next_frame_with_real_lag(self):
        with self.window("--delay", "250ms", *LIVE) as w:
            self.check(w, ["loop.variable", "loop.fixed"] * 3, lambda _, row: "loop" in events_of([row]))

    def test_escaped_ball(self):
        """A ball that has flown away cannot be held, and R brings it back."""
        with self.window("--virtual-clock", "--steady-frames", "--loop", "variable", "--delay", "150ms", "--more", "on") as w:
            w.wait_for(lambda: w.read_rows() and not abs(float(w.rows[-1]["x"])) < 1e6, "the ball far away")
            x, y = w.point("lane.variable")
            press = ("mousemove", x, y, "mousedown", 1, "sleep", 0.4, "mousemove", x - 30, y, "sleep", 0.2)
            w.xdotool(*press)
            w.wait_for(lambda: "press R" in w.value("header"), "the notice that it is too far away")
            w.xdotool("mouseup", 1)
            self.assertNotIn("held", events_of(w.read_rows()))
            w.key("l", "r")
            w.wait_event("reset")
            w.xdotool(*press)
            w.wait_event("held")
            w.xdotool("mouseup", 1)
            w.wait_event("released")

    def test_key_reading(self):
        """A frame of over 100 ms, in which the process is suspended, has several steps of the player."""
        with self.window(*LIVE, "--size", "640x880", "--folds", "scene", "--scene", "player", "--set", "scene.autopilot=off") as w:
            seen = {}
            for keys in ("polled", "latched"):
                if w.value("scene.keys") != keys:
                    w.choose("scene.keys", keys)
                w.xdotool("mousemove", w.x + 100, w.y + 100)  # the panel's tooltips and lists take keys
                landed = float(w.read_rows()[-1]["sim_s"]) + 2
                w.wait_for(lambda end=landed: float(w.read_rows()[-1]["sim_s"]) > end, "the player on the ground")
                here = len(w.rows)
                with w.stopped():
                    w.xdotool("key", "Up", "sleep", 0.1)
                w.wait_for(lambda: "jumped" in events_of(w.read_rows()[here:]), "a jump")
                w.wait_rows(10)
                events = events_of(w.rows[here:])
                seen[keys] = events.count("jumped"), "heard-twice" in events
            self.assertEqual(seen, {"polled": (1, True), "latched": (1, False)})


if __name__ == "__main__":
    unittest.main(verbosity=2)
