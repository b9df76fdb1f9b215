#!/usr/bin/env python3
"""Checks the probe for C games: it compiles alone in every standard, writes the lines of timestep/probe.hpp, and timestep_lab names the loop.
TIMESTEP_LAB names the program."""
import os
import pathlib
import subprocess
import tempfile
import unittest

from test_consumer import ROOT, call

LAB = os.environ["TIMESTEP_LAB"]
C = {
    "begin": "timestep_probe probe = timestep_probe_open(argv[1]);", "frame": "timestep_probe_begin_measured_frame(&probe, (int64_t)frame);",
    "step": "timestep_probe_count_step(&probe, dt);", "alpha": "timestep_probe_set_alpha(&probe, carried / dt);",
    "drawn": "timestep_probe_set_drawn_position(&probe, i * 1234.5678915 - 50000.0);", "camera": "timestep_probe_set_camera_position(&probe, -1e300);",
    "open": "timestep_probe_is_open(&probe)", "end": "timestep_probe_close(&probe);", "self": "timestep_probe_begin_frame(&probe);"}
CPP = {
    "begin": "timestep::Probe probe{argv[1]};", "frame": "probe.begin_frame(std::chrono::nanoseconds{frame});", "step": "probe.count_step(dt);",
    "alpha": "probe.set_alpha(carried / dt);", "drawn": "probe.set_drawn_position(i * 1234.5678915 - 50000.0);", "camera": "probe.set_camera_position(-1e300);",
    "open": "probe.is_open()", "end": "", "self": "probe.begin_frame();"}
# A loop with an accumulator whose frames are cut at 250 ms.
GAME = """
int main(int argc, char** argv)
{
    const double dt = 1.0 / 60.0;
    double carried = 0.0;
    int i;
    %(begin)s
    if (argc < 2 || !%(open)s) return 3;
    for (i = 0; i < 600; ++i)
    {
        const long long frame = i == 300 ? 400000000 : 10000000 + i %% 7 * 1000000;
        if (argc > 2) { %(self)s }
        else { %(frame)s }
        carried += frame > 250000000 ? 0.25 : (double)frame / 1e9;
        for (; carried >= dt; carried -= dt) { %(step)s }
        %(alpha)s
        if (i %% 3 == 0) { %(drawn)s }
        if (i == 9) { %(camera)s }
    }
    %(end)s
    return 0;
}
"""


class Probe(unittest.TestCase):
    def setUp(self):
        self.path = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def built(self, name, compiler, language, includes, calls):
        program = self.path / name
        call(*compiler.split(), "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-I", ROOT / "bindings/c", "-I", ROOT / "src", "-x", language, "-",
             "-o", program, input=includes + GAME % calls)
        return program

    def columns(self, path):
        """The cells of the lines without the times of this machine."""
        lines = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
        return [line[:1] + line[2:] for line in lines]

    def test_c_probe(self):
        """A game in C writes the lines of the probe in C++ and its loop is named."""
        wanted = self.built("cpp", "g++ -std=c++17", "c++", '#include "timestep/probe.hpp"\n', CPP)
        call(wanted, self.path / "cpp.csv")
        for number, compiler in enumerate(("gcc -std=c99", "gcc -std=gnu99", "gcc -std=c17", "clang -std=c99", "g++ -std=c++17", "clang++ -std=c++20")):
            language = "c++" if "++" in compiler else "c"
            game = self.built(f"c{number}", compiler, language, '#include "timestep_probe.h"\n', C)
            written = self.path / f"c{number}.csv"
            call(game, written)
            self.assertEqual(self.columns(written), self.columns(self.path / "cpp.csv"), compiler)
        call(game, written, "self")
        self.assertEqual({line[1] for line in self.columns(written)[1:]}, {"probe"})
        self.assertIn("behaves as `interpolated`, 60 Hz, frames cut at 250 ms, in 100 % of 600 frames", call(LAB, "identify", self.path / "c0.csv"))

    def test_environment(self):
        """The environment names another file and a failed probe does nothing."""
        game = self.built("game", "gcc -std=c99", "c", '#include "timestep_probe.h"\n', C)
        other = self.path / "other.csv"
        call(game, "/nowhere/probe.csv", env={**os.environ, "TIMESTEP_PROBE": str(other)})
        self.assertEqual(len(other.read_text(encoding="utf-8").splitlines()), 601)
        self.assertEqual(subprocess.run([game, "/nowhere/probe.csv"], check=False).returncode, 3)
        self.assertEqual(subprocess.run([game, "/dev/full"], check=False).returncode, 3)

    def test_a_step_of_unknown_length_leaves_the_simulated_time_empty(self):
        calls = {**C, "step": "timestep_probe_count_step(&probe, i == 5 ? NAN : dt);"}
        call(self.built("game", "gcc -std=c99", "c", '#include "timestep_probe.h"\n#include <math.h>\n', calls), self.path / "a.csv")
        simulated = [line[4] for line in self.columns(self.path / "a.csv")[1:]]
        self.assertEqual([bool(cell) for cell in simulated], [i < simulated.index("") for i in range(600)])
        self.assertGreater(simulated.index(""), 3)

    def test_headers_in_a_wrong_order_are_one_error_with_what_to_do(self):
        done = subprocess.run(["gcc", "-std=c99", "-I", ROOT / "bindings/c", "-fsyntax-only", "-x", "c", "-"], capture_output=True, text=True, check=False,
                              input='#include <time.h>\n#include "timestep_probe.h"\n')
        self.assertIn("timestep_probe.h: include it before other headers", done.stderr)


if __name__ == "__main__":
    unittest.main()
