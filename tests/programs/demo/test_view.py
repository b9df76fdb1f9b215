"""Tests of the view: font scale, keyboard control of the panels, zoom, film, sound, and sizes of the window."""
import itertools
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

from demo import PICTURES, GuiTest, rows_of, run


class View(GuiTest):
    def test_the_font_scale_changes_the_size_of_controls(self):
        heights = {}
        for scale in ("75", "100", "200"):
            with self.window("--font-scale", scale, "--size", "1380x1040") as w:
                w.wait_value("view.font_scale", scale)
                heights[scale] = float(w.widgets()["button.Live"]["h"])
                w.picture(f"font-scale-{scale}")
        self.assertAlmostEqual(heights["200"] / heights["100"], 2.0, delta=0.15)
        self.assertAlmostEqual(heights["75"] / heights["100"], 0.75, delta=0.08)

    def test_words_are_as_legible_in_4k_as_in_hd(self):
        heights = {}
        with tempfile.TemporaryDirectory() as folder:
            for size in ("1280x720", "1920x1080", "2560x1440", "3840x2160"):
                log = pathlib.Path(folder) / size
                done = run("--headless", "--virtual-clock", "--frames", "5", "--size", size, "--report-widgets", log)
                self.assertEqual(done.returncode, 0, done.stderr)
                rows = {row["name"]: row for row in rows_of(log)}
                heights[size] = float(rows["machine.delay_ms"]["h"])
        self.assertEqual(heights["1280x720"], heights["1920x1080"])
        self.assertAlmostEqual(heights["2560x1440"] / heights["1920x1080"], 1.25, delta=0.1)
        self.assertAlmostEqual(heights["3840x2160"] / heights["1920x1080"], 2, delta=0.1)

    def test_switches_of_the_view_are_kept_in_the_settings(self):
        with self.window("--live-frames", "this-pc", "--size", "1380x1000", "--font-scale", "75") as w:
            for name in ("view.states", "view.velocity", "view.light"):
                w.click(name)
                w.wait_value(name, "on")
            w.click("view.trail")
            w.wait_value("view.trail", "off")
        for line in ("view.states", "view.velocity", "view.light", "view.trail"):
            self.assertIn(line, w.kept)

    def test_the_wheel_zooms_the_stage_and_key_g_resets_the_camera(self):
        with self.window("--scene", "spring-and-ball", "--set", "scene.damping=1", "--set", "scene.start-x=0", "--size", "1200x700") as w:
            w.wait(0.6)
            before = float(w.widgets()["stage.ball"]["w"])
            w.xdotool("mousemove", w.x + 400, w.y + 300)
            w.wait_frames(1)
            for _ in range(3):
                w.xdotool("click", 4)
                w.wait(0.1)
            w.wait_for(lambda: abs(float(w.widgets()["stage.ball"]["w"]) / before - 1.25**3) < 0.05, "a larger ball")
            w.key("g")
            w.wait_for(lambda: abs(float(w.widgets()["stage.ball"]["w"]) - before) < 0.1, "the ball as it was")

    def test_key_f6_turns_keyboard_control_of_the_panels_on_and_off(self):
        with self.window("--live-frames", "this-pc", "--size", "1200x800") as w:
            w.key("F6")
            w.wait_frames(2)
            w.keys_in_turn("Down", "Down", "space")
            w.wait_for(lambda: w.value("loop.interpolated") == "off", "another loop, chosen by the keyboard")
            self.assertNotIn("paused", "".join(w.widgets()["header"]["value"]))
            w.key("F6")
            w.wait_frames(2)
            w.key("space")
            w.wait(0.4)
            w.key("space")
        self.assertIn("paused", {event for row in w.rows for event in row["events"].split("+")})

    def test_short_key_presses_within_a_long_frame_reach_the_panels(self):
        with self.window("--size", "1200x800", "--delay", "150ms") as w:
            w.keys_in_turn("F6", "Down", "Down", "space")
            w.wait_for(lambda: w.value("loop.interpolated") == "off", "another loop")


