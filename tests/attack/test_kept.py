"""Checks that files written during a run are on the disk however the run ends, and that an output that cannot be written is one error."""
import json
import os
import resource
import signal
import subprocess
import time
import unittest

from programs import DEMO, HAS_DEMO, LAB, PATIENCE, WINDOWLESS, Attack, environment

RECORD = ("record", "p.replay", "--seconds", "360000", "--jitter", "3ms", "--vsync", "off")
FRAME = ["--headless", "--delay", "10ms"]
WRITTEN_BY_ANOTHER = "cannot be written: another program is writing this file; choose another name"

def little_room(size):
    """Returns a function that limits the size of the files of a process to `size` bytes, as a full disk does."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

class KeptWindowless(Attack):
    def test_a_killed_record_leaves_a_replay_that_runs_to_its_end(self):
        for moment in (0.02, 0.05, 0.1, 0.2, 0.3, 0.5):
            record = self.start(*RECORD, program=LAB)
            time.sleep(moment)
            record.kill()
            record.wait()
            path = self.path / "p.replay"
            if not path.exists() or path.stat().st_size == 0:
                continue  # the program had not begun to write
            code, error = self.run_one(LAB, "replay", "--verify", "p.replay")
            self.assertEqual((code, error), (0, ""))
            self.assertIn("cut short", self.out)

    def test_a_full_disk_leaves_a_replay_that_runs_up_to_its_last_complete_block(self):
        for size in (9000, 12_001, 15_002):
            error = self.refused(LAB, "record", "p.replay", "--seconds", "3600", "--jitter", "3ms", "--vsync", "off", preexec_fn=little_room(size))
            self.assertIn("p.replay: cannot be written: File too large", error)
            self.assertEqual((self.path / "p.replay").stat().st_size, size)
            self.assertEqual(self.run_one(LAB, "replay", "--verify", "--json", "p.replay"), (0, ""))
            self.assertFalse(json.loads(self.out)["ended"])
            self.assertGreater(json.loads(self.out)["hashes"], 1)

    def test_a_second_program_cannot_record_into_the_same_file(self):
        first = self.start(*RECORD, program=LAB)
        self.wait_until(first, lambda: len(self.contents("p.replay")) >= 10_000, "some blocks")
        self.refused(LAB, "record", "p.replay", says=["p.replay: " + WRITTEN_BY_ANOTHER])
        first.kill()
        first.wait()
        self.assertEqual(self.run_one(LAB, "replay", "--verify", "p.replay"), (0, ""))
        self.assertGreater((self.path / "p.replay").stat().st_size, 10_000)
        self.assertEqual(self.run_one(LAB, "record", "p.replay"), (0, ""))  # the first program has ended

@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Kept(Attack):
    def test_a_kill_loses_at_most_a_second_of_the_recording(self):
        demo = self.start(*FRAME, "--record-frames", "r.csv", "--telemetry", "t.csv")
        self.wait_until(demo, lambda: len(self.lines("r.csv")) > 30, "a second of recording")
        demo.send_signal(signal.SIGKILL)
        demo.wait()
        lines = self.lines("r.csv")
        self.assertEqual((lines[0], lines[-1]), (b"frame_ns", b""))
        recorded = [int(line) for line in lines[1:-1]]
        shown = self.frame_times("t.csv")
        # The loop starts with the first frame, and the time before it is the PC's. A frame is recorded before it is shown, and the row of
        # a frame waits until the next picture is on the screen.
        self.assertEqual(shown[0], 0)
        self.assertEqual(recorded[1 : len(shown)], shown[1 : len(recorded)])
        self.assertLessEqual(sum(recorded[len(shown) + 1 :]), 1_000_000_000)
        # The time since the last written frame, on the run's clock, without the frame in progress.
        lost = shown[len(recorded) :]
        self.assertLessEqual(sum(lost[:-1]), 1_000_000_000)

    def test_a_kill_leaves_a_replay_that_runs_up_to_its_last_second(self):
        script = self.write("d.txt", "".join(f"at {i / 5} grab {i % 3 - 1}\n" for i in range(40)))
        demo = self.start(*FRAME, "--script", script, "--record-replay", "p.replay", "--telemetry", "t.csv")
        self.wait_until(demo, lambda: len(self.lines("t.csv")) > 150, "two seconds of frames")
        demo.send_signal(signal.SIGKILL)
        demo.wait()
        self.assertEqual(self.run_one(LAB, "replay", "--verify", "--json", "p.replay"), (0, ""))
        replay = json.loads(self.out)
        shown = self.frame_times("t.csv")
        self.assertFalse(replay["ended"])
        self.assertGreater(replay["inputs"], 2)
        # The time since the last frame in the replay, without the frame in progress.
        self.assertLessEqual(sum(shown[replay["frames"] + 1 :]), 1_000_000_000)

    def test_a_file_that_the_demo_records_cannot_be_written_by_a_second_program(self):
        demo = self.start(*FRAME, "--record-replay", "p.replay")
        self.wait_until(demo, lambda: len(self.contents("p.replay")) > 100, "the first block")
        for second in ((DEMO, *WINDOWLESS, "--frames", "2", "--record-replay", "p.replay"), (LAB, "record", "p.replay")):
            self.refused(*second, says=["p.replay: " + WRITTEN_BY_ANOTHER])
        demo.send_signal(signal.SIGTERM)
        demo.wait(PATIENCE)
        self.assertEqual(self.run_one(LAB, "replay", "--verify", "--json", "p.replay"), (0, ""))
        self.assertTrue(json.loads(self.out)["ended"])

    def test_catchable_signals(self):
        """Every catchable signal keeps recording and settings and leaves no temporary file."""
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGUSR1, signal.SIGXCPU, signal.SIGALRM):
            with self.subTest(signal=stop.name):
                demo = self.start(*FRAME, "--record-frames", f"{stop.name}.csv", "--settings", f"{stop.name}.toml", "--telemetry", "t.csv")
                self.wait_until(demo, lambda: len(self.lines("t.csv")) > 5, "some frames")
                demo.send_signal(stop)
                self.assertIn(demo.wait(PATIENCE), (0, -stop))
                self.assertEqual(demo.stderr.read(), b"")
                # The telemetry of the same run is written frame by frame. If a frame draws for longer than the signal's deadline, only its
                # row is missing.
                self.assertIn(len(self.lines(f"{stop.name}.csv")) - len(self.lines("t.csv")), (0, 1))
                self.assertIn(b"window.width", (self.path / f"{stop.name}.toml").read_bytes())
                self.assertEqual([p.name for p in self.path.iterdir() if p.name.startswith(".")], [])
                (self.path / "t.csv").unlink()

    def test_killed_x_server(self):
        """A killed X server is one line of error and everything is saved."""
        server, display = self.x_server()
        command = ("--live-frames", "this-pc", "--size", "640x400", "--record-frames", "r.csv", "--telemetry", "t.csv", "--settings", "s.toml", "--film", "film")
        demo = self.start(*command, env=environment(DISPLAY=display))
        self.wait_until(demo, lambda: len(self.lines("t.csv")) > 30, "some frames")
        server.kill()
        self.assertEqual(demo.wait(PATIENCE), 2)
        self.assertEqual(demo.stderr.read(), b"timestep_demo: the connection to the display was lost; all open files are saved\n")
        shown, recorded = (len(self.lines(name)) for name in ("t.csv", "r.csv"))
        self.assertLessEqual(abs(recorded - shown), 1)  # the kill may come within a frame
        self.assertIn(b"window.width", (self.path / "s.toml").read_bytes())
        self.assertEqual([p.name for p in self.path.iterdir() if p.name.startswith(".")], [])

    def test_an_x_server_that_does_not_answer_after_a_signal_is_one_line_and_everything_is_saved(self):
        for stop in (signal.SIGTERM, signal.SIGINT):
            server, display = self.x_server()
            (self.path / "t.csv").unlink(missing_ok=True)
            script = self.write("d.txt", "at 0.2 set loop.hz 77\nat 0.3 grab 0.5\n")
            files = ("--record-frames", "r.csv", "--record-replay", "p.replay", "--telemetry", "t.csv", "--settings", "s.toml")
            demo = self.start("--live-frames", "this-pc", "--size", "640x400", "--script", script, *files, env=environment(DISPLAY=display))
            self.wait_until(demo, lambda: sum(self.frame_times("t.csv")) > 1_000_000_000, "the acts of the script")
            server.send_signal(signal.SIGSTOP)
            self.addCleanup(server.send_signal, signal.SIGCONT)
            count = -1
            while count != (count := len(self.lines("t.csv"))):
                time.sleep(0.5)
            demo.send_signal(stop)
            self.assertEqual(demo.wait(PATIENCE), 2)
            self.assertEqual(demo.stderr.read(), b"timestep_demo: the display does not answer; all open files are saved\n")
            # Each frame is recorded before it is shown, and the row of a frame waits until the next picture is on the screen.
            self.assertGreaterEqual(len(self.lines("r.csv")), count)
            self.assertIn(b"77", self.contents("s.toml"))
            self.assertEqual(self.run_one(LAB, "replay", "--verify", "--json", "p.replay"), (0, ""))
            self.assertTrue(json.loads(self.out)["ended"])
            server.send_signal(signal.SIGCONT)

    def test_read_only_folder(self):
        """Keys that write into a read-only folder report it and the demo goes on."""
        _, display = self.x_server()
        keys = "".join(f"at {0.1 * i:.1f} key {key}\n" for i, key in enumerate(("F9", "F9", "F12", "F10", "F10"), 1))
        script = self.write("d.txt", keys + "at 1 quit\n")
        rows = self.path / "t.csv"
        command = [DEMO, "--virtual-clock", "--size", "320x240", "--script", script, "--telemetry", rows]
        for film in ((), ("--film", self.path / "film")):  # with --film, the first F10 ends its film
            done = subprocess.run([*command, *film], env=environment(DISPLAY=display), cwd="/proc/self", capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertGreater(len(rows.read_bytes().splitlines()), 50)  # over a second of frames: the demo went on to its end

# A fake ffmpeg: writes its input to its last argument, or fails as the variable FFMPEG says.
FFMPEG = """#!/bin/sh
for to; do :; done
case "$to" in file:/*) ;; *) echo "no file: $to" >&2; exit 3 ;; esac
case "$FFMPEG" in
fails) cat >/dev/null; printf '\\033[31mfirst\\nsecond\\n' >&2; exit 1 ;;
dies) kill -9 $$ ;;
writes-nothing) exec cat >/dev/null ;;
*) { printf GIF8; cat; } >"${to#file:}" || { cat >/dev/null; exit 1; } ;;
esac
"""

@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Films(Attack):
    def setUp(self):
        super().setUp()
        (self.path / "bin").mkdir()
        self.write("bin/ffmpeg", FFMPEG).chmod(0o755)
        self.room = self.path / "room"
        self.room.mkdir()

    def environment(self, how=""):
        return environment(PATH=f"{self.path / 'bin'}:{os.environ['PATH']}", FFMPEG=how)

    def film(self, name, how="", **more):
        arguments = [*WINDOWLESS, "--frames", "12", "--size", "320x240", f"--film={name}"]
        return self.run_one(DEMO, *arguments, env=self.environment(how), cwd=self.room, **more)

    def is_refused(self, name, how, says, **more):
        code, error = self.film(name, how, **more)
        self.assertEqual(code, 2, error)
        self.is_one_line(error, DEMO)
        self.assertIn(says, error)
        self.assertEqual(list(self.room.iterdir()), [])

    def test_a_films_name_is_only_a_file_name(self):
        for name in ("pipe:1.gif", "file:y.gif", "http://localhost/y.gif", "concat:a.gif", "pipe:2.webp"):
            self.is_refused(name, "", "write ./ before it")
        for name in ("-x.gif", "./pipe:1.gif", "a b'\"$(id)%03d.gif", "[x].webp", f"{self.room}/y.gif"):
            with self.subTest(name=name):
                self.assertEqual(self.film(name), (0, ""))
                self.assertEqual((self.room / name).read_bytes()[:4], b"GIF8")

    def test_failing_ffmpeg(self):
        """A failing FFmpeg is one line of error and leaves no film."""
        self.is_refused("x.gif", "fails", "x.gif: no film can be written; ffmpeg failed: ?[31mfirst")
        self.is_refused("x.gif", "dies", "x.gif: no film can be written; ffmpeg failed: another program ended it")
        self.is_refused("x.gif", "writes-nothing", "x.gif: no film can be written; ffmpeg wrote nothing")

    def test_a_film_on_a_full_disk_is_one_line_of_error(self):
        self.is_refused("x.gif", "", "x.gif: no film can be written; ffmpeg failed: ", preexec_fn=little_room(2000))

    def test_terminal_interrupt(self):
        """Ctrl+C in the terminal ends the film and keeps it."""
        command = (*FRAME, "--size", "320x240", "--film", "x.gif", "--telemetry", "t.csv")
        demo = self.start(*command, env=self.environment(), cwd=self.room, start_new_session=True)
        self.wait_until(demo, lambda: len(self.lines("room/t.csv")) > 30, "some frames")
        os.killpg(demo.pid, signal.SIGINT)  # as a terminal does: sent to the whole process group
        self.assertEqual((demo.wait(PATIENCE), demo.stderr.read()), (0, b""))
        self.assertEqual((self.room / "x.gif").read_bytes()[:4], b"GIF8")
        self.assertEqual(sorted(p.name for p in self.room.iterdir()), ["t.csv", "x.gif"])

if __name__ == "__main__":
    unittest.main(verbosity=2)
