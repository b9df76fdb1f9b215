"""Checks that input that is too large, too deeply nested or endless is refused at once, in one line, with little memory."""
import os
import pathlib
import re
import resource
import signal
import subprocess
import unittest

from programs import DEMO, FRAMES, HAS_DEMO, LAB, PATIENCE, REPLAY, RECORDING, WINDOWLESS, Attack, environment, flags_of, help_of, is_sanitized, is_thorough

DEEP = {
    "dotted": "a." * 50_000 + "a = 1\n",
    "dotted, quadratic": "a." * 10_000 + "a = 1\n",
    "table": "[" + "a." * 50_000 + "a]\n",
    "lists": "a = " + "[" * 300_000,
    "tables within": "a = " + "{a=" * 300_000,
    "keys": "".join(f"a{i} = 1\n" for i in range(50_000)),
    "long": "#" * 1_000_001,
    "in a string, then not": 'a = "\\"' + "." * 100 + '"\n' + "b." * 10_000 + "b = 1\n",
}

def in_little_memory():
    if not is_sanitized():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))

class Limits(Attack):
    def test_lessons_that_are_too_large_are_refused(self):
        for name, text in DEEP.items():
            with self.subTest(text=name):
                error = self.refused(LAB, "lesson", self.write("x.toml", text), preexec_fn=in_little_memory)
                self.assertRegex(error, "nested deeper than 32|more than 10000 keys|longer than 1000000 bytes")

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_oversized_settings(self):
        """Settings that are too large are set aside and the demo starts."""
        for name, text in DEEP.items():
            with self.subTest(text=name):
                self.write("s.toml", text)
                code, error = self.run_one(DEMO, *WINDOWLESS, "--frames", "2", "--size", "320x240", "--settings", "s.toml")
                self.assertEqual(code, 0, error[:300])
                self.is_one_line(error, DEMO)
                self.assertIn("starting with the defaults", error)
                self.assertEqual((self.path / "s.toml.broken-1").read_text(encoding="utf-8"), text)
                self.assertIn("window.width", (self.path / "s.toml").read_text(encoding="utf-8"))
                (self.path / "s.toml.broken-1").unlink()

    def test_endless_files_are_refused(self):
        self.refused(LAB, "lesson", self.link("zero.toml"), preexec_fn=in_little_memory, says=["longer than 1000000 bytes"])
        if HAS_DEMO:
            self.refused(DEMO, "--headless", "--script", "/dev/zero", says=["longer than 1000000 bytes"])

    def link(self, name):
        os.symlink("/dev/zero", self.path / name)
        return self.path / name

    def test_a_line_of_megabytes_is_not_repeated_in_the_error(self):
        endless = self.write("long.csv", b"frame_ns\n" + b"1" * 50_000_000)
        self.refused(LAB, "plan", "--frames", endless, preexec_fn=in_little_memory, says=["long.csv:2: frame time", "does not fit into 64 bits"])
        for command in ("inspect", "rank", "plan --frames", "run --recording"):
            self.refused(LAB, *command.split(), self.write("rubbish.csv", b"x" * 50_000_000), preexec_fn=in_little_memory)

    def test_recordings_that_would_take_all_memory_are_refused(self):
        json = '{"Runs":[%s]}'
        texts = {
            "lines.json": "{}\n{" + '"a":[' * 2_000_000,
            "line.json": '{}\n{"a":[' + "1," * 9_000_000 + "1]}\n",
            "runs.json": json % ("{}," * 2_000_000 + "{}"),
            "text.json": json % ('{"CaptureData":{"MsBetweenPresents":["' + "1" * (60_000_000 if is_thorough() else 5_000_000) + '"]}}'),
            "open.json": "{" + '"a":[' * 2_000_000,
        }
        for name, text in texts.items():
            with self.subTest(file=name):
                self.refused(LAB, "inspect", self.write(name, text), preexec_fn=in_little_memory, says=[name])
                (self.path / name).unlink()

    def test_a_pipe_without_a_writer_is_waited_for_with_a_message(self):
        os.mkfifo(self.path / "pipe")
        demo = [DEMO, *WINDOWLESS, "--frames", "2", "--size", "320x240", "--replay"]
        for command, text in (([LAB, "plan", "--frames"], FRAMES), ([LAB, "inspect"], FRAMES), *[(demo, REPLAY)] * HAS_DEMO):
            for end in ("written", "stopped"):
                with self.subTest(command=command, end=end):
                    program = self.start(*command[1:], "pipe", program=command[0], stdout=subprocess.PIPE)
                    said, name = program.stderr.readline().decode(), pathlib.Path(command[0]).name
                    self.assertEqual(said, f"{name}: waiting for a program to write into pipe; press Ctrl+C to stop\n")
                    if end == "stopped":
                        program.send_signal(signal.SIGINT)
                    else:
                        (self.path / "pipe").write_bytes(text.read_bytes())
                    out, error = program.communicate(timeout=PATIENCE)
                    self.assertEqual((program.returncode, error), (0 if end == "written" else -signal.SIGINT, b""))
                    self.assertEqual(bool(out), end == "written" and command != demo)

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_invalid_replays(self):
        """The replays are damaged, of another format, another kind of file, too large, endless, a folder, or missing."""
        good = REPLAY.read_bytes()
        with open(self.path / "huge.replay", "wb") as file:
            file.write(good[:-10])
            file.truncate(400_000_000)
        (self.path / "folder.replay").mkdir()
        files = {self.write("damaged.replay", good[:300] + bytes([good[300] ^ 1]) + good[301:]): r"damaged\.replay:\d+: damaged",
                 self.write("newer.replay", good.replace(b"timestep-replay 5", b"timestep-replay 9", 1)): "has format 9.*use a newer timestep_lab",
                 self.write("foreign.replay", FRAMES.read_bytes()): "is not a replay file",
                 self.write("empty.replay", b""): "is not a replay file",
                 self.path / "huge.replay": "is longer than 64000000 bytes",
                 self.link("zero.replay"): "is longer than 64000000 bytes",
                 self.path / "folder.replay": "Is a directory",
                 self.path / "none.replay": "No such file"}
        for file, says in files.items():
            for command in ([DEMO, *WINDOWLESS, "--frames", "2", "--size", "320x240", "--replay", file], [LAB, "replay", file]):
                with self.subTest(file=file, program=command[0]):
                    self.assertRegex(self.refused(*command, preexec_fn=in_little_memory), says)

    def test_a_large_sparse_file_is_refused(self):
        hole = self.path / "hole.csv"
        with open(hole, "wb") as file:
            file.truncate(400_000_000 if not is_thorough() else 2_000_000_000)
        for command in (["inspect"], ["rank"], ["plan", "--frames"], ["run", "--recording"]):
            with self.subTest(command=command):
                self.refused(LAB, *command, hole, preexec_fn=in_little_memory, says=["hole.csv"])

    def test_empty_values_are_refused(self):
        for flag in ("--recording", "--csv", "--machine", "--set", "--seconds", "--frames"):
            for given in ([flag, ""], [f"{flag}="]):
                self.refused(LAB, "run", *given, says=[flag])
        for given in (["plan", "--frames", ""], ["plan", "--frames", FRAMES, "--csv", ""], ["inspect", ""], ["export", "-o", ""]):
            self.refused(LAB, *given)
        for flag in ("--settings", "--recording", "--script", "--record-frames", "--screenshot", "--film", "--telemetry", "--size", "--loop") * HAS_DEMO:
            for given in ([flag, ""], [f"{flag}="]):
                self.refused(DEMO, *WINDOWLESS, "--frames", "1", *given, says=[flag])

    def test_toggle_values(self):
        """Flags take on, off, true, false or no value."""
        no_value = r"(?: {2,}|\n +| (?=Excludes:|Needs:))[A-Z]"  # the text after the names begins with a capital letter
        commands = re.findall(r"^  ([a-z]+) {2,}", help_of(LAB).split("Subcommands:")[1], re.M)
        flags = [(LAB, (command,), flag) for command in commands for flag in flags_of(LAB, command, has=no_value)]
        flags += [(LAB, (), "--quiet")] + [(DEMO, (), flag) for flag in flags_of(DEMO, has=no_value)] * HAS_DEMO
        named = {flag for _, _, flag in flags}
        self.assertLessEqual({"--verify", "--check", "--time-balance", "--json", "--all", "--quiet", "--absolute"}, named)
        self.assertTrue(not HAS_DEMO or {"--headless", "--virtual-clock", "--fresh"} <= named)
        for program, command, flag in flags:
            for value in ("-1", "", *(("0", "1", "2", "yes", "no", "nan", "ON") if flag == "--time-balance" else ())):
                with self.subTest(command=command, flag=flag, value=value):
                    self.assertIn(flag, self.refused(program, *command, f"{flag}={value}"))
        for value, rows in (("on", 0), ("true", 0), ("off", 1), ("false", 1)):
            with self.subTest(value=value):
                self.assertEqual(self.run_one(LAB, "run", f"--time-balance={value}", "--seconds", "1", "--quiet=on")[0], 0)
                self.assertEqual(self.out.count("worst frame"), rows)

    def test_counts_that_no_run_can_reach_are_refused(self):
        for number in ("1" * 26, "1e13", "0", "-1", "1.5", "nan", "inf", "0x10", " 1", "1 ", "9223372036854775808"):
            self.refused(LAB, "run", f"--frames={number}", says=["--frames takes a whole number from 1 to 1e12"])
            self.refused(LAB, "rank", RECORDING, f"--top={number}", says=["--top takes a whole number from 1 to 1e12"])
            if HAS_DEMO:
                self.refused(DEMO, *WINDOWLESS, f"--frames={number}", says=["--frames takes a whole number from 1 to 1e12"])

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_without_a_display_there_is_one_line_of_error_in_every_session(self):
        for session in ({"WAYLAND_DISPLAY": "no-such-socket"}, {"DISPLAY": ":4711"}, {"DISPLAY": ":4711", "WAYLAND_DISPLAY": "none"}):
            with self.subTest(session=session):
                done = subprocess.run([DEMO], env=environment(**session), capture_output=True, text=True, timeout=PATIENCE, check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.is_one_line(done.stderr, DEMO)
                self.assertIn("no display", done.stderr)

    @unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
    def test_failing_opengl_drivers_are_one_line_of_error(self):
        _, display = self.x_server()
        for broken in ({"LIBGL_DRIVERS_PATH": "/nonexistent"}, {"GALLIUM_DRIVER": "none"}, {"LIBGL_ALWAYS_INDIRECT": "1"}):
            for where in ([], ["--headless"]):
                with self.subTest(broken=broken, where=where):
                    code, error = self.run_one(DEMO, *where, "--frames", "2", "--size", "320x240", env=environment(DISPLAY=display, **broken))
                    # Without a display not every variable breaks the driver, and Mesa 25 ignores LIBGL_DRIVERS_PATH.
                    if code != 0 or not (where or "LIBGL_DRIVERS_PATH" in broken):
                        self.assertEqual(code, 2, error)
                        self.is_one_line(error, DEMO)
                        self.assertIn("libgl1-mesa-dri", error)

    def test_an_application_name_that_a_spreadsheet_would_execute_is_written_as_text(self):
        for name in ("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)"):
            recording = self.write("x.csv", f"Application,ProcessID,SwapChainAddress,MsBetweenPresents\n\"{name}\",1,0x1,16.6\n" * 1)
            code, error = self.run_one(LAB, "convert", recording, "--to", "presentmon")
            self.assertEqual((code, error), (0, ""))
            self.assertIn("\n\"'" + name, self.out)

if __name__ == "__main__":
    unittest.main(verbosity=2)
