"""Tests of the demo's command line: repeatable runs, output files, and messages about bad input."""
import os
import pathlib
import signal
import subprocess
import unittest

from demo import DEMO, DemoTest, Server, events_of, lanes, no_display, pixels_of, rows_of, run, values_of

SCRIPT = """\
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


COLUMNS = ("frame wall_s frame_ns filtered_ns steps dt_ns tail_ns stepped_ns carried_ns dropped_ns filter_error_ns alpha "
           "presentation sim_s steps_done_s shown_s picture_x_m camera_x_m ring_x_m x v energy screen_s animation_error_ms events").split()


class CommandLine(DemoTest):
    def file(self, name, text):
        path = self.path / name
        path.write_text(text, encoding="utf-8")
        return path


class Repeatable(CommandLine):
    def telemetry(self, name, *arguments, env=None):
        file = self.path / name
        done = run("--virtual-clock", "--telemetry", file, *arguments, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        return file.read_bytes()

    def test_telemetry_seeds(self):
        """Telemetry is identical for equal seeds and differs for another seed."""
        script = self.file("script.txt", SCRIPT.format(picture=self.path / "a.png"))
        arguments = ("--headless", "--script", script, "--vsync", "off", "--jitter", "7ms")
        first = self.telemetry("a.csv", *arguments, "--seed", "1")
        self.assertEqual(first, self.telemetry("b.csv", *arguments, "--seed", "1"))
        self.assertNotEqual(first, self.telemetry("c.csv", *arguments, "--seed", "2"))
        width, height, raw = pixels_of(self.path / "a.png")
        self.assertEqual((width, height), (1280, 760))
        self.assertGreater(len(set(raw)), 60, "a picture of many colours")
        rows = rows_of(self.path / "a.csv")
        self.assertGreater(len(rows), 50)
        self.assertEqual(list(rows[0]), COLUMNS)
        self.assertLessEqual({"loop", "knob", "hitch"}, set(events_of(rows)))

    def test_the_badge_counts_each_pass_through_the_wall_at_once(self):
        widgets = self.path / "widgets.csv"
        for frames in range(225, 233):
            self.telemetry("a.csv", "--headless", "--fresh", "--loop", "variable", "--delay", "50ms", "--frames", str(frames),
                           "--report-widgets", widgets)
            passes = events_of(rows_of(self.path / "a.csv")).count("tunnelled")
            self.assertEqual(values_of(widgets)["verdict.variable"], f"THROUGH THE WALL x{passes}", f"after {frames} frames")

    def test_plots_show_new_frames_during_an_instant_replay(self):
        script = self.file("script.txt", "at 2.5 set machine.delay_ms 20\nat 3.5 quit\n")
        widgets = self.path / "widgets.csv"
        self.telemetry("a.csv", "--headless", "--fresh", "--more", "on", "--loop", "variable", "--delay", "90ms", "--dock", "plots",
                       "--script", script, "--report-widgets", widgets)
        self.assertRegex(values_of(widgets)["plot.frame-time"], r"^33\.3")

    def test_all_screenshots_requested_in_one_frame_are_saved(self):
        names = [self.path / name for name in ("b.png", "c.png", "last.png")]
        script = self.file("two.txt", f"at 0.2 screenshot {names[0]}\nat 0.2 screenshot {names[1]}\nat 0.3 quit\n")
        self.telemetry("a.csv", "--headless", "--script", script, "--screenshot", names[2])
        for name in names:
            self.assertEqual(pixels_of(name)[:2], (1280, 760), name)

    def test_headless_equality(self):
        """A run with a window and a headless run compute and draw the same."""
        server = Server()
        self.addCleanup(server.close)
        made = []
        for where in ({"env": dict(os.environ, DISPLAY=server.display)}, {}):
            live = self.telemetry("a.csv", "--frames", "200", "--vsync", "off", "--jitter", "7ms", *["--headless"] * (not where), **where)
            self.telemetry("b.csv", "--fresh", *lanes("fixed", "variable", "interpolated"), "--frames", "40", "--size", "640x400", "--screenshot", self.path / "p.png",
                           *["--headless"] * (not where), **where)
            made.append((live, (self.path / "p.png").read_bytes()))
        self.assertEqual(*made)

    def test_guided_run_saves_one_picture_per_loop(self):
        done = run("--guided", self.path / "guided")
        self.assertEqual(done.returncode, 0, done.stderr)
        for loop in ("fixed", "variable", "semi-fixed", "accumulator", "interpolated"):
            self.assertIn(loop, done.stdout)
            self.assertEqual(pixels_of(self.path / "guided" / f"{loop}.png")[:2], (1280, 760))


class Files(CommandLine):
    """Tests of the demo's output files: links, pipes and devices as paths, and runs that end by a signal or an error."""

    OUTPUTS = ("--telemetry", "--record-frames", "--screenshot", "--report-widgets")

    def test_output_files(self):
        """Outputs follow links and keep pipes."""
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
            done = run("--headless", "--virtual-clock", "--frames", "3", flag, "/dev/null")
            self.assertEqual((done.returncode, done.stderr), (0, ""), flag)
            done = run("--headless", "--virtual-clock", "--frames", "3", flag, "/dev/full")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), flag)
            self.assertIn("No space left on device", done.stderr)
        with subprocess.Popen(["cat", str(self.path / "pipe")], stdout=subprocess.PIPE) as reader:
            self.assertEqual(run("--headless", "--frames", "3", "--screenshot", self.path / "pipe").returncode, 0)
            self.assertTrue(reader.stdout.read().startswith(b"\x89PNG"))
        self.assertTrue((self.path / "pipe").is_fifo())

    def test_first_failure(self):
        """The first failure is reported and other files are saved."""
        record, settings = self.path / "r.csv", self.path / "s.toml"
        done = run("--headless", "--virtual-clock", "--telemetry", "/dev/full", "--frames", "9")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        pipe = self.path / "pipe"
        os.mkfifo(pipe)
        command = [DEMO, "--headless", "--telemetry", pipe, "--record-frames", record, "--settings", settings]
        with subprocess.Popen(command, env=no_display(), stderr=subprocess.PIPE) as demo:
            with open(pipe, "rb") as reader:
                reader.readline()
            self.assertEqual((demo.wait(600), demo.stderr.read()), (-signal.SIGPIPE, b""))
        self.assertGreater(len(rows_of(record)), 0)
        self.assertIn("window.width", settings.read_text(encoding="utf-8"))


