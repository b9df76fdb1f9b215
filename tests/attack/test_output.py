"""What a program printed has arrived, or it says in one line that it has not, and exits with 2. Nobody's reading is quiet."""
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
    ["man"],
]
OF_DEMO = [["--help"], ["--version"], [*WINDOWLESS, "--frames", "3", "--telemetry", "-"]] + [["--guided", "pictures"]] * is_thorough()
USES = [(LAB, use) for use in OF_LAB] + [(DEMO, use) for use in OF_DEMO if HAS_DEMO]


class Output(Attack):
    def each(self):
        for program, use in USES:
            with self.subTest(program=program, use=list(map(str, use))):
                yield program, use

    def test_a_full_disk_is_one_line_and_2(self):
        for program, use in self.each():
            with open("/dev/full", "wb") as full:
                self.refused(program, *use, stdout=full, says=["the standard output", "No space left on device"])

    def test_a_closed_output_is_one_line_and_2(self):
        for program, use in self.each():
            self.refused(program, *use, stdout=None, preexec_fn=lambda: os.close(1), says=["the standard output"])

    def test_a_reader_who_is_gone_is_told_nothing_and_ends_it_by_its_signal(self):
        for program, use in self.each():
            read, write = os.pipe()
            os.close(read)
            self.assertEqual(self.run_one(program, *use, stdout=write), (SIGPIPE, ""))
            os.close(write)

    def test_a_reader_who_has_seen_enough_ends_it_by_its_signal(self):
        with subprocess.Popen([LAB, "plan", "--frames", self.long_recording()], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as lab:
            lab.stdout.readline()
            lab.stdout.close()
            self.assertEqual((lab.wait(60), lab.stderr.read()), (SIGPIPE, b""))

    def long_recording(self):
        return self.write("long.csv", "frame_ns\n" + "16666667\n" * 100_000)

    def test_where_nobody_can_be_told_the_exit_code_still_says_it(self):
        for program, _ in USES[:1] + USES[-1:]:
            with open("/dev/full", "wb") as full:
                for stderr in (full, subprocess.DEVNULL):
                    done = subprocess.run([program, "--no-such-flag"], stdout=full, stderr=stderr, check=False, cwd=self.path)
                    self.assertEqual(done.returncode, 2)

    def test_no_file_takes_the_place_of_a_stream_that_was_closed(self):
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
