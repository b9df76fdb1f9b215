"""Checks with readelf that both programs are built with the hardening options, which stop a program at a memory error."""
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import unittest

from programs import DEMO, HAS_DEMO, LAB, ROOT, is_sanitized

READELF = shutil.which("readelf")
PROGRAMS = [LAB, DEMO] if HAS_DEMO else [LAB]
WORDS = ["-fPIE", "-fstack-protector-strong", "-fstack-clash-protection", "-D_FORTIFY_SOURCE="]
WORDS += ["-fcf-protection=full"] if platform.machine() == "x86_64" else []


def read(program, *what):
    return subprocess.run([READELF, "--wide", *what, program], capture_output=True, text=True, check=True).stdout


def flags_of(program):
    """Returns the flags in the program's dynamic section, which the loader reads."""
    return re.search(r"\(FLAGS_1\)\s+Flags: (.*)", read(program, "--dynamic"))[1].split()


def commands():
    """Yields each of our sources with the command that compiled it, alone or in a batch, which includes its sources."""
    build = pathlib.Path(LAB).resolve().parent / "compile_commands.json"
    for entry in json.loads(build.read_text(encoding="utf-8")):
        file = pathlib.Path(entry["file"])
        batch = re.findall(r'#include "(.*)"', file.read_text(encoding="utf-8")) if file.parent.name == "Unity" else [file]
        for source in map(pathlib.Path, batch):
            if source.is_relative_to(ROOT / "src"):
                yield source.relative_to(ROOT).as_posix(), entry["command"]


@unittest.skipUnless(sys.platform == "linux", "the options are those of Linux")
@unittest.skipUnless(READELF, "readelf is missing: apt-get install binutils")
@unittest.skipIf(is_sanitized(), "sanitizers find more, and do not go with it")
class Hardened(unittest.TestCase):
    def test_programs_are_position_independent(self):
        for program in PROGRAMS:
            with self.subTest(program=pathlib.Path(program).name):
                self.assertRegex(read(program, "--file-header"), r"Type:\s+DYN ")
                self.assertIn("PIE", flags_of(program))

    def test_resolved_functions(self):
        """Function addresses are resolved at the start and read only."""
        for program in PROGRAMS:
            with self.subTest(program=pathlib.Path(program).name):
                self.assertIn("NOW", flags_of(program))
                self.assertIn("GNU_RELRO", read(program, "--program-headers"))

    def test_memory_protection(self):
        """No memory is writable and executable."""
        for program in PROGRAMS:
            with self.subTest(program=pathlib.Path(program).name):
                segments = [line for line in read(program, "--program-headers").splitlines() if re.match(r"\s+(LOAD|GNU_STACK)\b", line)]
                self.assertTrue(any("GNU_STACK" in line for line in segments))
                for line in segments:
                    flags = line.split("0x")[-2].partition(" ")[2]
                    self.assertFalse("W" in flags and "E" in flags, line)

    def test_overflows(self):
        """Stack and buffer overflows stop the program."""
        for program in PROGRAMS:
            with self.subTest(program=pathlib.Path(program).name):
                called = set(re.findall(r" UND (__\w+_chk(?:_fail)?)@", read(program, "--dyn-syms")))
                self.assertIn("__stack_chk_fail", called)
                self.assertGreater(len(called), 1, "no function of the system looks at the size of a buffer")

    def test_every_source_is_compiled_with_all_options(self):
        there = dict(commands())
        ours = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.cpp") if not path.name.endswith(("_windows.cpp", "_web.cpp"))}
        self.assertEqual(set(there), ours if HAS_DEMO else set(there) & ours,
                         "name each source of src in a module() or a program() of src/CMakeLists.txt, then run: cmake --preset release && "
                         "ctest --preset release -R '^attack_hardened$'")
        self.assertGreater(len(there), 100)
        for source, command in there.items():
            self.assertEqual([word for word in WORDS if word not in command], [], source)


if __name__ == "__main__":
    unittest.main(verbosity=2)
