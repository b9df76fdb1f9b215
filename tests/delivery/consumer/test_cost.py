#!/usr/bin/env python3
"""Checks what one preset adds to a game: lines for the preprocessor, and bytes of machine code. Nothing is timed."""
import pathlib
import tempfile
import unittest

from test_consumer import ROOT, call, compilers

MOST_LINES = 3000  # beyond <chrono>
MOST_BYTES = 199  # of a game's frame with the accumulator at -Os, the calls of its step included
FRAME = """
#include "timestep/presets/accumulator.hpp"
void step(double dt);
auto loop = timestep::presets::accumulator(timestep::hz(60));
void frame(timestep::Nanos time) { run_steps(loop.plan({.frame_time = time}), [](double dt) { step(dt); }); }
"""


class Cost(unittest.TestCase):
    def lines(self, header):
        """Returns the number of lines after preprocessing, without empty lines and line markers."""
        return len(call(compilers()[0], "-std=c++20", "-I", ROOT / "src", "-E", "-P", "-x", "c++", "-", input=f"#include {header}\n").splitlines())

    def test_a_preset_has_at_most_3000_lines_beyond_chrono(self):
        chrono = self.lines("<chrono>")
        for path in sorted((ROOT / "src/timestep/presets").glob("*.hpp")):
            with self.subTest(preset=path.stem):
                self.assertLessEqual(self.lines(f'"timestep/presets/{path.name}"') - chrono, MOST_LINES,
                                     f"src/timestep/presets/{path.name}: find the header that adds the lines with: "
                                     "g++ -std=c++20 -Isrc -E -H, and take what it needs from a smaller one")

    def test_a_frame_with_the_accumulator_has_fewer_than_200_bytes_at_os(self):
        with tempfile.TemporaryDirectory() as folder:
            for compiler in compilers():
                built = pathlib.Path(folder, "frame.o")
                call(compiler, "-std=c++20", "-Os", "-I", ROOT / "src", "-c", "-x", "c++", "-", "-o", built, input=FRAME)
                symbols = [line.split() for line in call("nm", "-S", built).splitlines()]
                size = sum(int(found[1], 16) for found in symbols if len(found) == 4 and found[2] in "TtWV")
                self.assertGreater(size, 50, symbols)
                self.assertLessEqual(size, MOST_BYTES, f"{compiler}: a function is not inlined any more, see [[gnu::always_inline]] in "
                                                       f"src/timestep: {symbols}")


if __name__ == "__main__":
    unittest.main()
