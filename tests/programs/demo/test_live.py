"""Tests of loops in real time: speed under lag, recordings, and the delay between a click and its effect."""
import itertools
import unittest

from demo import PICTURES, ROOT, GuiTest, events_of, rows_of, run, run_frames, speed
from hand import slide


class Loops(GuiTest):
    def test_40_ms_of_delay_slow_fixed_down_and_not_the_accumulators(self):
        for loop in ("fixed", "accumulator", "interpolated"):
            with self.subTest(loop=loop):
                with self.window("--loop", loop, "--delay", "40ms", "--live-frames", "this-pc") as w:
                    w.wait(3.0)
                ratio = speed(w.rows)
                frames = run_frames(w.rows[1:])
                if loop == "fixed":
                    self.assertLessEqual(ratio, 16.666667 / 40)
                    # One step of 1/60 s in each frame, however long the frames are on a busy PC.
                    simulated = float(w.rows[-1]["sim_s"]) - float(w.rows[0]["sim_s"])
                    self.assertAlmostEqual(simulated, len(frames) / 60, places=5)
                else:
                    self.assertAlmostEqual(ratio, 1.0, delta=0.03)
                self.assertTrue(all(int(row["frame_ns"]) >= 40_000_000 for row in frames[2:]))

    def test_a_large_delay_explodes_the_spring_of_variable_and_not_of_interpolated(self):
        for loop, explodes in (("variable", True), ("interpolated", False)):
            with self.subTest(loop=loop):
                with self.window("--loop", loop, "--delay", "110ms", "--live-frames", "this-pc") as w:
                    w.wait(3.0)
                    w.picture(f"slow-{loop}")
                self.assertEqual("blown-up" in events_of(w.rows), explodes)

    def test_the_ball_passes_the_wall_at_15_hz_and_not_at_240(self):
        for hz, passes in (("15", True), ("240", False)):
            with self.subTest(hz=hz):
                with self.window("--loop", "interpolated", "--hz", hz) as w:
                    w.wait(2.5)
                self.assertEqual("tunnelled" in events_of(w.rows), passes)

    def test_steps_that_cost_more_than_they_simulate_cause_the_spiral_of_death(self):
        with self.window("--loop", "accumulator", "--step-cost", "20ms", "--live-frames", "this-pc") as w:
            w.wait(2.0)
            w.key("5")  # the loop interpolated ends the spiral of death
            w.wait(1.5)
        frames = [int(row["frame_ns"]) for row in w.rows]
        self.assertGreater(max(frames), 10 * 20_000_000)
        self.assertLess(frames[-1], 1_000_000_000)


