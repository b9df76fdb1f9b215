"""Checks that a start that fails, or that records nothing, leaves every old file as it was: each output beside each flag that fails."""
import os
import re
import unittest

from programs import DEMO, FRAMES, HAS_DEMO, LAB, RECORDING, WINDOWLESS, Attack, environment, flags_of, help_of, is_thorough

OLD = b"old\n"
OLD_SETTINGS = b"nothing = known\n[\n"  # cannot be read, so that a start would set it aside
FFMPEG = "#!/bin/sh\nfor to; do :; done\ncat >\"${to#file:}\"\n"
OUTPUTS = {
    "--telemetry": "old.csv",
    "--record-frames": "old-frames.csv",
    "--record-replay": "old.replay",
    "--screenshot": "old.png",
    "--report-widgets": "old-widgets.csv",
    "--settings": "old.toml",
    "--film": "old.gif",
    "--script": "script.txt",  # takes a screenshot
}
GROWING = ("--telemetry", "--record-frames", "--record-replay")
# Flags that name a file, with values for which a start fails. Any other flag fails with the value "?!".
FAILING = {
    "--recording": ("missing", "folder", "damaged.csv"),
    "--replay": ("missing", "folder", "damaged.replay"),
    "--script": ("missing", "folder", "bad-script.txt", "no-folder-script.txt"),
    "--telemetry": ("folder", "missing/x"),
    "--record-frames": ("folder", "missing/x"),
    "--record-replay": ("folder", "missing/x"),
    "--screenshot": ("folder", "missing/x"),
    "--report-widgets": ("folder", "missing/x"),
    "--settings": ("folder", "missing/x"),
    "--film": ("folder/x.gif/y.gif", "missing/x.gif", "http:x.gif", "/dev/null/film"),
    "--guided": ("/dev/null/guided",),
}
NEVER_FAIL = ("--help", "--version", "--open")  # --open shows the reason in the window
# The outputs of timestep_lab, as a command that writes them.
WRITERS = {
    "run": (["run", "--lane", "fixed", "--seconds", "1", "--csv", "old.csv"], ["old.csv"]),
    "run, two lanes": (["run", "--lane", "fixed", "--lane", "plain", "--seconds", "1", "--csv", "old.csv"], ["old.fixed.csv", "old.plain.csv"]),
    "record": (["record", "old.replay", "--seconds", "1"], ["old.replay"]),
    "plan": (["plan", "--loop", "fixed", "--frames", FRAMES, "--csv", "old.csv"], ["old.csv"]),
    "convert": (["convert", RECORDING, "--to", "frame_ns", "-o", "old.csv"], ["old.csv"]),
    "report": (["report", RECORDING, "-o", "old.html"], ["old.html"]),
    "export": (["export", "--loop", "fixed", "-o", "old.hpp"], ["old.hpp"]),
}
# Flags of timestep_lab that take any text, or do not fail where they stand.
ANY_TEXT = {"--help", "--name", "--quiet"}

class Starts(Attack):
    def setUp(self):
        super().setUp()
        (self.path / "folder").mkdir()
        (self.path / "bin").mkdir()
        self.write("bin/ffmpeg", FFMPEG).chmod(0o755)
        self.write("damaged.csv", "frame_ns\n1\nx\n")
        self.write("damaged.replay", b"timestep-replay 5\n" + bytes(range(256)))
        self.write("bad-script.txt", "at 0 fly\n")
        self.write("no-folder-script.txt", "at 0 screenshot missing/x.png\n")
        self.write("script.txt", "at 0 screenshot old-script.png\n")
        self.old = {name: OLD for name in (*OUTPUTS.values(), "old-script.png") if name.startswith("old")}
        self.old["old.toml"] = OLD_SETTINGS

    def place(self, names):
        for name in names:
            self.write(name, self.old.get(name, OLD))

    def environment(self):
        return environment(PATH=f"{self.path / 'bin'}:{os.environ['PATH']}")

    def is_unchanged(self, names, before):
        for name in names:
            self.assertEqual((self.path / name).read_bytes(), self.old.get(name, OLD), name)
        self.assertEqual(sorted(p.name for p in self.path.iterdir()), before, "no file is added or renamed")

    def fails(self, program, command, names):
        self.place(names)
        before = sorted(p.name for p in self.path.iterdir())
        code, error = self.run_one(program, *command, env=self.environment())
        self.assertEqual(code, 2, f"{command}: {error}")
        self.is_one_line(error, program)
        self.is_unchanged(names, before)

