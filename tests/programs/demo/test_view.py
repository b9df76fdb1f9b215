"""Tests of what the window shows: marks, text size, tooltips, camera, films, sound, and sizes of the window."""
import itertools
import pathlib
import shutil
import struct
import subprocess
import unittest

from demo import GuiTest, no_display, pixels_of, rows_of, run


class Panel(GuiTest):
    SCREEN = "660x1110"

    def panel(self, *arguments, **others):
        """Starts the demo in a window in which the panel of the view is visible."""
        return self.window("--virtual-clock", "--size", "640x1090", "--font-scale", "75", "--folds", "scene", *arguments, **others)


class View(Panel):
    def test_view_switches(self):
        """Switches of the view change the stage and change it back."""
        with self.panel("--scene", "spring-and-ball", "--loop", "interpolated") as w:
            w.key("space", sees="button.Resume")
            while abs(float(w.read_rows()[-1]["v"])) < 10:  # so fast that the stage shows an arrow for the velocity
                w.keys_in_turn("n")
            lane = "lane.interpolated"
            for name in ("view.trail", "view.states", "view.velocity", "view.light"):
                seen, was = [w.pixels(lane)], w.value(name)
                for now in ("off" if was == "on" else "on", was):
                    w.click(name, sees=f"{name}={now}")
                    seen.append(w.pixels(lane))
                self.assertNotEqual(seen[0], seen[1], name)
                self.assertEqual(seen[0], seen[2], name)
            rings = [seen[0]]
            for ring in ("mathematics", "both", "off", "perfect"):
                w.choose("view.ring", ring)
                rings.append(w.pixels(lane))
            self.assertEqual(rings[0], rings[-1])
            self.assertEqual(len(set(rings)), 4)
            w.click("view.light", sees="view.light=on")
            self.assertGreater(sum(w.pixels(lane)), sum(rings[0]))

    def test_after_a_click_no_tooltip_covers_the_stage(self):
        with self.panel() as w:
            w.click("button.Pause", sees="button.Resume")
            clicked = w.pixels("lane.interpolated", away=False)
            w.xdotool("mousemove_relative", 8, 0)
            w.wait_frames(6)
            self.assertNotEqual(clicked, w.pixels("lane.interpolated", away=False), "the tooltip covers a part of the stage")
            self.assertEqual(clicked, w.pixels("lane.interpolated"))

    def test_a_button_that_is_held_shows_its_tooltip(self):
        with self.panel() as w:
            w.click("button.Pause", sees="button.Resume")
            clear = w.pixels("lane.interpolated")
            with w.held("button.Resume"):
                w.wait_for(lambda: w.pixels("lane.interpolated", away=False) != clear, "the tooltip over the stage")

    def test_the_font_scale_takes_effect_when_the_slider_is_released(self):
        with self.panel() as w:
            high = w.at_rest("scene.integrator")["h"]
            with w.held("view.font_scale") as move:
                move(0.5)
                middle = w.number("view.font_scale")
                self.assertTrue(120 < middle < 155)
                w.wait_frames(20)
                self.assertEqual(w.number("view.font_scale"), middle, "the value does not change while the mouse does not move")
                self.assertEqual(w.place("scene.integrator")["h"], high, "sizes do not change while the slider is held")
            w.wait_for(lambda: w.place("scene.integrator")["h"] > 1.15 * high, "larger controls")  # more has no room in this window

    def test_font_scale(self):
        """Controls are as large as the font scale and the window ask for."""
        heights, log = {}, self.path / "widgets"
        for size in ("1280x720", "1920x1080", "2560x1440", "3840x2160"):
            for scale in ("75", "100", "200"):
                self.played("--frames", "5", "--size", size, "--font-scale", scale, "--report-widgets", log)
                heights[size, scale] = next(float(row["h"]) for row in rows_of(log) if row["name"] == "button.Lanes")
        usual = heights["1920x1080", "100"]
        for (size, scale), expected in {("1280x720", "100"): 1, ("2560x1440", "100"): 1.25, ("3840x2160", "100"): 2,
                                        ("1920x1080", "75"): 0.75, ("1920x1080", "200"): 2}.items():
            self.assertAlmostEqual(heights[size, scale] / usual, expected, delta=0.15, msg=f"{size} {scale}")

    def test_camera_reset(self):
        """The wheel zooms the stage, and key and button reset the camera."""
        with self.panel() as w:
            w.key("space", sees="button.Resume")
            w.at_rest("stage.ball")
            before = w.place("stage.ball")
            for reset in (lambda: w.key("g"), lambda: w.click("button.Camera G")):
                w.scroll("lane.interpolated", 3)
                w.wait_for(lambda: abs(w.place("stage.ball")["w"] / before["w"] - 1.25**3) < 0.05, "a larger ball")
                reset()
                w.wait_for(lambda: w.place("stage.ball") == before, "the ball as it was")

    def test_keyboard_control(self):
        """Key F6 turns keyboard control of the panels on and off."""
        with self.window("--virtual-clock", "--size", "640x800", "--folds", "loop,pc,scene") as w:
            w.keys_in_turn("F6", *["Down"] * 5, "space")
            w.sees(("loop.fixed=on", "loop.interpolated=off"))
            self.assertIn("button.Pause", w.widgets(), "the key Space chose a loop and did not pause")
            w.key("F6")
            w.wait_frames(2)
            w.key("space", sees="button.Resume")


