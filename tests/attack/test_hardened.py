"""How the programs are built, so that a mistake in them ends in a stop: read from the programs themselves, with readelf."""
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
WORDS = ["-fPIE", "-fstack-protector-strong", "-fstack-clash-protection", "-D_FORTIFY_SOURCE="]
WORDS += ["-fcf-protection=full"] if platform.machine() == "x86_64" else []


def read(program, *what):
    return subprocess.run([READELF, "--wide", *what, program], capture_output=True, text=True, check=True).stdout


def flags_of(program):
    """What the program asks of whoever loads it."""
    return re.search(r"\(FLAGS_1\)\s+Flags: (.*)", read(program, "--dynamic"))[1].split()


def sources_in(file):
    """Itself, or those that are compiled together in it."""
    return re.findall(r'#include "(.*)"', file.read_text(encoding="utf-8")) if file.parent.name == "Unity" else [file]


def commands():
    """What compiled each of our sources, by its name."""
    build = pathlib.Path(LAB).resolve().parent / "compile_commands.json"
    for entry in json.loads(build.read_text(encoding="utf-8")):
        for source in map(pathlib.Path, sources_in(pathlib.Path(entry["file"]))):
            if source.is_relative_to(ROOT / "src"):
                yield source.relative_to(ROOT).as_posix(), entry["command"]


@unittest.skipUnless(sys.platform == "linux" and READELF, "there is no readelf here")
@unittest.skipIf(is_sanitized(), "sanitizers find more, and do not go with it")
class Hardened(unittest.TestCase):
    def each_program(self, attack):
        for program in [LAB, DEMO] if HAS_DEMO else [LAB]:
            with self.subTest(program=pathlib.Path(program).name):
                attack(program)

    def test_the_system_puts_it_where_it_likes(self):
        def attack(program):
            self.assertRegex(read(program, "--file-header"), r"Type:\s+DYN ")
            self.assertIn("PIE", flags_of(program))

        self.each_program(attack)

    def test_where_functions_are_is_known_at_the_start_and_written_by_nobody_after(self):
        def attack(program):
            self.assertIn("NOW", flags_of(program))
            self.assertIn("GNU_RELRO", read(program, "--program-headers"))

        self.each_program(attack)

    def test_nothing_that_can_be_written_can_be_run(self):
        def attack(program):
            segments = [line for line in read(program, "--program-headers").splitlines() if re.match(r"\s+(LOAD|GNU_STACK)\b", line)]
            self.assertTrue(any("GNU_STACK" in line for line in segments))
            for line in segments:
                flags = line.split("0x")[-2].partition(" ")[2]
                self.assertFalse("W" in flags and "E" in flags, line)

        self.each_program(attack)

    def test_a_stack_and_a_buffer_that_overflow_stop_it(self):
        def attack(program):
            called = set(re.findall(r" UND (__\w+_chk(?:_fail)?)@", read(program, "--dyn-syms")))
            self.assertIn("__stack_chk_fail", called)
            self.assertGreater(len(called), 1, "no function of the system looks at the size of a buffer")

        self.each_program(attack)

    def test_no_source_of_ours_is_compiled_without(self):
        there = dict(commands())
        ours = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.cpp")}
        self.assertEqual(set(there), ours if HAS_DEMO else set(there) & ours)
        self.assertGreater(len(there), 100)
        for source, command in there.items():
            self.assertEqual([word for word in WORDS if word not in command], [], source)


if __name__ == "__main__":
    unittest.main(verbosity=2)
