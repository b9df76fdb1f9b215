"""Checks that output is complete, or that the program prints one line of error and exits with 2. A closed pipe ends it by SIGPIPE."""
import os
import subprocess
import unittest

from programs import DEMO, FRAMES, HAS_DEMO, LAB, RECORDING, SIGPIPE, WINDOWLESS, Attack, is_thorough

OF_LAB = [
    ["--help"],
    ["--version"],
    ["rank", "--help"],
    ["list"],
    ["list", "loops"],
    ["plan", "--frames", FRAMES],
    ["run", "--lane", "fixed", "--frames", "20"],
    ["run", "--lane", "fixed", "--frames", "20", "--json"],
    ["run", "--lane", "fixed", "--frames", "20", "--csv", "-"],
    ["run", "--lane", "fixed", "--frames", "20", "--time-balance"],
    ["inspect", RECORDING],
    ["inspect", RECORDING, "--json"],
    ["rank", RECORDING, "--hz", "60", "--loops", "fixed"],
    ["report", RECORDING, "--hz", "60", "--loops", "fixed", "-o", "-"],
    ["compare", RECORDING, RECORDING],
    ["convert", RECORDING, "--to", "frame_ns"],
    ["lesson", "fifty-on-sixty"],
    ["export", "--list"],
    ["export", "--loop", "fixed"],
    ["completion", "bash"],
]
OF_DEMO = [["--help"], ["--version"], [*WINDOWLESS, "--frames", "3", "--telemetry", "-"]] + [["--guided", "pictures"]] * is_thorough()
USES = [(LAB, use) for use in OF_LAB] + [(DEMO, use) for use in OF_DEMO if HAS_DEMO]


class Output(Attack):
    def each(self):
        for program, use in USES:
            with self.subTest(program=program, use=list(map(str, use))):
                yield program, use

    def test_full_disk(self):
        """A full disk is one line of error and exit code 2."""
        for program, use in self.each():
            with open("/dev/full", "wb") as full:
                self.refused(program, *use, stdout=full, says=["the standard output", "No space left on device"])

    def test_a_full_disk_is_not_blamed_on_a_flag_that_was_not_given(self):
        with open("/dev/full", "wb") as full:
            code, error = self.run_one(LAB, "plan", "--frames", self.long_recording(), stdout=full)
        self.assertEqual((code, "--csv" in error), (2, False), error)

    def test_closed_stdout(self):
        """A closed standard output is one line of error and exit code 2."""
        for program, use in self.each():
            self.refused(program, *use, stdout=None, preexec_fn=lambda: os.close(1), says=["the standard output"])

    def test_writing_to_a_closed_pipe_ends_the_program_by_sigpipe_without_a_message(self):
        for program, use in self.each():
            read, write = os.pipe()
            os.close(read)
            self.assertEqual(self.run_one(program, *use, stdout=write), (SIGPIPE, ""))
            os.close(write)

    def test_a_reader_that_closes_its_pipe_early_ends_the_program_by_sigpipe(self):
        with subprocess.Popen([LAB, "plan", "--frames", self.long_recording()], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as lab:
            lab.stdout.readline()
            lab.stdout.close()
            self.assertEqual((lab.wait(60), lab.stderr.read()), (SIGPIPE, b""))

    def long_recording(self):
        return self.write("long.csv", "frame_ns\n" + "16666667\n" * 100_000)

    def test_without_a_working_standard_error_the_exit_code_is_2(self):
        for program, _ in USES[:1] + USES[-1:]:
            with open("/dev/full", "wb") as full:
                for stderr in (full, subprocess.DEVNULL):
                    done = subprocess.run([program, "--no-such-flag"], stdout=full, stderr=stderr, check=False, cwd=self.path)
                    self.assertEqual(done.returncode, 2)

    def test_no_file_gets_the_number_of_a_closed_standard_stream(self):
        def close_all():
            for stream in (0, 1, 2):
                os.close(stream)

        command = [LAB, "run", "--lane", "fixed", "--frames", "5", "--csv", "rows.csv"]
        done = subprocess.run(command, cwd=self.path, preexec_fn=close_all, check=False)
        self.assertEqual(done.returncode, 2)
        rows = (self.path / "rows.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(rows), 6)
        self.assertEqual({row.count(",") for row in rows}, {rows[0].count(",")})


if __name__ == "__main__":
    unittest.main(verbosity=2)