class FilmAndSound(Panel):
    def test_saved_media(self):
        """Buttons save a picture and a film."""
        with self.panel() as w:
            w.click("button.Picture F12")
            w.wait_for(lambda: list(w.folder.glob("timestep-*.png")), "a picture")
            w.click("button.Film F10", sees="header=filming to*")
            w.wait_rows(30)
            w.click("button.Film F10", sees="header=saved *")
            self.assertTrue(list(w.folder.glob("film-1*")))

    def test_a_window_of_one_pixel_runs_on(self):
        with self.window("--loop", "variable") as w:
            for size in ((1, 1), (1, 700), (900, 1), (900, 700)):
                w.xdotool("windowsize", w.id, *size)
                w.wait_frames(10)
            w.sees("lane.variable")

    def test_a_film_is_a_folder_of_pictures_thirty_a_second(self):
        film = self.path / "film"
        self.played("--frames", "61", "--size", "640x400", "--film", film)
        names = sorted(path.name for path in film.iterdir())
        self.assertEqual(names[0], "frame-00001.png")
        self.assertIn(len(names), (30, 31), "61 frames of 1/60 s are a second")
        width, height, _ = pixels_of(film / names[0])
        self.assertTrue(200 < width < 640 and 100 < height < 400, "the stage alone")

    def test_a_film_that_cannot_be_made_is_refused_in_one_line(self):
        for film, says, env in (("/tmp/never.gif", "ffmpeg is not installed", no_display(PATH="/nowhere")),
                                ("/proc/nowhere/film", "/proc/nowhere/film: no film can be written", None)):
            done = run("--headless", "--virtual-clock", "--frames", "3", "--film", film, env=env)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(says, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertFalse(pathlib.Path(film).exists())

    def test_the_sound_switch_opens_the_audio_device(self):
        with self.panel(environment={"SDL_AUDIODRIVER": "disk"}) as w:
            heard = w.folder / "sdlaudio.raw"
            w.wait_frames(20)
            self.assertFalse(heard.exists(), "no audio device is opened while the sound is off")

            def samples():
                data = heard.read_bytes() if heard.exists() else b""
                return struct.unpack(f"<{len(data) // 4}f", data[: len(data) // 4 * 4])

            w.click("view.sound", sees="view.sound=on")
            w.wait_for(lambda: max(samples(), default=0) > 0.05, "something to hear")
            self.assertLessEqual(max(samples()), 1.0)
            w.click("view.sound", sees="view.sound=off")


class Sizes(GuiTest):
    def geometry(self, w):
        return w.xdotool("getwindowgeometry", w.id)

    def test_window_sizes(self):
        """The window can be resized down to 320x240 and back."""
        with self.window("--size", "1000x700") as w:
            for width, height in ((320, 240), (1380, 880), (640, 400), (1000, 700)):
                w.xdotool("windowsize", "--sync", w.id, width, height)
                w.wait_frames(6)
        self.assertEqual(w.errors, "")

    def test_hidden_window(self):
        """A hidden window draws nothing and runs at 20 frames per second."""
        with self.window("--live-frames", "this-pc", "--size", "640x400", "--vsync", "off") as w:
            w.wait_frames(5)
            w.xdotool("windowunmap", "--sync", w.id)
            drawn = w.still("shown.interpolated")
            w.wait_frames(10)
            self.assertEqual(w.value("shown.interpolated"), drawn, "a hidden window draws nothing")
            w.xdotool("windowmap", "--sync", w.id)
            w.sees(f"-shown.interpolated={drawn}")
        slow = [int(row["frame_ns"]) >= 45_000_000 for row in w.rows]
        runs = [len(list(run)) for is_slow, run in itertools.groupby(slow) if is_slow]
        self.assertGreater(max(runs, default=0), 5, "20 frames a second while it is hidden")

    def test_full_screen(self):
        """Key F11 toggles full screen and a presentation ends in the size before it."""
        with self.window("--size", "900x600") as w:
            was, display = self.geometry(w), "x".join(w.xdotool("getdisplaygeometry").split())
            self.assertIn("900x600", was)
            w.key("F11")
            w.wait_for(lambda: display in self.geometry(w) and "Position: 0,0" in self.geometry(w), "the whole display")
            w.keys_in_turn("shift+F11", "Escape")
            w.wait_frames(6)
            self.assertIn(display, self.geometry(w))
            w.key("F11")
            w.wait_for(lambda: self.geometry(w) == was, "the window as it was")
            w.keys_in_turn("shift+F11", "Escape")
            w.wait_for(lambda: self.geometry(w) == was, "the window as it was")

    @unittest.skipUnless(shutil.which("xrandr"), "xrandr is missing: apt-get install x11-xserver-utils")
    def test_the_demo_continues_after_the_display_was_unplugged(self):
        with self.window("--size", "900x600") as w:
            for how in ("--off", "--auto", "--off", "--auto"):
                subprocess.run(["xrandr", "--output", "screen", how], env=w.env, stderr=subprocess.DEVNULL, check=False)
                w.wait_frames(11)
                w.key("F11")
            w.sees("header")
        self.assertEqual(w.errors, "")


if __name__ == "__main__":
    unittest.main(verbosity=2)