class Film(GuiTest):
    def test_a_film_is_a_folder_of_pictures_thirty_a_second(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="timestep-gui-")) / "film"
        done = run("--headless", "--virtual-clock", "--frames", "61", "--size", "640x400", "--film", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = sorted(path.name for path in folder.iterdir())
        self.assertEqual(names[0], "frame-00001.png")
        self.assertIn(len(names), (30, 31), "61 frames of 1/60 s are a second")
        with open(folder / names[0], "rb") as file:
            header = file.read(24)
        self.assertEqual(header[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", header[16:24])
        self.assertTrue(200 < width < 640 and 100 < height < 400, "the stage alone")
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        folder.parent.rmdir()

    def test_without_ffmpeg_a_gif_is_refused_in_one_line(self):
        env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        env["PATH"] = "/nowhere"
        done = run("--headless", "--virtual-clock", "--frames", "3", "--film", "/tmp/never.gif", env=env)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("there is no ffmpeg", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertFalse(pathlib.Path("/tmp/never.gif").exists())

    def test_a_film_folder_that_cannot_be_created_is_refused_in_one_line(self):
        done = run("--headless", "--virtual-clock", "--frames", "3", "--film", "/proc/nowhere/film")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("/proc/nowhere/film: cannot be filmed", done.stderr)


class Sound(GuiTest):
    def test_the_sound_flag_decides_whether_samples_are_written(self):
        with self.window() as w:
            folder = w.folder
        folder.mkdir()
        for sound in ("off", "on"):
            file = folder / f"{sound}.raw"
            env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
            env.update(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(file))
            drive = folder / "drive.txt"
            drive.write_text("at 1 quit\n")
            done = run("--headless", "--size", "400x300", "--sound", sound, "--drive", drive, env=env)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((folder / "off.raw").exists(), "no audio device is opened while the sound is off")
        data = (folder / "on.raw").read_bytes()
        samples = struct.unpack(f"<{len(data) // 4}f", data[: len(data) // 4 * 4])
        self.assertGreater(max(samples), 0.05)
        self.assertLessEqual(max(samples), 1.0)
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()


class Sizes(GuiTest):
    def test_the_window_can_be_resized_down_to_320x240_and_back(self):
        with self.window("--size", "1000x700") as w:
            for width, height in ((320, 240), (1380, 880), (640, 400), (1000, 700)):
                w.xdotool("windowsize", "--sync", w.id, width, height)
                w.wait(0.5)
            w.wait_frames(6)
        self.assertEqual(w.errors, "")

    def test_the_largest_and_the_smallest_size_are_drawn_without_a_display(self):
        for size in ("3840x2160", "320x240"):
            with self.subTest(size=size):
                PICTURES.mkdir(exist_ok=True)
                picture = PICTURES / f"size-{size}.png"
                done = run("--headless", "--virtual-clock", "--mode", "race", "--frames", "20", "--size", size, "--screenshot", picture)
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(picture, "rb") as file:
                    width, height = struct.unpack(">II", file.read(24)[16:24])
                self.assertEqual(f"{width}x{height}", size)

    def test_simulated_time_is_correct_after_the_window_was_minimised(self):
        with self.window("--loop", "interpolated") as w:
            w.wait(0.5)
            w.xdotool("windowunmap", "--sync", w.id)
            w.wait(1.5)
            w.xdotool("windowmap", "--sync", w.id)
            w.wait(0.5)
        wall = sum(int(row["frame_ns"]) for row in w.rows[1:]) * 1e-9
        dropped = sum(int(row["dropped_ns"]) for row in w.rows[1:]) * 1e-9  # long frames of a busy PC drop time
        simulated = float(w.rows[-1]["sim_s"]) - float(w.rows[0]["sim_s"])
        self.assertAlmostEqual(simulated + dropped, wall, delta=0.05)


class Interruptions(GuiTest):
    def test_frame_times_add_up_after_the_process_was_suspended(self):
        for loop in ("fixed", "variable", "semi-fixed", "accumulator", "interpolated"):
            with self.subTest(loop=loop):
                with self.window("--loop", loop, "--live-frames", "this-pc", "--size", "640x400") as w:
                    w.wait(0.3)
                    with w.stopped():
                        w.wait(1.0)
                    w.wait(0.3)
                self.assertGreater(max(int(row["frame_ns"]) for row in w.rows), 900_000_000)
                for before, row in zip(w.rows, w.rows[1:]):
                    if "excluded" in row["events"].split("+"):
                        continue  # no loop gets this frame
                    steps, dt, tail, carried, dropped, frame = (
                        int(row[name]) for name in ("steps", "dt_ns", "tail_ns", "carried_ns", "dropped_ns", "frame_ns")
                    )
                    out = steps * dt + tail + carried - int(before["carried_ns"]) + dropped
                    self.assertLessEqual(abs(frame - out), steps + 1, "the telemetry rounds the length of a step to a nanosecond")

    def test_a_hidden_window_draws_nothing_and_runs_at_20_frames_per_second(self):
        with self.window("--live-frames", "this-pc", "--size", "640x400", "--vsync", "off") as w:
            w.wait(0.3)
            w.xdotool("windowunmap", "--sync", w.id)
            w.wait(0.5)
            drawn = w.value("shown.interpolated")
            w.wait_frames(10)
            self.assertEqual(w.value("shown.interpolated"), drawn, "a hidden window draws nothing")
            w.xdotool("windowmap", "--sync", w.id)
            w.wait_for(lambda: w.value("shown.interpolated") != drawn, "pictures again")
        slow = [int(row["frame_ns"]) >= 45_000_000 for row in w.rows]
        runs = [len(list(run)) for is_slow, run in itertools.groupby(slow) if is_slow]
        self.assertGreater(max(runs, default=0), 5, "20 frames a second while it is hidden")

    def test_key_f11_toggles_full_screen_without_a_window_manager(self):
        with self.window("--size", "900x600") as w:
            was = w.xdotool("getwindowgeometry", w.id)
            self.assertIn("900x600", was)
            display = w.xdotool("getdisplaygeometry").split()
            w.key("F11")
            w.wait_for(lambda: "x".join(display) in w.xdotool("getwindowgeometry", w.id), "the whole display")
            self.assertIn("Position: 0,0", w.xdotool("getwindowgeometry", w.id))
            w.key("F11")
            w.wait_for(lambda: w.xdotool("getwindowgeometry", w.id) == was, "the window as it was")

    def test_a_presentation_in_full_screen_ends_in_full_screen(self):
        with self.window("--size", "900x600") as w:
            was = w.xdotool("getwindowgeometry", w.id)
            display = "x".join(w.xdotool("getdisplaygeometry").split())
            for keys, size in ((("F11", "shift+F11", "Escape"), display), (("F11", "shift+F11", "Escape"), "900x600")):
                for key in keys:
                    w.key(key)
                    w.wait_frames(6)
                self.assertIn(size, w.xdotool("getwindowgeometry", w.id))
            self.assertEqual(w.xdotool("getwindowgeometry", w.id), was)

    @unittest.skipUnless(shutil.which("xrandr"), "xrandr is missing: apt-get install x11-xserver-utils")
    def test_the_demo_continues_after_the_display_was_unplugged(self):
        with self.window("--size", "900x600") as w:
            for how in ("--off", "--auto", "--off", "--auto"):
                subprocess.run(["xrandr", "--output", "screen", how], env=w.env, stderr=subprocess.DEVNULL, check=False)
                w.wait_frames(11)
                w.key("F11")
            w.wait_for(lambda: "header" in w.widgets(), "the header")
        self.assertEqual(w.errors, "")


if __name__ == "__main__":
    unittest.main()
