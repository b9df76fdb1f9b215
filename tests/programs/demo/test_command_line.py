"""Tests of the demo's command line: repeatable runs, output files, and messages about bad input."""
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from demo import DEMO, ROOT, Server, no_display, pixels_of, rows_of, run, speed

DRIVE = """\
at 0.5 key 2
at 1   set machine.delay_ms 40
at 1.5 key 5
at 2   grab -0.5
at 2.2 release
at 2.5 key H
at 3   set scene.stiffness 900
at 4   screenshot {picture}
at 5   quit
"""


class Repeatable(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def telemetry(self, name, *arguments, env=None):
        file = self.path / name
        done = run("--virtual-clock", "--telemetry", file, *arguments, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        return file.read_bytes()

    def drive(self):
        file = self.path / "drive.txt"
        file.write_text(DRIVE.format(picture=self.path / "a.png"), encoding="utf-8")
        return file

    def test_telemetry_is_identical_for_equal_seeds_and_differs_for_another_seed(self):
        arguments = ("--headless", "--drive", self.drive(), "--vsync", "off", "--jitter", "7ms")
        first = self.telemetry("a.csv", *arguments, "--seed", "1")
        self.assertEqual(first, self.telemetry("b.csv", *arguments, "--seed", "1"))
        self.assertNotEqual(first, self.telemetry("c.csv", *arguments, "--seed", "2"))
        rows = rows_of(self.path / "a.csv")
        self.assertGreater(len(rows), 50)
        events = "+".join(row["events"] for row in rows)
        for event in ("loop", "knob", "hitch"):
            self.assertIn(event, events)

    def test_the_badge_counts_each_pass_through_the_wall_at_once(self):
        widgets = self.path / "widgets.csv"
        for frames in range(225, 233):
            self.telemetry("a.csv", "--headless", "--fresh", "--loop", "variable", "--delay", "50ms", "--frames", str(frames),
                           "--report-widgets", widgets)
            passes = sum("tunnelled" in row["events"].split("+") for row in rows_of(self.path / "a.csv"))
            badge = next(row["value"] for row in rows_of(widgets) if row["name"] == "verdict.variable")
            self.assertEqual(badge, f"THROUGH THE WALL x{passes}", f"after {frames} frames")

    def test_plots_show_new_frames_during_an_instant_replay(self):
        drive = self.path / "drive.txt"
        drive.write_text("at 2.5 set machine.delay_ms 20\nat 3.5 quit\n", encoding="utf-8")
        widgets = self.path / "widgets.csv"
        self.telemetry("a.csv", "--headless", "--fresh", "--more", "on", "--loop", "variable", "--delay", "90ms", "--dock", "plots",
                       "--drive", drive, "--report-widgets", widgets)
        found = {row["name"]: row["value"] for row in rows_of(widgets)}
        self.assertTrue(found["plot.frame-time"].startswith("33.3"), found["plot.frame-time"])

    def test_each_frame_of_a_lane_has_one_telemetry_row_at_any_tempo(self):
        """Frames of the lanes take 1/60 s. The window runs 59 frames after its first, at a tempo of 0.3, 2 and 10."""
        for speed_of_clock, frames in (("0.3", 18), ("2", 119), ("10", 591)):
            arguments = ("--headless", "--mode", "race", "--speed", speed_of_clock, "--frames", "60")
            self.telemetry("race.csv", *arguments, "--spike", "5:90ms")
            rows = rows_of(self.path / "race.csv")
            spikes = sum(int(row["frame_ns"]) > 90_000_000 for row in rows)
            self.assertEqual([int(row["frame"]) for row in rows], list(range(len(rows))))
            self.assertGreaterEqual(spikes, (len(rows) - 1) // 5)
            self.telemetry("race.csv", *arguments)
            self.assertAlmostEqual(len(rows_of(self.path / "race.csv")), frames, delta=1)

    def test_a_run_with_a_window_and_a_headless_run_compute_the_same(self):
        server = Server()
        try:
            arguments = ("--frames", "200", "--vsync", "off", "--jitter", "7ms")
            here = self.telemetry("a.csv", *arguments, "--headless")
            there = self.telemetry("b.csv", *arguments, env=dict(os.environ, DISPLAY=server.display))
            self.assertEqual(here, there)
        finally:
            server.close()

    def test_a_drive_file_can_save_a_screenshot(self):
        self.telemetry("a.csv", "--headless", "--drive", self.drive())
        width, height, raw = pixels_of(self.path / "a.png")
        self.assertEqual((width, height), (1280, 760))
        self.assertGreater(len(set(raw)), 60, "a picture of many colours")

    def test_all_screenshots_requested_in_one_frame_are_saved(self):
        names = [self.path / name for name in ("b.png", "c.png", "last.png")]
        drive = self.path / "two.txt"
        drive.write_text(f"at 0.2 screenshot {names[0]}\nat 0.2 screenshot {names[1]}\nat 0.3 quit\n", encoding="utf-8")
        self.telemetry("a.csv", "--headless", "--drive", drive, "--screenshot", names[2])
        for name in names:
            self.assertEqual(pixels_of(name)[:2], (1280, 760), name)

    def test_frame_time_equals_stepped_plus_dropped_time_in_each_row(self):
        self.telemetry("a.csv", "--headless", "--frames", "500", "--loop", "semi-fixed", "--jitter", "30ms", "--spike", "60:250ms")
        rows = rows_of(self.path / "a.csv")
        self.assertEqual(
            list(rows[0]),
            (
                "frame wall_s frame_ns filtered_ns steps dt_ns tail_ns stepped_ns carried_ns dropped_ns filter_error_ns alpha "
                "presentation sim_s steps_done_s shown_s picture_x_m ring_x_m x v energy screen_s animation_error_ms events"
            ).split(),
        )
        for row in rows:
            steps = int(row["steps"]) * int(row["dt_ns"]) + int(row["tail_ns"])
            self.assertEqual(int(row["frame_ns"]), steps + int(row["dropped_ns"]))
        self.assertAlmostEqual(speed(rows), 1.0, places=6)

    def test_a_screenshot_is_the_same_with_and_without_drawing_the_frames_before_it(self):
        arguments = ("--virtual-clock", "--fresh", "--mode", "race", "--frames", "40", "--size", "640x400", "--screenshot")
        server = Server()
        try:
            for name, more in (("seen", {"env": dict(os.environ, DISPLAY=server.display)}), ("unseen", {})):
                done = run(*arguments, self.path / name, *["--headless"] * (not more), **more)
                self.assertEqual(done.returncode, 0, done.stderr)
        finally:
            server.close()
        self.assertEqual((self.path / "seen").read_bytes(), (self.path / "unseen").read_bytes())

    def test_frames_and_screenshot_work_without_a_display(self):
        picture = self.path / "p.png"
        done = run("--frames", "30", "--screenshot", picture, "--size", "1024x640")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(pixels_of(picture)[:2], (1024, 640))

    def test_guided_run_saves_one_picture_per_loop(self):
        done = run("--guided", self.path / "guided")
        self.assertEqual(done.returncode, 0, done.stderr)
        for loop in ("fixed", "variable", "semi-fixed", "accumulator", "interpolated"):
            self.assertIn(loop, done.stdout)
            self.assertEqual(pixels_of(self.path / "guided" / f"{loop}.png")[:2], (1280, 760))


class Files(unittest.TestCase):
    """Tests of the demo's output files: links, pipes and devices as paths, and runs that end by a signal or an error."""

    OUTPUTS = ("--telemetry", "--record-frames", "--screenshot", "--report-widgets")

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def test_outputs_follow_links_keep_pipes_and_refuse_folders(self):
        (self.path / "folder").mkdir()
        (self.path / "link").symlink_to("folder/there")
        os.mkfifo(self.path / "pipe")
        for flag in (*self.OUTPUTS, "--settings"):
            done = run("--headless", "--virtual-clock", "--frames", "3", flag, self.path / "link")
            self.assertEqual((done.returncode, done.stderr), (0, ""), flag)
            self.assertTrue((self.path / "link").is_symlink(), flag)
            self.assertGreater((self.path / "folder/there").stat().st_size, 0, flag)
            (self.path / "folder/there").unlink()
            self.assertEqual(list((self.path / "folder").iterdir()), [], flag)
        for flag in self.OUTPUTS:
            done = run("--headless", "--virtual-clock", "--frames", "3", flag, self.path / "folder")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), flag)
            done = run("--headless", "--virtual-clock", "--frames", "3", flag, "/dev/null")
            self.assertEqual((done.returncode, done.stderr), (0, ""), flag)
            done = run("--headless", "--virtual-clock", "--frames", "3", flag, "/dev/full")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), flag)
            self.assertIn("No space left on device", done.stderr)
        with subprocess.Popen(["cat", str(self.path / "pipe")], stdout=subprocess.PIPE) as reader:
            self.assertEqual(run("--headless", "--frames", "3", "--screenshot", self.path / "pipe").returncode, 0)
            self.assertTrue(reader.stdout.read().startswith(b"\x89PNG"))
        self.assertTrue((self.path / "pipe").is_fifo())

    def test_recording_and_settings_are_saved_after_each_signal(self):
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGUSR1):
            telemetry, record, settings = (self.path / f"{name}-{stop.name}" for name in ("t", "r", "s"))
            command = [DEMO, "--headless", "--telemetry", telemetry, "--record-frames", record, "--settings", settings]
            with subprocess.Popen(command, env=no_display(), stderr=subprocess.PIPE) as demo:
                while not telemetry.exists() or len(telemetry.read_bytes()) < 2000:
                    time.sleep(0.01)
                    self.assertIsNone(demo.poll())
                demo.send_signal(stop)
                code = demo.wait(30)
                self.assertEqual((code, demo.stderr.read()), (-stop if stop == signal.SIGPIPE else 0, b""), stop.name)
            self.assertEqual(len(rows_of(record)), len(rows_of(telemetry)), stop.name)
            self.assertIn("window.width", settings.read_text(encoding="utf-8"))
            self.assertEqual([p.name for p in self.path.iterdir() if p.name.startswith(".")], [])

    def test_the_first_failure_is_reported_and_other_files_are_saved(self):
        record, settings = self.path / "r.csv", self.path / "s.toml"
        done = run("--headless", "--virtual-clock", "--telemetry", "/dev/full", "--frames", "9")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        pipe = self.path / "pipe"
        os.mkfifo(pipe)
        command = [DEMO, "--headless", "--telemetry", pipe, "--record-frames", record, "--settings", settings]
        with subprocess.Popen(command, env=no_display(), stderr=subprocess.PIPE) as demo:
            with open(pipe, "rb") as reader:
                reader.readline()
            self.assertEqual((demo.wait(30), demo.stderr.read()), (-signal.SIGPIPE, b""))
        self.assertGreater(len(rows_of(record)), 0)
        self.assertIn("window.width", settings.read_text(encoding="utf-8"))


