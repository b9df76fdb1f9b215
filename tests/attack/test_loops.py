"""Checks that loops in other programs, settings at the ends of their ranges, and signals at any moment end in whole files and at most one line."""
import os
import random
import signal
import subprocess
import sys
import time
import unittest

from programs import FRAMES, LAB, RECORDING, Attack, is_sanitized, is_thorough

RUNS = 2000 if is_thorough() else 60
LOOP = '''import os, signal, sys, time
answers, at, fault = open(sys.argv[1]).read().split(chr(1)), int(sys.argv[2]), sys.argv[3]
if fault == "deaf":
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM): signal.signal(number, signal.SIG_IGN)
if fault == "session" and os.fork() == 0:
    os.setsid()
    time.sleep(1000)
frame = 0
for line in sys.stdin:
    if line.startswith("end"):
        time.sleep(1000 if fault == "deaf" else 0)
    elif line.startswith(("hello", "reset")):
        print("hello 1 x" if line.startswith("hello") else "reset", flush=True)
    elif line.startswith("frame"):
        frame += 1
        if frame == at and fault == "exit": sys.exit(3)
        if frame == at and fault == "close": os.close(1)
        if fault == "flood": sys.stdout.write("plan 1 0.01 1" + chr(10)) if frame >= at else None
        print(answers[frame % len(answers)] if frame >= at else "plan 1 0.016666666666666666 0.5", flush=True)
'''
NUMBERS = ("0", "1", "2", "-1", "1000000", "1000001", "1.5", "nan", "inf", "1e300", "-1e300", "0.016666666666666666", "1e-300", "", "36e6", "86400", "0x1", "9" * 30)
VALUES = (*NUMBERS, "1e-10", "5e-324", "0.0009", "0.001", "1ns", "86400s", "9e9s", "60000/1001", "1/0", "gc:1ns:1ns:0", "gc:1ms:1s", "wave:0..86400s:1ns", "break:1ns:86400s", "spike:0:86400s", "1s+" * 200 + "1s", "\x1b[31m")
PATHS = ("loop.hz", "loop.budget_ms", "machine.delay_ms", "machine.jitter_ms", "machine.limit_hz", "machine.more_lag", "machine.refresh_hz", "machine.render_cost_ms", "machine.step_cost_ms", "machine.display_ppm", "machine.vrr_floor_hz",
         "machine.housekeeping_ms", "clock.noise_ms", "sleep.late_ms", "scene.tap_every_ms", "scene.tap_length_ms", "scene.stiffness", "scene.speed", "pacer.rate", "pacer.nap", "lab.start_phase", "lab.seed")

