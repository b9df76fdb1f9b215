"""Checks with valgrind that readers of recordings, replays, lessons and settings use no uninitialised or invalid memory."""
import random
import shutil
import unittest

from programs import LAB, ROOT, Attack, is_sanitized, is_thorough

VALGRIND = shutil.which("valgrind")
FOUND = 99  # valgrind's exit code after it has found an error
RECORDINGS = sorted((ROOT / "tests/recordings/formats/fixtures").iterdir())
LESSON = ROOT / "tests/attack/fuzz/texts/lesson"  # its first byte selects the kind of text for the fuzzer


def damaged(text, seed):
    """Returns the first half of the text or more, with four random bytes changed."""
    dice = random.Random(seed)
    kept = bytearray(text[: dice.randrange(len(text) // 2, len(text))])
    for _ in range(4):
        kept[dice.randrange(len(kept))] = dice.randrange(256)
    return bytes(kept)


@unittest.skipUnless(VALGRIND, "valgrind is missing: apt-get install valgrind")
@unittest.skipIf(is_sanitized(), "sanitizers and valgrind exclude each other")
class Memcheck(Attack):
    def clean(self, *arguments):
        code, error = self.run_one(VALGRIND, "-q", f"--error-exitcode={FOUND}", "--", LAB, *arguments, timeout=600)
        self.assertIn(code, (0, 1, 2), error)  # 1: read, but not replayable

    def test_readers_of_recordings_are_clean_also_for_damaged_files(self):
        """One process reads all files, because starting valgrind takes as long as reading fifty of them."""
        self.clean("inspect", *RECORDINGS)
        for seed in range(5 if is_thorough() else 1):
            self.clean("inspect", *(self.write(path.name, damaged(path.read_bytes(), f"{path.name}{seed}")) for path in RECORDINGS))

    def test_the_reader_of_replays_is_clean_also_for_damaged_files(self):
        for path in sorted((ROOT / "tests/lab/replay/fixtures").iterdir()):
            if is_thorough():
                self.clean("replay", "--at", "1s", path)
            self.clean("replay", "--at", "1s", self.write(path.name, damaged(path.read_bytes(), path.name)))

    def test_the_reader_of_lessons_is_clean_also_for_damaged_files(self):
        self.clean("lesson", self.write("whole.toml", LESSON.read_bytes()[1:]))
        for seed in range(20 if is_thorough() else 1):
            self.clean("lesson", self.write("damaged.toml", damaged(LESSON.read_bytes()[1:], seed)))

    def test_the_reader_of_the_command_line_is_clean(self):
        self.clean("run", "--frames", "10", "--lag", "random:1ms..9ms+every:60:250ms", "--set", "scene.stiffness=900", "--lane", "fixed,hz=59.94")
        self.clean("run", "--frames", "10", "--lag", "random:1ms:", "--lane", "fixed,hz=")
        self.clean("export", "--loop", "interpolated", "--lang", "rust")

    def test_valgrind_finds_an_uninitialised_read(self):
        broken = self.write("broken.c", "#include <stdlib.h>\nint main(void) { int* p = malloc(4); return *p ? 0 : 3; }\n")
        compiler = shutil.which("cc")
        if compiler is None:
            self.skipTest("a C compiler is missing: apt-get install gcc")
        self.run_one(compiler, "-O0", "-o", "broken", broken)
        code, _ = self.run_one(VALGRIND, "-q", f"--error-exitcode={FOUND}", "--", self.path / "broken")
        self.assertEqual(code, FOUND)


if __name__ == "__main__":
    unittest.main(verbosity=2)
