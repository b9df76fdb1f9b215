#!/usr/bin/env python3
"""Checks exported loops and the probes in games that are scripts: a page (in node, with a display of its own) and LÖVE (under Xvfb).
TIMESTEP_LAB names the program."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
LAB = os.environ["TIMESTEP_LAB"]


def output(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, timeout=120, **more)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Scripts(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def require(self, program, package):
        if shutil.which(program) is None:
            self.skipTest(f"{program} is missing: apt-get install {package}")

    def copy(self, *files):
        for file in files:
            shutil.copy(ROOT / file, self.folder)

    def export(self, loop, file):
        output(LAB, "--quiet", "export", "--loop", loop, "-o", self.folder / file)

    def run_page(self, page):
        (self.folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
        return output("node", ROOT / "tests/delivery/scripts/run_page.mjs", page, cwd=self.folder)

    def check_identified(self, loop, frames):
        """The probe's file has `frames` frames, and at least 99 % of them are those of the preset `loop`."""
        text = output(LAB, "identify", self.folder / "probe.csv")
        first, second = text.splitlines()[1:3]
        percent, count = re.search(r" in ([\d.]+) % of ([\d,]+) frames", first).groups()
        self.assertGreaterEqual(float(percent), 99.0, text)
        self.assertEqual(int(count.replace(",", "")), frames, text)
        same = first.split(",")[0] + (second if "no recording" in second else "")
        self.assertIn(f"`{loop}`", same, text)


class Page(Scripts):
    def setUp(self):
        super().setUp()
        self.require("node", "nodejs")

    def test_hidden_tab(self):
        """The page runs 60 steps a second and none in a hidden tab."""
        self.copy("examples/raf_loop.html")
        self.export("interpolated", "interpolated.js")
        steps, rectangles = re.fullmatch(r"(\d+) steps, (\d+) rectangles\n", self.run_page("raf_loop.html")).groups()
        self.assertTrue(1196 <= int(steps) <= 1201, steps)  # 20 s; 15 more steps if the hidden time were a long frame
        self.assertEqual(int(rectangles), 2 * 2880)

    def test_each_exported_loop_with_the_probe_is_identified_as_its_preset(self):
        self.copy("bindings/js/probe.js")
        for loop in ("interpolated", "fixed", "variable", "phaser", "mainloop-js", "matter-js", "babylon-lockstep"):
            with self.subTest(loop=loop):
                self.export(loop, "game_loop.js")
                (self.folder / "empty.html").write_text("""<script type="module">
import { GameLoop } from './game_loop.js';
import { Probe } from './probe.js';
const loop = new GameLoop(), probe = globalThis.probe = new Probe();
let last = null;
function frame(milliseconds) {
    const now = Math.round(milliseconds * 1e6), frameNs = last === null ? 0 : now - last;
    last = now;
    const plan = loop.plan(frameNs);
    probe.beginFrame(frameNs);
    for (let i = 0; i < plan.steps; ++i) probe.countStep(plan.dtSeconds);
    if (plan.alpha !== undefined) probe.setAlpha(plan.alpha);
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
</script>
""", encoding="utf-8")
                self.run_page("empty.html")
                self.check_identified(loop, 2880)

    def test_the_text_of_a_probe_can_be_read_while_it_records(self):
        self.copy("bindings/js/probe.js")
        (self.folder / "read.mjs").write_text("""import { Probe } from './probe.js';
let ms = 0;
globalThis.performance = { now: () => ms };
const probe = new Probe();
for (; ms < 64; ms += 16) {
    probe.beginFrame();
    probe.countStep(0.016);
    probe.setAlpha(ms === 32 ? NaN : 0.5);
    probe.text();
}
process.stdout.write(probe.text());
""", encoding="utf-8")
        (self.folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        self.assertEqual(output("node", self.folder / "read.mjs").splitlines()[1:], [
            "2,0,probe,0,1,16000000,0.500000", "2,16000000,probe,16000000,1,16000000,0.500000",
            "2,32000000,probe,16000000,1,16000000,", "2,48000000,probe,16000000,1,16000000,0.500000"])


class Lua(Scripts):
    def setUp(self):
        super().setUp()
        self.copy("bindings/love/probe.lua")

    def check_printed(self, text, wanted):
        for program in ("lua5.4", "luajit"):
            self.require(program, program)
            self.assertEqual(output(program, "-e", text, cwd=self.folder, env={**os.environ, "TIMESTEP_PROBE": ""}), wanted, program)

    def test_the_probe_runs_without_love(self):
        self.check_printed("""
local probe, seconds = require("probe"), 1
probe.begin_frame(0.016) -- before open: does nothing
probe.close()
probe.now = function() return seconds end
assert(probe.open("probe.csv"))
for _ = 1, 3 do
    probe.begin_frame()
    probe.count_step(0.016)
    seconds = seconds + 0.016
end
probe.close()""", "")
        self.assertEqual((self.folder / "probe.csv").read_text().splitlines()[1:], [
            "2,1000000000,probe,0,1,16000000,", "2,1016000000,probe,16000000,1,16000000,", "2,1032000000,probe,16000000,1,16000000,"])

    def test_a_file_that_cannot_be_written_is_an_error(self):
        self.check_printed('local probe = require("probe"); print(probe.open("/dev/full")); probe.begin_frame(0.1); probe.close()', "false\n")


class Love(Scripts):
    def setUp(self):
        super().setUp()
        self.require("love", "love")
        self.require("Xvfb", "xvfb")

    def love(self, *arguments):
        home = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), "SDL_AUDIODRIVER": "dummy", "TIMESTEP_PROBE": ""}
        return output(ROOT / "examples/headless.sh", "love", self.folder, *arguments, cwd=self.folder, env={**os.environ, **home})

    def test_example_loop(self):
        """The example runs and counts its steps."""
        self.copy("examples/love_loop/main.lua")
        self.export("interpolated", "interpolated.lua")
        self.assertRegex(self.love(90), r"(?m)^90 frames, \d+ steps$")

    def test_an_empty_game_with_the_probe_is_identified_as_love(self):
        self.copy("bindings/love/probe.lua")
        (self.folder / "main.lua").write_text("""local frames = 0
function love.update()
    frames = frames + 1
    if frames == 300 then love.event.quit() end
end
assert(require("probe").attach("probe.csv"))
""", encoding="utf-8")
        self.love()
        self.check_identified("love", 300)


if __name__ == "__main__":
    unittest.main()
