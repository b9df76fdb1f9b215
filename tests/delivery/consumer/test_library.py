#!/usr/bin/env python3
"""Compiles and runs each program of docs/library.md. A ```cpp block is a complete program; the ```text block below it is its output.
UPDATE_GOLDEN=1 writes the outputs again. PROGRAM=3 in the environment takes only the third program."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from test_consumer import ROOT, STRICT, call, compilers

PAGE = ROOT / "docs/library.md"
PROGRAM = re.compile(r"^```cpp\n(.*?)^```\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Small tools of the library that every game includes indirectly, and lists that only the laboratory needs.
INDIRECT = {"arithmetic", "basic_loop", "filters", "godot", "knob", "loop", "overload", "preset", "presets", "rounding", "step_plan", "time"}


class Library(unittest.TestCase):
    def test_every_program_compiles_without_a_warning_and_prints_the_lines_of_the_page(self):
        text = PAGE.read_text(encoding="utf-8")
        programs = PROGRAM.findall(text)
        self.assertEqual(len(programs), text.count("```cpp\n"), "docs/library.md: a ```cpp block without a ```text block below it")
        self.assertGreater(len(programs), 2)
        only = int(os.environ.get("PROGRAM", "0"))
        with tempfile.TemporaryDirectory() as folder:
            for number, (code, wanted) in enumerate(programs, 1):
                if only not in (0, number):
                    continue
                with self.subTest(program=number, code=code):
                    for compiler in compilers()[1:]:
                        call(compiler, *STRICT, f"-I{ROOT / 'src'}", "-fsyntax-only", "-x", "c++", "-", input=code)
                    program = pathlib.Path(folder) / f"program_{number}"
                    call(compilers()[0], *STRICT, "-pthread", f"-I{ROOT / 'src'}", "-x", "c++", "-", "-o", program, input=code)
                    printed = call(program, timeout=600, cwd=folder)  # some write files
                    if os.environ.get("UPDATE_GOLDEN"):
                        text = text.replace(f"```cpp\n{code}```\n```text\n{wanted}```", f"```cpp\n{code}```\n```text\n{printed}```")
                    else:
                        self.assertEqual(printed, wanted)
        if os.environ.get("UPDATE_GOLDEN"):
            PAGE.write_text(text, encoding="utf-8")

    def test_every_header_for_games_is_on_the_page(self):
        text = PAGE.read_text(encoding="utf-8")
        for header in sorted((ROOT / "src/timestep").glob("*.hpp")):
            if header.stem not in INDIRECT:
                self.assertTrue(f"`timestep/{header.name}`" in text,
                                f"timestep/{header.name}: add the header to the table of docs/library.md, with an example; "
                                "then run: UPDATE_GOLDEN=1 python3 tests/delivery/consumer/test_library.py")


if __name__ == "__main__":
    unittest.main()
