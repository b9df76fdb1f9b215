#!/usr/bin/env python3
"""Checks `compare --check` as a build server uses it, with the demo as the game: the recipe of docs/timestep_lab.md, and runs on a virtual
clock. TIMESTEP_LAB and TIMESTEP_DEMO name the programs."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

LAB = pathlib.Path(os.environ.get("TIMESTEP_LAB", "build/release/timestep_lab")).resolve()
DEMO = pathlib.Path(os.environ.get("TIMESTEP_DEMO", "build/release/timestep_demo")).resolve()
PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/timestep_lab.md"
JUMP_PAGE = PAGE.parent / "questions/jump-height-depends-on-frame-rate.md"
MEASURES = re.compile(r"^    set -e\n(?:    .*\n)+", re.MULTILINE)
RECIPE = re.compile(r"^    for i in 1 2 3; do\n(?:    .*\n)+", re.MULTILINE)
SHORT = ["--headless", "--size", "320x240", "--vsync", "off"]


class BuildServer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="timestep-build-server-")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def run_lines(self, lines, code):
        """Runs lines of a shell script, and checks the exit code of the last line. Each other line must succeed."""
        environment = dict(os.environ, PATH=f"{LAB.parent}:{os.environ['PATH']}")
        done = subprocess.run(["bash", "-euc", lines], cwd=self.path, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def game(self, name, *arguments):
        """Writes a script that plays the demo without a window."""
        script = self.path / name
        script.write_text("#!/bin/sh\nexec " + " ".join(map(str, [DEMO, *SHORT, *arguments])) + "\n", encoding="ascii")
        script.chmod(0o755)

    @unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is missing: apt-get install xvfb")
    def test_server_recipe(self):
        """The recipe of the page finds a slower build worse and a faster build no worse."""
        # The branch loses 40 ms a frame, so that its mean frame is much longer than that of main, also on a busy machine.
        self.game("game-of-main", "--limit", 100)
        self.game("game-of-branch", "--limit", 100, "--delay", 40, "--lag", "on")
        recipe = RECIPE.search(PAGE.read_text(encoding="utf-8"))[0]
        recipe, count = re.subn("--seconds 30", "--frames 110", recipe)
        self.assertEqual(count, 2)
        self.assertIn("Check: B is worse than A.", self.run_lines(recipe, 1))
        turned = "timestep_lab compare --check --metrics frame_mean_ms branch-*.csv -- main-*.csv"  # on a busy machine any run may have a long frame
        self.assertIn("Check: B is no worse than A.", self.run_lines(turned, 0))

    def test_build_comparison(self):
        """An equal build is no worse and a build that is slower by a tenth is worse."""
        for side, delay, seed in (("main", 15, 0), ("equal", 15, 10), ("slower", 16.6, 20)):
            for i in range(1, 4):
                subprocess.run([DEMO, *SHORT, "--virtual-clock", "--lag", "on", "--delay", str(delay), "--jitter", "3", "--seed", str(seed + i),
                                "--frames", "600", "--record-frames", f"{side}-{i}.csv"], cwd=self.path, check=True, capture_output=True)
        self.assertIn("Check: B is no worse than A.", self.run_lines("timestep_lab compare --check main-*.csv -- equal-*.csv", 0))
        self.assertIn("Check: B is worse than A.", self.run_lines("timestep_lab compare --check main-*.csv -- slower-*.csv", 1))


    def test_the_recipe_of_the_measures_finds_a_jump_that_depends_on_the_frame_rate(self):
        recipe = MEASURES.search(JUMP_PAGE.read_text(encoding="utf-8"))[0]
        self.assertLessEqual(recipe.count("\n"), 10)
        for height, code in (("1.25", 0), ("$3", 1)):  # mygame --self-test --max-fps FPS
            (self.path / "mygame").write_text(f"#!/bin/sh\necho measure: jump {height}\n", encoding="ascii")
            (self.path / "mygame").chmod(0o755)
            self.assertIn("met" if code == 0 else "exceeded", self.run_lines(recipe, code))


if __name__ == "__main__":
    unittest.main()