class Recordings(GuiTest):
    def test_recorded_frame_times_are_played_back_to_the_nanosecond(self):
        with self.window("--delay", "8ms", "--jitter", "10ms", "--live-frames", "this-pc") as w:
            w.key("F9")
            w.wait(1.0)
            w.key("F9")
            rows = lambda: "".join(f.read_text(encoding="utf-8") for f in w.folder.glob("frames-*.csv"))
            w.wait_for(lambda: rows().count("\n") > 21, "a recording")
            text = rows()
        PICTURES.mkdir(exist_ok=True)
        recording = PICTURES / "recorded.csv"
        recording.write_text(text, encoding="utf-8")
        recorded = text.split()[1:]
        self.assertGreater(len(recorded), 20)
        telemetry = PICTURES / "replayed.csv"
        done = run("--headless", "--recording", recording, "--recording-end", "stop", "--telemetry", telemetry)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["frame_ns"] for row in rows_of(telemetry)], recorded)

    def test_a_recording_plays_in_real_time_and_the_header_names_it(self):
        recording = ROOT / "../shared/captures/presentmon1_trivflip_60hz_vsync.csv"
        if not recording.exists():
            self.skipTest(f"{recording} is not there")
        with self.window("--recording", str(recording), "--loop", "accumulator", "--size", "900x500") as w:
            w.wait(2.5)
            self.assertRegex(w.value("header"), r"presentmon1_trivflip_60hz_vsync\.csv: frame \d+ of 277")
        told = itertools.accumulate(int(row["frame_ns"]) / 1e9 for row in w.rows)
        late = [float(row["wall_s"]) - due for row, due in zip(w.rows, told)]
        self.assertGreater(min(late), -0.001, "no frame begins before its recorded time")
        self.assertLess(min(late[len(late) // 2 :]), 0.005, "late frames are made up for")


class Frames(GuiTest):
    def test_even_frames_take_whole_refresh_periods_whatever_this_pc_does(self):
        with self.window("--loop", "variable", "--delay", "40ms") as w:
            w.wait(2.0)
            w.xdotool("windowsize", w.id, 1000, 620)
            w.wait(1.5)
            w.click("frames.frames of this PC")
            w.wait_value("frames.frames of this PC", "on")
            self.assertGreater(float(w.value("header.fps")), 25, "with even frames the window does not wait for the delay")
            w.wait(1.5)
        restart = next(i for i in range(1, len(w.rows)) if int(w.rows[i]["frame"]) < int(w.rows[i - 1]["frame"]))
        even, measured = w.rows[1:restart], w.rows[restart:]
        self.assertTrue(all(abs(int(row["frame_ns"]) - 50_000_000) <= 1 for row in even), "frames of 42 ms end at the third refresh")
        self.assertEqual({row["events"] for row in even if "excluded" in row["events"]}, set())
        self.assertTrue(all(int(row["frame_ns"]) >= 40_000_000 for row in measured if row["events"] == ""))
        self.assertIn('lab.frames = "this-pc"', w.kept)

    def test_slow_motion_slows_even_frames_and_its_button_switches_to_them(self):
        with self.window("--more", "off", "--live-frames", "this-pc", "--speed", "0.1") as w:
            w.wait(1.0)
            self.assertNotIn("lab.speed", w.widgets(), "measured frames have no speed")
            w.click("button.even frames only")
            w.wait_value("frames.even frames", "on")
            w.wait_for(lambda: "lab.speed" in w.widgets(), "the slider")
            self.assertEqual(w.value("lab.speed"), "0.1")
            self.assertAlmostEqual(slide(w, "lab.speed", 0.6), 1, delta=0.5)  # logarithmic, from 0.001 to 100

    def test_no_loop_gets_the_frames_of_the_start_of_a_resize_and_of_a_screenshot(self):
        with self.window("--loop", "variable", "--live-frames", "this-pc") as w:
            w.wait(1.0)
            w.xdotool("windowsize", w.id, 1000, 620)
            w.wait(1.0)
            w.picture("left-out")
            w.wait(1.0)
        groups = [e for e, _ in itertools.groupby("excluded" in row["events"].split("+") for row in w.rows)]
        self.assertGreaterEqual(groups.count(True), 3, "the start, the resize and the screenshot")
        self.assertTrue(all("paused" in row["events"] for row in w.rows if "excluded" in row["events"].split("+")))
        left_out = [int(row["frame_ns"]) for row in w.rows if "excluded" in row["events"].split("+")]
        self.assertGreater(min(left_out), 0)


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
        """Checks that each click takes two or three rows. A row is written at the end of its frame. The first row belongs to the frame that gets
        the click or to an earlier frame; the frame after the one that gets the click shows the effect."""
        waited = [self.frames_until(w, button, happened) for button in buttons]
        self.assertGreaterEqual(min(waited), 2, waited)
        self.assertLessEqual(max(waited), 3, waited)

    def begins_anew(self, before, row):
        return int(row["frame"]) < int(before["frame"])

    def is_another_loop(self, _, row):
        return "loop" in row["events"].split("+")

    def test_a_click_takes_effect_in_the_next_frame_of_a_virtual_pc_with_250_ms_frames(self):
        tempo = "15.0001"  # during a frame of the window, 1/60 s, the clock of the lanes advances by 250 ms: one frame of a lane
        with self.window("--virtual-clock", "--mode", "race", "--delay", "240ms", "--speed", tempo, "--font-scale", "75") as w:
            self.check(w, ["button.Reset  R"] * 6, self.begins_anew)

    def test_a_click_takes_effect_in_the_next_frame_with_real_lag(self):
        with self.window("--delay", "250ms", "--live-frames", "this-pc") as w:
            self.check(w, ["loop.variable", "loop.fixed"] * 3, self.is_another_loop)


if __name__ == "__main__":
    unittest.main(verbosity=2)
