"""Makes files and clocks fail on purpose: each write is complete to the byte, or the program ends with one line of error."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from programs import DEMO, FRAMES, HAS_DEMO, LAB, RECORDING, WINDOWLESS, Attack, environment, is_sanitized, is_thorough

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
FILMED = (DEMO, *WINDOWLESS, "--frames", "40", "--size", "320x240")
WRITERS = {
    "run": (LAB, "run", "--lane", "fixed", "--seconds", "2", "--csv", "out"),
    "plan": (LAB, "plan", "--loop", "semi-fixed", "--frames", FRAMES, "--csv", "out"),
    "convert": (LAB, "convert", RECORDING, "--to", "frame_ns", "-o", "out"),
    "report": (LAB, "report", RECORDING, "-o", "out"),
    "export": (LAB, "export", "--loop", "interpolated", "--lang", "cpp", "-o", "out"),
    "record": (*FILMED, "--record-frames", "out"),
    "telemetry": (*FILMED, "--telemetry", "out"),
    "screenshot": (*FILMED, "--screenshot", "out"),
    "settings": (*FILMED, "--settings", "out"),
    # One frame: with more, a short report of an earlier frame would remain if only a longer one has no room on the disk.
    "widgets": (DEMO, *WINDOWLESS, "--frames", "1", "--size", "320x240", "--report-widgets", "out"),
}
WRITERS = {name: command for name, command in WRITERS.items() if command[0] == LAB or HAS_DEMO}
GROWING = ("record", "telemetry")  # written while the program runs, so a part remains


@unittest.skipUnless(COMPILER, "a C compiler is missing: apt-get install gcc")
@unittest.skipIf(is_sanitized(), "a sanitizer has functions of its own where faults would be")
class Faults(Attack):
    @classmethod
    def setUpClass(cls):
        cls.faults = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "faults.so"
        source = pathlib.Path(__file__).with_name("faults.c")
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", cls.faults, source, "-ldl"], check=True)

    def attacked(self, command, fault):
        """Returns exit code, standard error, the file's bytes (None if it does not exist), and the number of faults that were made."""
        room = pathlib.Path(tempfile.mkdtemp(dir=self.path))
        counted = self.path / "count"
        counted.unlink(missing_ok=True)
        preload = {"LD_PRELOAD": str(self.faults), "FAULT": fault, "FAULT_COUNT": str(counted)} if fault else {}
        code, error = self.run_one(*command, cwd=room, env=environment(**preload))
        out = room / "out"
        self.assertEqual([p.name for p in room.iterdir() if p.name.startswith(".")], [], "nothing is left beside the place")
        return code, error, out.read_bytes() if out.exists() else None, counted.stat().st_size if counted.exists() else 0

    def written(self, command):
        code, error, text, _ = self.attacked(command, None)
        self.assertEqual((code, error), (0, ""))
        self.assertTrue(text)
        return text

    def test_interrupted_writes(self):
        """Short and interrupted writes do not change the output."""
        for name, command in WRITERS.items():
            with self.subTest(writer=name):
                text = self.written(command)
                for fault in ("short", "interrupted"):
                    code, error, again, faults = self.attacked(command, fault)
                    self.assertGreater(faults, 0, fault)
                    self.assertEqual((code, error), (0, ""), fault)
                    self.assertEqual(again, text, fault)

    def test_a_disk_that_fills_up_at_any_byte_is_reported(self):
        for name, command in WRITERS.items():
            with self.subTest(writer=name):
                text = self.written(command)
                for room in (0, 1, len(text) // 2, len(text) - 1):
                    code, error, there, faults = self.attacked(command, f"full:{room}")
                    self.assertGreater(faults, 0)
                    self.assertEqual(code, 2, error)
                    self.is_one_line(error, command[0])
                    self.assertIn("No space left on device", error)
                    if name in GROWING and there is not None:  # there is no file if not even its first text fits
                        self.assertEqual(there, text[: len(there)])
                    elif name not in GROWING:
                        self.assertIsNone(there)

    def test_a_disk_that_fails_at_the_end_is_reported(self):
        for name, command in WRITERS.items():
            with self.subTest(writer=name):
                for fault in ("close", "rename"):
                    code, error, there, faults = self.attacked(command, fault)
                    if faults == 0:  # the output replaces no file, or is closed only when the program ends
                        continue
                    self.assertEqual(code, 2, f"{fault} {error}")
                    self.is_one_line(error, command[0])
                    if name not in GROWING:
                        self.assertIsNone(there)

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_jumps_of_the_realtime_clock_do_not_change_frame_times(self):
        command = (DEMO, "--headless", "--frames", "60", "--size", "320x240", "--loop", "interpolated", "--telemetry", "out")
        code, error, text, _ = self.attacked(command, "clock")
        self.assertEqual((code, error), (0, ""))
        rows = [line.split(",") for line in text.decode().splitlines()]
        frames = [int(row[rows[0].index("frame_ns")]) for row in rows[1:]]
        self.assertEqual(len(frames), 60)
        self.assertTrue(all(0 <= frame < 60_000_000_000 for frame in frames), frames)

    def frames_of(self, fault, *arguments):
        """Runs the demo on a real clock; returns each frame's row by column, and the number of faults that were made."""
        command = (DEMO, "--headless", "--size", "320x240", *arguments, "--telemetry", "out")
        code, error, text, faults = self.attacked(command, fault)
        self.assertEqual((code, error), (0, ""))
        head, *rows = [line.split(",") for line in text.decode().splitlines()]
        return [dict(zip(head, row)) for row in rows], faults

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_suspend(self):
        """A suspend of eight hours is accounted for and the demo goes on."""
        all_of_them = ("accumulator", "fixed", "variable", "interpolated", "semi-fixed", "plain")  # some seconds each
        for loop in all_of_them if is_thorough() else all_of_them[:1]:
            with self.subTest(loop=loop):
                rows, faults = self.frames_of("suspend", "--frames", "60", "--limit", "60", "--loop", loop)
                self.assertEqual((faults, len(rows)), (1, 60))
                slept = [int(row["frame_ns"]) for row in rows if int(row["frame_ns"]) > 3600 * 10**9]
                self.assertEqual(len(slept), 1)
                carried = 0
                for row in rows:
                    spent = sum(int(row[name]) for name in ("stepped_ns", "dropped_ns", "filter_error_ns"))
                    self.assertEqual(int(row["frame_ns"]), spent + int(row["carried_ns"]) - carried)
                    carried = int(row["carried_ns"])

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_an_interrupted_sleep_is_continued_to_its_end(self):
        rows, faults = self.frames_of("nap", "--frames", "30", "--limit", "30")
        self.assertGreater(faults, 30)
        self.assertGreaterEqual(sum(int(row["frame_ns"]) for row in rows[1:]), 28 * 1_000_000_000 // 30)

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_lost_opengl_context(self):
        """A lost OpenGL context is one line of error and everything is saved."""
        command = (DEMO, *WINDOWLESS, "--frames", "400", "--size", "320x240", "--record-frames", "out", "--settings", "s.toml")
        code, error, recorded, faults = self.attacked(command, "context")
        self.assertGreater(faults, 0)
        self.assertEqual(code, 2)
        self.is_one_line(error, DEMO)
        self.assertIn("OpenGL error 0x0507", error)
        self.assertGreater(len(recorded.splitlines()), 10)


if __name__ == "__main__":
    unittest.main(verbosity=2)