class BadInput(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def refused(self, *arguments, says=(), env=None):
        done = run(*arguments, env=env)
        self.assertEqual(done.returncode, 2, f"{arguments}: {done.stdout}{done.stderr}")
        self.assertEqual(done.stderr.count("\n"), 1, f"one line, not: {done.stderr}")
        self.assertTrue(done.stderr.startswith("timestep_demo: "), done.stderr)
        for words in says:
            self.assertIn(words, done.stderr)

    def file(self, name, text):
        path = self.path / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_bad_flags_and_values_are_refused(self):
        self.refused("--loop", "interpolatd", says=["did you mean 'interpolated'"])
        self.refused("--hz", "0", says=["from 5 to 1000 Hz"])
        self.refused("--hz", "nan", says=["--hz"])
        self.refused("--delay", "40parsec", says=["from 0 to 500 ms"])
        self.refused("--dellay", "40ms", says=["did you mean '--delay'"])
        self.refused("--mode", "leson", says=["did you mean 'lesson'"])
        self.refused("--set", "lab.leson=fifty-on-sixty", says=["did you mean 'lab.lesson'"])
        self.refused("--vsync", "maybe", says=["vsync"])
        self.refused("--frames", "-3", says=["--frames"])
        self.refused("--spike", "60", says=["60:250ms"])
        self.refused("--set", "scene.stifness=4", says=["scene.stiffness"])
        self.refused("--size", "3x3", says=["320x240"])
        self.refused("nonsense", says=["nonsense"])

    def test_bad_recordings_are_refused(self):
        self.refused("--headless", "--recording", self.path / "none.csv", says=["none.csv"])
        no_column = self.file("column.csv", "a,b\n1,2\n3,4\n")
        self.refused("--headless", "--recording", no_column, says=["column.csv"])
        for value in ("-5", "nan", "1.5"):
            bad = self.file("bad.csv", f"frame_ns\n16666667\n{value}\n")
            self.refused("--headless", "--recording", bad, says=["bad.csv:3"])
        header = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,MsBetweenPresents\n"
        for value in ("-16.6", "NaN"):
            text = header + "game.exe,1,0x1,DXGI,0,0,0,1.0,16.6\n" + f"game.exe,1,0x1,DXGI,0,0,0,1.0166,{value}\n"
            self.refused("--headless", "--recording", self.file("pm.csv", text), says=["pm.csv:3"])
        self.refused("--headless", "--recording", self.file("empty.csv", ""), says=["empty.csv"])

    def test_a_sampled_log_is_refused_with_its_reason(self):
        sampled = ROOT / "../shared/captures/refuse/presentmon_service_polled_not_per_frame.csv"
        if not sampled.exists():
            self.skipTest(f"{sampled} is not there")
        self.refused("--headless", "--recording", sampled, says=["polled from the PresentMon service"])

    def test_bad_drive_files_are_refused(self):
        self.refused("--headless", "--drive", self.path / "none.txt", says=["none.txt"])
        self.refused("--headless", "--drive", self.file("d.txt", "at 1 key 2\nat 2 fly\n"), says=["d.txt:2", "fly"])
        self.refused("--headless", "--drive", self.file("d.txt", "at 1 set machine.delay_ms 9999\n"), says=["d.txt:1", "500"])

    def test_output_paths_that_cannot_be_written_are_refused(self):
        self.refused("--headless", "--frames", "2", "--telemetry", self.path / "no/t.csv", says=["no/t.csv"])
        self.refused("--headless", "--frames", "2", "--screenshot", self.path / "no/p.png", says=["no/p.png"])
        self.refused("--headless", "--frames", "2", "--record-frames", self.path / "no/r.csv", says=["no/r.csv"])

    def test_no_output_overwrites_another_file_of_the_same_run(self):
        recording = "frame_ns\n16666667\n16666667\n"
        a = self.file("a.gif", recording)
        (self.path / "link.gif").symlink_to("a.gif")
        os.link(a, self.path / "hard.gif")
        b = self.path / "b.gif"
        outputs = ("--telemetry", "--record-frames", "--screenshot", "--report-widgets", "--film", "--settings")
        for name in ("a.gif", "link.gif", "hard.gif"):
            for output in outputs:
                for given in ("--recording", "--drive"):
                    self.refused("--headless", "--frames", "2", given, a, output, self.path / name, says=[name, given])
                self.assertEqual(a.read_text(encoding="utf-8"), recording)
        for one in outputs:
            for other in outputs:
                if one != other:
                    self.refused("--headless", "--frames", "2", one, b, other, b, says=["b.gif"])
        picture = self.file("d.txt", f"at 0 screenshot {a}\n")
        self.refused("--headless", "--frames", "2", "--recording", a, "--drive", picture, says=["a.gif", "the drive's screenshot"])
        own = self.file("d.txt", f"at 0 screenshot {self.path}/d.txt\n")
        self.refused("--headless", "--frames", "2", "--drive", own, says=["d.txt", "the drive's screenshot"])
        self.assertFalse(b.exists())
        self.assertEqual(a.read_text(encoding="utf-8"), recording)

    def test_settings_paths_that_are_not_regular_files_are_refused(self):
        os.mkfifo(self.path / "pipe")
        (self.path / "folder").mkdir()
        (self.path / "link").symlink_to("folder")
        before = sorted(self.path.iterdir())
        for place in (self.path / "pipe", self.path / "folder", self.path / "link", "/dev/null", "/dev/full"):
            for more in ((), ("--reset-settings",)):
                self.refused("--headless", "--frames", "2", "--settings", place, *more, says=[str(place), "is no file"])
        self.refused(env=dict(no_display(), TIMESTEP_SETTINGS="/dev/null"), says=["/dev/null is no file"])
        self.assertEqual(sorted(self.path.iterdir()), before)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_missing_display_and_missing_opengl_are_reported(self):
        self.refused(says=["no display", "--headless"])
        self.refused(env=dict(no_display(), DISPLAY=":4711"), says=["no display"])
        old = dict(no_display(), MESA_GL_VERSION_OVERRIDE="2.1", MESA_GLSL_VERSION_OVERRIDE="120")
        self.refused("--headless", "--frames", "2", env=old, says=["OpenGL 3.3"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