class Loops(Attack):
    def setUp(self):
        super().setUp()
        self.random = random.Random(1)

    def ends_well(self, *arguments, stop=None):
        """Returns the exit code of a command that must end with at most one line, within a second of `stop`: (seconds, signal)."""
        program = self.start(*arguments, program=LAB, stdout=subprocess.DEVNULL)
        if stop:
            time.sleep(stop[0])
            program.send_signal(stop[1])
        error = program.communicate(timeout=600)[1].decode()
        self.assertIn(program.returncode, (0, 1, 2) + ((-stop[1],) if stop else ()), (arguments, error))
        if error:
            self.is_one_line(error, LAB)
        self.assertTrue(error or program.returncode != 2, arguments)
        self.assertEqual([p.name for p in self.path.iterdir() if p.name.startswith(".")], [], arguments)
        return program.returncode

    def loop(self, fault):
        """Returns the command of a loop that answers nonsense from some frame on."""
        r = self.random
        word = lambda: r.choice(("tail", "draw", "stepped", "carried", "dropped", "wait")) + "=" + r.choice((*NUMBERS, "latest", "none", str(-(2**63)), str(2**60)))
        plan = lambda: " ".join(("plan", r.choice(("1", *NUMBERS)), r.choice(("0.01", *NUMBERS)), r.choice(("0.5", *NUMBERS)), *(word() for _ in range(r.randrange(3)))))
        self.write("answers", chr(1).join(r.choice((plan(), plan(), "error x", "reset", "", "x" * 2000, "plan 1 0.01 1\nplan 1 0.01 1")) for _ in range(r.randint(1, 4))))
        return (sys.executable, self.write("loop.py", LOOP), "answers", str(r.choice((1, 2, 40))), fault)

    def left_running(self):
        folder, found = os.path.realpath(self.path), []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                found += [pid] if os.readlink(f"/proc/{pid}/cwd") == folder else []
            except OSError:  # it has just ended
                pass
        return found

    def test_a_loop_that_answers_nonsense_is_at_most_one_line_and_none_of_its_processes_is_left(self):
        commands = (("run", "--seconds", "2"), ("run", "--frames", "60", "--csv", "o.csv", "--assert", "your-own.speed > 0"), ("run", "--time-balance"), ("identify",), ("plan", "--frames", "60"), ("rank", RECORDING, "--loops", "fixed", "--hz", "60"))
        for _ in range(RUNS):
            loop = self.loop(self.random.choice(("none", "none", "exit", "close", "deaf", "session", "flood")))
            before = self.write("o.csv", "old\n").read_bytes()
            command = (*self.random.choice(commands), "--lane-command") if self.random.random() < 0.8 else ("conform", "--")
            self.ends_well(*command, *loop)
            self.assertTrue(self.contents("o.csv") == before or self.contents("o.csv").endswith(b"\n") and b"," in self.lines("o.csv")[0], command)
            self.assertEqual(self.left_running(), [], command)

    def test_when_the_lab_is_killed_all_processes_of_its_loop_end(self):
        for fault in ("none", "deaf", "session"):
            lab = self.start("run", "--seconds", "1000000", "--lane-command", *self.loop(fault)[:-2], "999999999", fault, program=LAB, stdout=subprocess.DEVNULL)
            self.wait_until(lab, lambda: len(self.left_running()) >= (4 if fault == "session" else 3), "the loop runs")
            lab.kill()
            lab.wait()
            while self.left_running():
                time.sleep(0.01)

    def test_settings_at_the_ends_of_their_ranges_give_frames_or_one_line_and_their_replays_run_again(self):
        for _ in range(RUNS * 3):
            settings = [word for _ in range(self.random.randint(1, 4)) for word in ("--set", f"{self.random.choice(PATHS)}={self.random.choice(VALUES)}")]
            self.ends_well("run", "--seconds", "1", *settings)
            if self.ends_well("record", "p.replay", "--seconds", "1", *settings) == 0:
                code, error = self.run_one(LAB, "replay", "--verify", "p.replay")
                self.assertTrue(code == 0 or "NaN" in self.out, (settings, self.out, error))

    @unittest.skipIf(is_sanitized(), "commands that compute for long")
    def test_a_signal_at_any_moment_ends_every_command_with_whole_files(self):
        commands = (("run", "--seconds", "1000000", "--csv", "o.csv"), ("run", "--starts", "10000", "--csv", "o.csv"), ("record", "p.replay", "--seconds", "1000000", "--vsync", "off"), ("faults",), ("rank", FRAMES),
                    ("run", "--scene", "storm", "--set", "scene.count=1000000", "--set", "scene.substeps=1000"))
        for _ in range(RUNS):
            self.write("o.csv", "old\n")
            loop = self.random.random() < 0.3
            command = ("run", "--seconds", "1000000", "--csv", "o.csv", "--lane-command", *self.loop("none")) if loop else self.random.choice(commands)
            self.ends_well(*command, stop=(self.random.random() ** 3, self.random.choice((signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT))))
            self.assertTrue(self.contents("o.csv").endswith(b"\n"), command)
            if self.contents("p.replay"):
                self.assertEqual(self.run_one(LAB, "replay", "--verify", "p.replay"), (0, ""))

    def test_measure_and_faults_and_starts_refuse_what_they_cannot_use_in_one_line(self):
        for _ in range(RUNS):
            log = self.write("m.log", "\n".join("measure: " + " ".join(self.random.choice((*NUMBERS, "60", "30", "a=1", "fps=60")) for _ in range(self.random.randint(0, 5))) for _ in range(20)))
            self.ends_well("measure", log)
            self.assertEqual(self.ends_well("faults", "--csv", "missing/o.csv"), 2)
            self.ends_well("run", "--starts", self.random.choice(("0", "1", "2", "10001", *NUMBERS)), "--frames", "9")
            self.ends_well("run", "--frames", "9", "--assert", self.random.choice(("fixed.speed", "a == ", "1 == 1", "interpolated.speed == nan", "(" * 5000 + "1")))

if __name__ == "__main__":
    unittest.main()