class BadInput(CommandLine):
    def refused(self, *arguments, says=(), env=None):
        done = run(*arguments, env=env)
        self.assertEqual(done.returncode, 2, f"{arguments}: {done.stdout}{done.stderr}")
        self.assertEqual(done.stderr.count("\n"), 1, f"one line, not: {done.stderr}")
        self.assertTrue(done.stderr.startswith("timestep_demo: "), done.stderr)
        for words in says:
            self.assertIn(words, done.stderr)

    def test_bad_flags(self):
        """Bad flags and values are refused."""
        for flag, value, says in (("--loop", "interpolatd", "did you mean 'interpolated'"), ("--hz", "0", "from 5 to 1000 Hz"),
                                  ("--hz", "nan", "--hz"), ("--delay", "40parsec", "takes a time such as 10 or 500ms"),
                                  ("--dellay", "40ms", "did you mean '--delay'"), ("--lane", "fixd", "did you mean 'fixed'"), ("--lane", "recording=x", "cannot be read"),
                                  ("--set", "lab.leson=fifty-on-sixty", "did you mean 'lab.lesson'"), ("--vsync", "maybe", "vsync"),
                                  ("--frames", "-3", "--frames"), ("--spike", "60", "60:250ms"),
                                  ("--set", "scene.stifness=4", "scene.stiffness"), ("--size", "3x3", "320x240")):
            self.refused(flag, value, says=[says])
        self.refused("nonsense", says=["nonsense"])

    def test_bad_files(self):
        """Bad files and places are refused."""
        for flag, text, says in (("--recording", "a,b\n1,2\n", "in.txt"), ("--recording", "frame_ns\n16666667\nnan\n", "in.txt:3"),
                                 ("--script", "at 1 key 2\nat 2 fly\n", "in.txt:2"), ("--script", "at 1 set machine.delay_ms 9999\n", "500")):
            self.refused("--headless", flag, self.file("in.txt", text), says=[says])
            self.refused("--headless", flag, self.path / "none.txt", says=["none.txt"])
        for flag in ("--telemetry", "--screenshot", "--record-frames"):
            self.refused("--headless", "--frames", "2", flag, self.path / "no/x", says=["no/x"])
        old = no_display(MESA_GL_VERSION_OVERRIDE="2.1", MESA_GLSL_VERSION_OVERRIDE="120")
        self.refused("--headless", "--frames", "2", env=old, says=["OpenGL 3.3"])

    def test_no_output_overwrites_another_file_of_the_same_run(self):
        recording = "frame_ns\n16666667\n16666667\n"
        a = self.file("a.gif", recording)
        (self.path / "link.gif").symlink_to("a.gif")
        os.link(a, self.path / "hard.gif")
        b = self.path / "b.gif"
        outputs = ("--telemetry", "--record-frames", "--screenshot", "--report-widgets", "--film", "--settings")
        for name in ("a.gif", "link.gif", "hard.gif"):
            for output in outputs:
                for given in ("--recording", "--script"):
                    self.refused("--headless", "--frames", "2", given, a, output, self.path / name, says=[name, given])
                self.assertEqual(a.read_text(encoding="utf-8"), recording)
        for one in outputs:
            for other in outputs:
                if one != other:
                    self.refused("--headless", "--frames", "2", one, b, other, b, says=["b.gif"])
        picture = self.file("d.txt", f"at 0 screenshot {a}\n")
        self.refused("--headless", "--frames", "2", "--recording", a, "--script", picture, says=["a.gif", "the screenshot of --script"])
        own = self.file("d.txt", f"at 0 screenshot {self.path}/d.txt\n")
        self.refused("--headless", "--frames", "2", "--script", own, says=["d.txt", "the screenshot of --script"])
        self.assertFalse(b.exists())
        self.assertEqual(a.read_text(encoding="utf-8"), recording)

    def test_settings_paths_that_are_not_regular_files_are_refused(self):
        os.mkfifo(self.path / "pipe")
        (self.path / "folder").mkdir()
        (self.path / "link").symlink_to("folder")
        before = sorted(self.path.iterdir())
        for place in (self.path / "pipe", self.path / "folder", self.path / "link", "/dev/null", "/dev/full"):
            for more in ((), ("--reset-settings",)):
                self.refused("--headless", "--frames", "2", "--settings", place, *more, says=[str(place), "is not a file"])
        self.refused(env=no_display(TIMESTEP_SETTINGS="/dev/null"), says=["/dev/null is not a file"])
        self.assertEqual(sorted(self.path.iterdir()), before)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())


if __name__ == "__main__":
    unittest.main(verbosity=2)
