"""Tests of a loop of the user's own: a program that runs the chosen lane, and the file that the user edits."""
import os
import pathlib
import stat
import subprocess
import sys
import time
import unittest

from demo import GuiTest
from x11 import clipboard

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "examples/your-loop/loop.py"
# Answers the greeting, then runs ANSWER for each line, which is in `line`.
PROGRAM = """import os, subprocess, sys, time
for line in sys.stdin:
    if line.startswith("hello"): print("hello 1 test", flush=True)
    else:
        ANSWER
"""
STEP = 'print("plan 1 0.016666666666666666 1", flush=True)'


def left_running(marker):
    """Returns the numbers of the processes that have the marker in their command line."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if marker.encode() in (process / "cmdline").read_bytes() and int(process.name) != os.getpid():
                found.append(int(process.name))
        except OSError:  # the process has just ended
            pass
    return found


class OwnLoop(GuiTest):
    def setUp(self):
        self.marker = f"own-loop-of-test-{os.getpid()}-{self._testMethodName}"

    def own_loop(self, answer, *options, more="off"):
        """A window whose chosen loop is a program, above `interpolated`."""
        program = self.path / "loop.py"
        program.write_text(PROGRAM.replace("ANSWER", answer.replace("\n", "\n        ")), encoding="utf-8")
        return self.window("--more", more, *options, "--lane-command", sys.executable, program, self.marker)

    def programs(self, w):
        """Returns the numbers of the loop's processes, without the window and the guards, which run the window's executable."""
        window = os.readlink(f"/proc/{w.process.pid}/exe")
        return [pid for pid in left_running(self.marker) if os.readlink(f"/proc/{pid}/exe") != window]

    def goes_on(self, w, lane="interpolated"):
        """Waits until the window and the other lane have gone on for a while."""
        start = w.number(f"shown.{lane}")
        w.wait_for(lambda: w.number(f"shown.{lane}") > start + 0.2, f"{lane} to go on")

    def check_ended(self):
        deadline = time.monotonic() + 10
        while left_running(self.marker) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(left_running(self.marker), [])

    def test_no_program_is_left_when_the_window_is_killed(self):
        begin = 'if "begun" not in os.environ: os.environ["begun"] = ""; subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]])'
        with self.assertRaisesRegex(AssertionError, "exit code -9"), self.own_loop(f"{STEP}\n{begin}") as w:
            self.goes_on(w)
            self.assertEqual(len(self.programs(w)), 2)
            w.process.kill()
        self.check_ended()

    def test_a_loop_is_begun_in_python_edited_and_seen_after_each_save(self):
        tools = self.path / "tools"
        tools.mkdir()
        opener = tools / "xdg-open"
        # An editor that leaves its parent and the session, as those that a desktop starts.
        opener.write_text(f'#!/bin/sh\necho "$1" >{self.path}/opened\nsetsid {sys.executable} -c "import time; time.sleep(1000)" {self.marker} &\n')
        opener.chmod(0o755)
        environment = {"PATH": f"{tools}:{os.environ['PATH']}"}
        with self.window("--folds", "loop", "--dock", "code", environment=environment.items()) as w:
            w.click("button.All 54 loops ...", sees="button.Python")
            w.click("button.Python", sees=("lane.your-own", "verdict.your-own=OK", "loop.your-own=on"))
            file = pathlib.Path(w.value("code.file"))
            self.assertEqual(stat.S_IMODE(file.parent.stat().st_mode), 0o700)
            self.assertEqual(file.read_text(encoding="utf-8"), EXAMPLE.read_text(encoding="utf-8"))
            w.wait_for((self.path / "opened").exists, "the editor")
            self.assertEqual((self.path / "opened").read_text(encoding="utf-8"), f"{file}\n")
            w.key("h", sees="verdict.your-own=* BEHIND*")
            file.write_text(file.read_text(encoding="utf-8").replace("0.25", "10"), encoding="utf-8")
            w.sees("verdict.your-own=OK")
            w.key("h", sees=("verdict.your-own=OK", "story.your-own=*. A freeze of *"))
            new = file.with_suffix(".new")
            new.write_text(file.read_text(encoding="utf-8") + "\ndef\n", encoding="utf-8")
            new.rename(file)
            w.sees(("verdict.your-own=STOPPED", "story.your-own=*SyntaxError*", f"code.output=*{file.name}*"))
            file.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
            w.sees("verdict.your-own=OK")
            w.click("loop.fixed", sees=("lane.fixed", "-lane.your-own", "loop.your-own=off"))
            w.click("loop.your-own", sees=("lane.your-own", "verdict.your-own=OK"))
            self.assertEqual(len(self.programs(w)), 1)  # the editor, which the end of a program has not ended
        (editor,) = left_running(self.marker)
        os.kill(editor, 9)

    def test_a_program_that_misbehaves_stops_its_lane_and_nothing_else(self):
        for answer, reason in (("while True: pass", "no answer to frame 1 within 1 s"), ("raise SystemExit(3)", "ended with exit code 3"),
                               ("os.kill(os.getpid(), 11)", "ended with exit code 139"), ('print("rubbish", flush=True)', "'rubbish' is not plan"),
                               ("while True: sys.stdout.write('x' * 1000000)", "has no line end within 1000 bytes"),
                               ('print("plan 1000000 0.001 0", flush=True)', "a window runs at most 10000"),
                               ("while True: print('plan 1 0.02 0', flush=True)", "was written before it was asked for")):
            with self.subTest(answer=answer), self.own_loop(answer) as w:
                w.sees(("verdict.your-own=STOPPED", f"story.your-own=*{reason}*"))
                self.goes_on(w)
            self.check_ended()

    def test_a_killed_program_is_started_again_by_r_and_ends_with_its_descendants(self):
        child = f"import time; time.sleep(1000)  # {self.marker}"
        answer = f'if sys.argv: subprocess.Popen([sys.executable, "-c", "{child}"], start_new_session=True)\nsys.argv.clear()\n{STEP}'
        with self.own_loop(answer) as w:
            w.sees("lane.your-own")
            self.goes_on(w)
            self.assertEqual(len(self.programs(w)), 2)
            for pid in self.programs(w):
                os.kill(pid, 9)
            w.sees(("verdict.your-own=STOPPED", "story.your-own=*exit code 137*"))
            w.key("r", sees="-verdict.your-own=STOPPED")
            w.wait_for(lambda: len(self.programs(w)) == 2, "the program")
            w.click("loop.fixed", sees="lane.fixed")
            w.wait_for(lambda: not self.programs(w), "the end of the program")
            w.click("button.More  M", sees="loop.your-own=off")
            w.click("loop.your-own", sees="verdict.your-own=OK*")
        self.check_ended()

    def test_time_waits_for_late_answers_and_for_the_start(self):
        with self.own_loop(f"time.sleep(0.02); {STEP}") as w:
            w.sees("story.your-own=an answer took longer than 4 ms*")
            self.goes_on(w, "your-own")
            self.assertLess(abs(w.number("shown.your-own") - w.number("shown.interpolated")), 0.1)
        self.check_ended()
        slow_start = PROGRAM.replace("import", "import time; time.sleep(3)\nimport", 1)
        (self.path / "slow.py").write_text(slow_start.replace("ANSWER", STEP), encoding="utf-8")
        with self.window("--more", "off", "--lane-command", sys.executable, self.path / "slow.py", self.marker) as w:
            w.sees("verdict.your-own=STARTING")
            self.assertEqual(w.number("shown.interpolated"), 0)
            self.goes_on(w)
        self.check_ended()
        with self.window("--more", "off", "--live-frames", "this-pc", "--lane-command", sys.executable, self.path / "slow.py", self.marker) as w:
            w.sees(("verdict.your-own=STARTING", "-verdict.your-own=STARTING"))
            w.wait_frames(30)
        self.assertLess(max(int(row["frame_ns"]) for row in w.rows if "paused" not in row["events"]), 1_000_000_000)
        self.check_ended()

    def test_it_runs_beside_other_loops_and_on_other_pcs(self):
        program = f"program={sys.executable}%20{self.path / 'loop.py'}%20{self.marker}"
        (self.path / "loop.py").write_text(PROGRAM.replace("ANSWER", STEP), encoding="utf-8")
        with self.window("--lane", "semi-fixed", "--lane", "interpolated", "--lane", program) as w:
            w.sees(("lane.semi-fixed", "lane.interpolated", "lane.your-own"))
            self.goes_on(w, "your-own")
            w.click("lanes.3", sees=("lanes.3=on", "loop.your-own=on"))
            start = w.number("shown.interpolated")
            w.click("button.Remove", sees=("-lane.your-own", "lane.semi-fixed", "loop.your-own=off"))
            w.wait_for(lambda: not self.programs(w), "the end of the program")
            w.key("ctrl+z", sees="lane.your-own")  # it joins: the others go on
            self.goes_on(w, "your-own")
            self.assertGreater(w.number("shown.interpolated"), start)
            self.assertEqual(len(self.programs(w)), 1)
            os.kill(self.programs(w)[0], 9)
            w.sees("verdict.your-own=STOPPED")
            self.goes_on(w, "semi-fixed")
            w.key("r", sees="-verdict.your-own=STOPPED")
            w.click("lane.your-own", sees="lane.your-own=on")
            w.click("button.Four PCs", sees="lanes.4")
            w.wait_for(lambda: len(self.programs(w)) == 4, "a program for each PC")
            w.click("button.Remove", sees="-lanes.4")
            w.wait_for(lambda: len(self.programs(w)) == 3, "the end of one program")
        self.check_ended()

    def test_a_replay_has_the_answers_and_plays_without_the_program(self):
        count = "n = globals().get('n', 0) + 1; print('plan', n % 3, 0.016666666666666666, 1, flush=True)"
        with self.own_loop(count) as w:
            w.sees("lane.your-own")
            w.click("button.More  M", sees="fold.loop=on")
            w.key("F7", sees="header=recording to *")
            self.goes_on(w, "your-own")
            w.key("h", "r")
            self.goes_on(w, "your-own")
            w.key("F7", sees="header=recorded *")
            replay = w.folder / "replay-1.replay"
            w.click("loop.fixed", sees="lane.fixed")
            w.wait_for(lambda: not self.programs(w), "the end of the program")
            w.key("F8", sees=("lane.replay", "loop.your-own=on", "loop.fixed=off"))
            w.wait_for(lambda: w.number("shown.replay") > 0.2, "the replay")
            w.key("bracketright", "w", sees="header=no what-if: only the program of this loop*")
            self.assertEqual(self.programs(w), [])
            self.assertNotIn(self.marker.encode(), replay.read_bytes())
            checked = subprocess.run([os.environ["TIMESTEP_LAB"], "replay", replay, "--verify"], capture_output=True, text=True)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
            self.assertIn("loop your-own", checked.stdout)
            again = [os.environ["TIMESTEP_LAB"], "replay", replay, "--verify", "--lane-command", sys.executable, self.path / "loop.py", self.marker]
            self.assertEqual(subprocess.run(again, capture_output=True, check=False).returncode, 0)
            program = self.path / "loop.py"
            program.write_text(program.read_text(encoding="utf-8").replace("% 3", "% 2"), encoding="utf-8")
            other = subprocess.run(again, capture_output=True, text=True, check=False)
            self.assertEqual(other.returncode, 1)
            self.assertIn("the program answers frame 2 differently", other.stdout)
        self.check_ended()

    def test_no_file_and_no_link_has_the_command(self):
        with self.own_loop(STEP, "--record-frames", "frames.csv") as w:
            w.sees("lane.your-own")
            w.click("button.More  M", sees="fold.loop=on")
            w.click("button.Copy set-up", sees="header=copied*")
            self.assertNotIn(self.marker, clipboard(self.server.display))
            w.key("bracketright", "F12")
            w.wait_for((w.folder / "timestep-1.png").exists, "a screenshot")
            w.wait_frames(60)
            for file in w.folder.rglob("*"):
                self.assertFalse(file.is_file() and self.marker.encode() in file.read_bytes(), file)
        self.assertNotIn(self.marker, w.kept)
        self.assertNotIn("your-own", w.kept)


if __name__ == "__main__":
    unittest.main()
