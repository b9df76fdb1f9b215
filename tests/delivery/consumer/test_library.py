#!/usr/bin/env python3
"""Compiles and runs each program of docs/library.md and docs/questions. A ```cpp block is a complete program; the ```text block below it is
its output. UPDATE_GOLDEN=1 writes the outputs again. PROGRAM=3 in the environment takes only the third program of each page."""
import os
import pathlib
import re
import tempfile
import unittest

from test_consumer import ROOT, STRICT, call, compilers

PAGE = ROOT / "docs/library.md"
PAGES = [PAGE, *sorted((ROOT / "docs/questions").glob("*.md"))]
PROGRAM = re.compile(r"^```cpp\n(.*?)^```\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Small tools of the library that every game includes indirectly, and lists that only the laboratory needs.
INDIRECT = {"arithmetic", "basic_loop", "filters", "godot", "knob", "loop", "overload", "preset", "presets", "rounding", "step_plan", "time", "vectors"}


class Library(unittest.TestCase):
    def test_library_programs(self):
        """Every program compiles without a warning and prints the lines of the page."""
        only = int(os.environ.get("PROGRAM", "0"))
        for page in PAGES:
            text = page.read_text(encoding="utf-8")
            programs = PROGRAM.findall(text)
            self.assertEqual(len(programs), text.count("```cpp\n"), f"{page}: a ```cpp block without a ```text block below it")
            self.assertTrue(len(programs) > 2 or page != PAGE)
            with tempfile.TemporaryDirectory() as folder:
                for number, (code, wanted) in enumerate(programs, 1):
                    if only in (0, number):
                        with self.subTest(page=page.name, program=number, code=code):
                            printed = self.printed(code, pathlib.Path(folder) / f"program_{number}")
                            if os.environ.get("UPDATE_GOLDEN"):
                                text = text.replace(f"```cpp\n{code}```\n```text\n{wanted}```", f"```cpp\n{code}```\n```text\n{printed}```")
                            else:
                                self.assertEqual(printed, wanted)
            if os.environ.get("UPDATE_GOLDEN"):
                page.write_text(text, encoding="utf-8")

    def printed(self, code, program):
        """What a program prints, which all compilers accept without a warning."""
        for compiler in compilers()[1:]:
            call(compiler, *STRICT, f"-I{ROOT / 'src'}", "-fsyntax-only", "-x", "c++", "-", input=code)
        call(compilers()[0], *STRICT, "-pthread", f"-I{ROOT / 'src'}", "-x", "c++", "-", "-o", program, input=code)
        return call(program, timeout=600, cwd=program.parent)  # some write files

    def test_every_header_for_games_is_on_the_page(self):
        text = PAGE.read_text(encoding="utf-8")
        for header in sorted((ROOT / "src/timestep").glob("*.hpp")):
            if header.stem not in INDIRECT:
                self.assertTrue(f"`timestep/{header.name}`" in text,
                                f"timestep/{header.name}: add the header to the table of docs/library.md, with an example; "
                                "then run: UPDATE_GOLDEN=1 python3 tests/delivery/consumer/test_library.py")

    def test_every_example_has_fewer_than_120_lines(self):
        for program in (ROOT / "examples").glob("*.cpp"):
            self.assertLess(len(program.read_text(encoding="utf-8").splitlines()), 200 if program.stem == "five_loops" else 120, program.name)


if __name__ == "__main__":
    unittest.main()