@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Demo(Starts):
    WINDOW = (*WINDOWLESS, "--frames", "3", "--size", "320x240")

    def old_of(self, outputs):
        return [name for output in outputs for name in (["old-script.png"] if output == "--script" else [OUTPUTS[output]])]

    def failing(self):
        """Yields each flag with each value for which a start fails."""
        for flag in flags_of(DEMO):
            if flag not in NEVER_FAIL:
                for value in FAILING.get(flag, ("?!",)):
                    yield flag, value

    def each_pair(self):
        """Yields lists of outputs, and a flag that fails. In the thorough run each output is alone, else all are together."""
        for flag, value in self.failing():
            beside = [output for output in OUTPUTS if output != flag]
            if flag == "--replay":
                beside.remove("--record-replay")  # the two exclude each other
            alone = is_thorough() and flag in FAILING
            yield from (([output], flag, value) for output in beside) if alone else [(beside, flag, value)]

    def test_a_start_that_fails_changes_no_output_file(self):
        for outputs, flag, value in self.each_pair():
            with self.subTest(outputs=outputs, fails=flag, value=value):
                command = [f"{output}={OUTPUTS[output]}" for output in outputs]
                self.fails(DEMO, [*self.WINDOW, *command, f"{flag}={value}"], self.old_of(outputs))

    def test_exclusive_replays(self):
        """A recorded and a shown replay exclude each other."""
        self.fails(DEMO, [*self.WINDOW, "--record-replay=old.replay", "--replay=damaged.replay"], ["old.replay"])

    def test_empty_output(self):
        """An output without a frame is an error and its old file stays."""
        for shown in (["--loop", "fixed"], ["--lane", "fixed", "--lane", "variable"], ["--lesson", "fifty-on-sixty"]):
            for output in GROWING:
                with self.subTest(shown=shown, output=output):
                    name = OUTPUTS[output]
                    self.place([name])
                    code, error = self.run_one(DEMO, *self.WINDOW, *shown, output, name)
                    written = (self.path / name).read_bytes() != OLD
                    self.assertEqual(code, 0 if written else 2, error)
                    if not written:
                        self.is_one_line(error, DEMO)
                        self.assertIn(f"{output} {name}: not written, because", error)
                    self.assertTrue(written or "--lesson" in shown)

class Lab(Starts):
    def test_a_command_that_fails_changes_no_output_file(self):
        for name, (command, outputs) in WRITERS.items():
            for flag in flags_of(LAB, command[0]):
                if flag in ANY_TEXT:
                    continue
                with self.subTest(writer=name, fails=flag):
                    wrong = f"{flag}=missing/x" if flag in ("--csv", "--output") else f"{flag}=?!"
                    rest = [word for i, word in enumerate(command) if word not in ("-o", flag) and command[i - 1] not in ("-o", flag)]
                    self.fails(LAB, [*rest, wrong], outputs)

    def test_a_second_lanes_output_that_cannot_be_written_leaves_the_first_lanes_file(self):
        (self.path / "old.plain.csv").mkdir()
        self.fails(LAB, WRITERS["run, two lanes"][0], ["old.fixed.csv"])

    def test_a_recording_without_a_frame_leaves_the_old_file(self):
        self.fails(LAB, ["record", "old.replay", "--seconds", "0"], ["old.replay"])
        self.write("lesson.txt", "at 0 set lab.lesson fifty-on-sixty\n")
        self.fails(LAB, ["record", "old.replay", "--seconds", "1", "--script", "lesson.txt"], ["old.replay"])

if __name__ == "__main__":
    unittest.main(verbosity=2)
