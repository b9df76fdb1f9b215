#!/usr/bin/env python3
"""Slows games of Debian's down, without a screen: one of each way to present a picture. A game that is not installed is skipped:
apt-get install neverball lbreakout2 pax-britannica mesa-utils vulkan-tools mesa-vulkan-drivers xvfb

Each game runs with and without a delay of 40 ms. Every frame must be recorded and at least as long as asked; by how much the median frame
became longer is printed, and not checked, because it depends on the machine."""
import pathlib
import shutil
import statistics
import tempfile
import unittest

from lab import rows, slow

FRAMES = 100
DELAY = 40_000_000
GAMES = {  # name: presenting calls
    "neverball": {"SDL_GL_SwapWindow"},  # SDL 2 with OpenGL
    "lbreakout2": {"SDL_UpdateRects", "SDL_UpdateRect"},  # SDL 1.2
    "pax-britannica": {"glXSwapBuffers"},  # GLFW
    "es2gears_x11": {"eglSwapBuffers"},
    "vkcube": {"vkQueuePresentKHR"},
}
PACKAGES = {"es2gears_x11": "mesa-utils", "vkcube": "vulkan-tools mesa-vulkan-drivers"}  # other programs are named like their package
PLACES = ("/usr/games", "/usr/bin", "/usr/local/bin")


class Games(unittest.TestCase):
    def setUp(self):
        if not shutil.which("Xvfb"):
            self.skipTest("Xvfb is missing: apt-get install xvfb")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timestep-games-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "no_sound").write_text("pcm.!default { type null }\nctl.!default { type null }\n", encoding="utf-8")

    def program(self, name):
        """Returns a copy of an installed program, without its setgid permission, which some games have for their high scores."""
        path = next((pathlib.Path(place, name) for place in PLACES if pathlib.Path(place, name).exists()), None)
        if path is None:
            self.skipTest(f"{name} is missing: apt-get install {PACKAGES.get(name, name)}")
        return pathlib.Path(shutil.copyfile(path, self.folder / name))

    def frames(self, program, *options):
        """Returns the frames of one run, and checks that the game ended as it should."""
        table = self.folder / "frames.csv"
        # The variables let no program of this machine's own desktop and sound take part.
        ran = slow("--xvfb", "--frames", FRAMES, "--csv", table, *options, "--", program, DISPLAY=None, WAYLAND_DISPLAY=None,
                   HOME=str(self.folder), SDL_AUDIODRIVER="dummy", ALSA_CONFIG_PATH=str(self.folder / "no_sound"))
        self.assertEqual(ran.returncode, 0, ran.stderr[-2000:])
        self.assertNotIn("was killed", ran.stderr)
        frames = [row for row in rows(table) if row["slowed"] == "1"]
        self.assertEqual(len(frames), FRAMES)
        return frames

    def test_frame_records(self):
        """Each frame is recorded and at least as long as asked."""
        for name, calls in GAMES.items():
            with self.subTest(name):
                program = self.program(name)
                program.chmod(0o755)
                usual = self.frames(program)
                slower = self.frames(program, "--delay", "40ms")
                for row in slower:
                    self.assertGreaterEqual(row["added_ns"], DELAY)
                    self.assertEqual(row["frame_ns"], row["own_ns"] + row["added_ns"])
                self.assertLessEqual({row["call"] for row in usual + slower}, calls)
                median = [statistics.median(row[key] for row in table) / 1e6 for table, key in
                          ((usual, "frame_ns"), (slower, "frame_ns"), (slower, "added_ns"))]
                print(f"{name}: median frame {median[0]:.3f} ms, with 40 ms asked {median[1]:.3f} ms, of which {median[2]:.3f} ms were added")


if __name__ == "__main__":
    unittest.main()
