#!/usr/bin/env python3
"""Checks `timestep_lab slow` with games that present nothing (fake_game.cpp): every way to a presenting call, every way to
start and to end, recordings, the page in the terminal, and refusals. No check depends on how fast the machine is: a frame is
at least as long as asked."""
import concurrent.futures
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import unittest

from lab import LAB, rows, slow

TESTS = LAB.parent / "tests"
GAME = pathlib.Path(os.environ.get("FAKE_GAME", TESTS / "fake_game"))
STATIC = pathlib.Path(os.environ.get("FAKE_STATIC", TESTS / "fake_static"))
SHIM = LAB.parent / "libtimestep_slow.so"
ROOT = pathlib.Path(__file__).resolve().parents[3]
LOCAL = {"FAKE_LOCAL": os.environ.get("FAKE_LOCAL", str(TESTS / "libfake_presenting_local.so"))}
MS = 1_000_000


def running(marker):
    """Returns the processes whose command line contains a text."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and marker.encode() in (entry / "cmdline").read_bytes() and int(entry.name) != os.getpid():
                found.append(int(entry.name))
        except OSError:
            pass
    return found


class Scratch(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="timestep-slow-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.csv = self.folder / "a.csv"

    def frames(self, mode, count, *options, **environment):
        """Runs the fake game in a mode, and returns its frames."""
        ran = slow("--csv", self.csv, *options, "--", GAME, mode, count, **LOCAL, **environment)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        table = rows(self.csv)
        for row in table:
            self.assertEqual(row["frame_ns"], row["own_ns"] + row["added_ns"])
        return table


class Shim(unittest.TestCase):
    def test_it_needs_only_the_c_library(self):
        needed = subprocess.run(["readelf", "-d", SHIM], capture_output=True, text=True, check=True).stdout
        libraries = set(re.findall(r"NEEDED.*\[(.*)\]", needed))
        self.assertLessEqual(libraries, {"libc.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"})

    def test_hooks(self):
        """It shows its hooks and nothing else."""
        shown = set(subprocess.run(["nm", "-D", "--defined-only", "--format=just-symbols", SHIM], capture_output=True, text=True,
                                   check=True).stdout.split())
        calls = set(re.findall(r'PresentingCall\{"(\w+)"', (ROOT / "src/sim/game/shared_game_memory.hpp").read_text(encoding="utf-8")))
        self.assertGreater(len(calls), 10)
        others = {"dlsym", "glXGetProcAddress", "glXGetProcAddressARB", "eglGetProcAddress", "vkNegotiateLoaderLayerInterfaceVersion"}
        self.assertEqual(shown, calls - {"vkQueuePresentKHR"} | others,
                         "each call of src/sim/game/shared_game_memory.hpp needs a TIMESTEP_HOOK in src/programs/slow/hooks_linux.cpp")

    def test_its_sources_have_less_than_900_lines(self):
        sources = list((ROOT / "src/programs/slow").glob("*.[ch]pp"))
        self.assertGreater(len(sources), 3)
        self.assertLess(sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources), 900)

    def test_without_a_page_it_changes_nothing(self):
        for page in (None, "/nowhere", "/dev/null", str(GAME)):
            environment = {k: v for k, v in {**os.environ, **LOCAL, "LD_PRELOAD": str(SHIM), "TIMESTEP_SLOW_PAGE": page}.items() if v}
            ran = subprocess.run([GAME, "linked", "50"], env=environment, capture_output=True, text=True, check=False)
            self.assertEqual((ran.returncode, ran.stdout), (0, "presented 50\nstate: 50\n"))


class Calls(Scratch):
    def test_nested_presents(self):
        """Nested calls are one frame and each frame is longer by the delay."""
        table = self.frames("linked", 30, "--delay", "3ms")
        self.assertEqual(len(table), 29)  # 30 pictures: a frame is the time from one to the next
        for row in table:
            self.assertGreaterEqual(row["added_ns"], 3 * MS)
            self.assertEqual((row["call"], row["slowed"], row["application"]), ("SDL_RenderPresent", "1", "fake_game"))

    def test_calls_that_a_game_looks_up_are_found(self):
        self.assertEqual({row["call"] for row in self.frames("looked-up", 20)}, {"SDL_RenderPresent"})
        self.assertEqual({row["call"] for row in self.frames("by-name", 20)}, {"glXSwapBuffers"})
        self.assertEqual(len(rows(self.csv)), 19)

    def test_updates_of_parts_are_one_frame(self):
        self.assertEqual(len(self.frames("parts", 20)), 19)

    def test_two_windows(self):
        """Windows of two threads are told apart and the busier is slowed down."""
        table = self.frames("threads", 400)
        slowed = [row for row in table if row["slowed"] == "1"]
        self.assertEqual({row["window"] for row in table}, {"1", "2"})
        self.assertEqual(len(table), 399 + 99)
        self.assertGreater(len(slowed), 300)

    def test_game_launchers(self):
        """A game in a fork, in a script and behind a launcher that ends is slowed down."""
        table = self.frames("forked", 10, "--delay", "2ms")
        self.assertEqual(len({row["process_id"] for row in table}), 2)
        self.assertEqual(len(table), 2 + 9)  # the child begins again: no frame ends with its first picture
        self.assertEqual(len(self.frames("orphan", 10)), 9)
        script = self.folder / "start.sh"
        script.write_text(f"#!/bin/sh\n'{GAME}' linked 3\nexec '{GAME}' \"$@\"\n", encoding="utf-8")
        script.chmod(0o755)
        ran = slow("--csv", self.csv, "--", script, "linked", "7")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(len(rows(self.csv)), 2 + 6)

    def test_forty_processes_have_forty_ids(self):
        ran = slow("--csv", self.csv, "--", "sh", "-c", 'for i in $(seq 40); do "$0" linked 2; done', GAME)
        self.assertEqual((ran.returncode, len({row["process_id"] for row in rows(self.csv)})), (0, 40), ran.stderr)

    def test_a_process_that_moves_its_arguments_in_memory_has_the_name_that_it_gives_itself(self):
        self.assertEqual({row["application"] for row in self.frames("renamed", 5)}, {"game.exe"})

    def test_vulkan_layers(self):
        """Vulkan searches its usual folders of layers, too, unless the user has named others."""
        variables = {"HOME": "/h", "XDG_CONFIG_HOME": None, "XDG_CONFIG_DIRS": None, "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/x:/usr/share"}
        ran = slow("--", "sh", "-c", "echo $VK_LAYER_PATH", VK_LAYER_PATH=None, **variables)
        self.assertEqual(ran.stdout.strip(), ":".join([str(SHIM.parent)] + [
            f"{parent}/vulkan/explicit_layer.d" for parent in ("/h/.config", "/etc/xdg", "/etc", "/d", "/x", "/usr/share")]))
        ran = slow("--", "sh", "-c", "echo $VK_LAYER_PATH", VK_LAYER_PATH="/mine", **variables)
        self.assertEqual(ran.stdout.strip(), f"{SHIM.parent}:/mine")

    def test_arguments_reach_the_game_as_they_are(self):
        words = ["--", "-x", "[1,2]", "", "two words", "--delay", "compare"]
        ran = slow("--", GAME, "linked", "1", *words)
        self.assertEqual([line[10:-1] for line in ran.stdout.splitlines() if line.startswith("argument")], words)


class Pc(Scratch):
    def test_lag_flags(self):
        """Spikes, jitter and a limit lengthen the frames that the flags name."""
        table = self.frames("linked", 25, "--spike", "6:9ms", "--jitter", "1ms")
        for number, row in enumerate(table, 1):
            if number % 6 == 0:
                self.assertGreaterEqual(row["added_ns"], 9 * MS)
        self.assertGreaterEqual(sum(row["frame_ns"] for row in self.frames("linked", 12, "--limit", "250", "--burn", "on")), 10 * 4 * MS)
        self.assertGreaterEqual(max(row["added_ns"] for row in self.frames("linked", 12, "--lag", "spike:5:8ms+2ms")), 10 * MS)

    def test_recorded_lag(self):
        """A recording makes each frame at least as long and the summary counts those that were longer."""
        recording = self.folder / "customer.csv"
        recording.write_text("frame_ns\n5000000\n1\n7000000\n", encoding="utf-8")
        ran = slow("--csv", self.csv, "--recording", recording, "--", GAME, "parts", 6)
        table = rows(self.csv)
        self.assertEqual([row["recorded_ns"] for row in table], [5 * MS, 1, 7 * MS, None, None])
        for row in table:
            self.assertGreaterEqual(row["frame_ns"], row["recorded_ns"] or 0)
        self.assertIn("3 frames follow the recording", ran.stderr)
        longer = sum(row["own_ns"] > row["recorded_ns"] for row in table[:3])
        self.assertGreaterEqual(longer, 1)  # a game with pauses of 3 ms cannot have a frame of 1 ns
        self.assertIn(f"; {longer} of these frames", ran.stderr)

    def test_the_lab_reads_what_it_has_recorded(self):
        self.frames("linked", 40, "--delay", "2ms")
        for command in ("inspect", "rank"):
            ran = subprocess.run([LAB, command, self.csv], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stderr)
        ran = subprocess.run([LAB, "inspect", "--json", self.csv], capture_output=True, text=True, check=True)
        self.assertIn('"timestep_lab slow"', ran.stdout)

    def test_sweep(self):
        """A sweep runs the game with each value and compares its end state."""
        ran = slow("--sweep", "delay=0,2,5", "--frames", "20", "--csv", self.csv, "--", GAME, "linked", 15)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        lines = [line.split() for line in ran.stdout.splitlines()]
        self.assertEqual([line[0] for line in lines], ["delay", "0", "2", "5"])
        self.assertEqual([line[-1] for line in lines[1:]], ["15"] * 3)
        self.assertGreaterEqual(min(row["added_ns"] for row in rows(self.folder / "a.delay=5.csv")), 5 * MS)

    def test_long_sweep_output(self):
        """A sweep reads the measures at the start of a long output and says if they are lost."""
        for length, found, lost in ((2, "abc", ""), (80, "-", "timestep_lab: the first [0-9]+ bytes of the game's output are lost: ")):
            ran = slow("--sweep", "delay=0", "--", "sh", "-c", f"echo state: abc; yes | head -c {length}000000; sleep 0.1", GAME)
            self.assertEqual((ran.returncode, ran.stdout.split()[-1]), (0, found), ran.stderr)
            self.assertRegex(ran.stderr, lost or "^$")

    def test_a_sweep_prints_the_measures_of_the_game_by_its_median_frame_rate(self):
        script = 'n=$(cat n); echo $((n + 1)) > n; "$0" linked 12; echo "measure: jump $n"; echo "measure: fall 2"'
        (self.folder / "n").write_text("1\n")
        sweep = ("--sweep", "delay=100,50,25,12", "--")
        ran = slow(*sweep, "sh", "-c", f"cd {self.folder}; {script}", GAME)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        jump, fall = ran.stdout.split("\njump\n")[1].split("\nfall\n")
        measured = [[float(cell) for cell in line.split()] for line in jump.splitlines()[1:5]]
        self.assertEqual(sorted(row[2] for row in measured), [1, 2, 3, 4])
        for fps, _, run, *_ in measured:
            self.assertLessEqual(fps, 1000 / (100, 50, 25, 12)[int(run) - 1])
        self.assertIn("error        none", fall)
        ran = slow("--tolerance", "10%", *sweep, "sh", "-c", f"cd {self.folder}; {script}", GAME)
        self.assertEqual((ran.returncode, ran.stdout.count(": exceeded"), ran.stdout.count(": met")), (1, 1, 1), ran.stderr)
        ran = slow(*sweep, "sh", "-c", '"$0" linked 3; echo measure: jump', GAME)
        self.assertEqual((ran.returncode, ran.stderr.count("\n")), (2, 1), ran.stderr)
        self.assertRegex(ran.stderr, "the output with delay=100:[0-9]+: after `measure:`")


class Probe(Scratch):
    def identified(self):
        return subprocess.run([LAB, "identify", self.csv], capture_output=True, text=True, check=True).stdout

    def test_joined_probe(self):
        """The probe of a game is joined with its frames, and the loop and its drops are named."""
        ran = slow("--csv", self.csv, "--delay", "3ms", "--spike", "25:600ms", "--", GAME, "probed", 100)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        table = rows(self.csv)
        self.assertEqual(len(table), 99)
        for row in table:
            self.assertEqual((row["slow_format"], row["loop_clock"]), ("3", "game"))
            self.assertAlmostEqual(row["simulated_ns"], int(row["steps"]) * 1e9 / 60, delta=1)
            self.assertGreaterEqual(float(row["alpha"]), 0.0)
            self.assertEqual(float(row["drawn"]), -float(row["camera"]))
        # The loop sees the frame of a spike as the next one, because it reads its clock at the start of a frame.
        spikes = [i for i, row in enumerate(table, 1) if row["added_ns"] >= 600 * MS]
        self.assertEqual(spikes, [25, 50, 75])
        for i in spikes:
            self.assertGreaterEqual(table[i]["loop_ns"], 600 * MS)
        named = "behaves as `interpolated`, 60 Hz, frames cut at 250 ms, in 100 % of "
        self.assertIn(named + "99 frames", self.identified())
        self.assertRegex(self.identified(), r"dropped 0\.[3-9]\d s at \d")
        self.assertIn("timestep_lab: the loop " + named + "100 frames", ran.stderr)
        # Only the first line is about the loop.
        self.assertEqual(ran.stderr.count("timestep_lab: the loop "), 1, ran.stderr)
        self.assertNotIn("no drawn positions are recorded", self.identified() + ran.stderr)

    def test_probeless_game(self):
        """A game without a probe has empty columns and is not identified."""
        self.assertEqual({row["loop_clock"] for row in self.frames("linked", 5)}, {""})
        ran = subprocess.run([LAB, "identify", self.csv], capture_output=True, text=True, check=False)
        self.assertEqual((ran.returncode, ran.stderr.count("\n")), (2, 1))
        self.assertIn(":1: there is no frame of a game with a probe; attach timestep/probe.hpp", ran.stderr)

    def test_a_sweep_says_where_the_game_begins_to_run_slow(self):
        ran = slow("--sweep", "delay=0,300", "--frames", "20", "--", GAME, "probed", 10000)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        lines = ran.stdout.splitlines()
        self.assertEqual(lines[0].split()[-4:], ["dropped,", "s", "exit", "state"])
        self.assertLess(float(lines[2].split()[6]), 0.97)  # a frame of 300 ms counts as 250 ms
        self.assertIn("runs in slow motion from delay=300 on", lines)


class Misuse(Scratch):
    """A game that damages what it shares with the lab is ended; it neither ends nor stops the lab."""

    def test_a_game_that_overwrites_the_shared_memory_is_ended_with_one_line(self):
        for byte in (-1, 0xff, 0x41):
            ran = slow("--seconds", "60", "--", GAME, "overwriting", byte, "marker-of-misuse", timeout=60)
            self.assertEqual((ran.returncode, ran.stderr),
                             (2, "timestep_lab: the game overwrote the memory that it shares with this program, and was ended\n"))
            self.assertEqual(running("marker-of-misuse"), [])

    def test_a_game_cannot_change_the_size_of_the_shared_memory(self):
        self.assertEqual(len(self.frames("resizing", 20)), 19)

    def test_a_game_that_makes_the_file_of_its_probe_endless_is_ended_with_one_line(self):
        ran = slow("--", GAME, "flooding", 1, timeout=120)
        self.assertEqual((ran.returncode, ran.stderr), (2, "timestep_lab: the game wrote over 1 GB to the file of its probe, and was ended\n"))

    def test_a_game_that_prints_without_end_stops_neither_the_time_limit_nor_a_signal(self):
        self.assertEqual(slow("--sweep", "delay=0", "--seconds", "300ms", "--", GAME, "printing", 1, timeout=60).returncode, 0)
        lab = subprocess.Popen([LAB, "slow", "--sweep", "delay=0", "--seconds", "600", "--csv", self.csv, "--", GAME, "printing", "1", "marker-of-prints"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while lab.poll() is None and not running("marker-of-prints"):
            time.sleep(0.01)
        lab.send_signal(signal.SIGTERM)
        lab.communicate(timeout=60)
        self.assertEqual((lab.returncode, running("marker-of-prints")), (-signal.SIGTERM, []))

    @unittest.skipUnless((ROOT.parent / "shared/cases/slow_evil_game.c").exists() and shutil.which("cc"), "the case is missing")
    def test_hostile_game(self):
        """The hostile game of the cases is ended and leaves no numbers that are none."""
        game = self.folder / "evil"
        subprocess.run(["cc", "-w", ROOT.parent / "shared/cases/slow_evil_game.c", "-o", game], check=True)
        for mode in "12345":
            ran = slow("--csv", self.csv, "--", game, mode, timeout=60)
            self.assertEqual((ran.returncode, ran.stderr.count("\n")), (2, 1), f"{mode}: {ran.stderr}")
            self.assertEqual("overwrote the memory" in ran.stderr, mode in "234", ran.stderr)


class Ends(Scratch):
    def test_the_exit_code_of_the_game_is_passed_on(self):
        self.assertEqual(slow("--", GAME, "linked", "3", FAKE_CODE="41").returncode, 41)
        self.assertEqual(slow("--", "sh", "-c", "kill -SEGV $$").returncode, 128 + signal.SIGSEGV)

    def test_a_program_that_fails_before_its_first_picture_has_ended_though_a_daemon_of_it_runs(self):
        self.assertEqual(slow("--", "sh", "-c", "setsid sleep 600 & exit 3", timeout=60).returncode, 3)

    def test_game_limits(self):
        """A game is ended after the frames or the time and has then not failed."""
        ran = slow("--frames", "20", "--csv", self.csv, "--", GAME, "linked", "100000000")
        self.assertEqual((ran.returncode, len(rows(self.csv))), (0, 20), ran.stderr)
        self.assertEqual(slow("--seconds", "200ms", "--", GAME, "linked", "2000000000").returncode, 0)
        ran = slow("--seconds", "300ms", "--", GAME, "frozen", "1")
        self.assertEqual((ran.returncode, ran.stderr), (0, "timestep_lab: no frame: the game presented fewer than two pictures\n"))

    def test_a_game_that_does_not_end_when_it_is_asked_to_is_killed(self):
        ran = slow("--frames", "5", "--", GAME, "stubborn", "1", "marker-of-stubborn")
        self.assertEqual(ran.returncode, 128 + signal.SIGKILL)
        self.assertIn("was killed", ran.stderr)
        self.assertEqual(running("marker-of-stubborn"), [])

    def test_exit_codes(self):
        """The exit code tells a crash or a kill also behind a launcher."""
        launched = (("--frames", "5", "--", "sh", "-c", 'trap "kill -ABRT $$" TERM; "$0" linked 2000000000 & wait', GAME),
                    ("--frames", "5", "--", "sh", "-c", 'trap "exit 0" TERM; "$0" stubborn 1 & wait', GAME),
                    ("--", "sh", "-c", '"$0" linked 5 &', GAME),
                    ("--frames", "5", "--", "sh", "-c", '"$0" linked 2000000000 &', GAME))
        self.assertEqual([slow(*arguments, FAKE_CODE="7").returncode for arguments in launched],
                         [128 + signal.SIGABRT, 128 + signal.SIGKILL, 7, 0])

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"), "only root can start a process of another user")
    def test_the_lab_ends_though_it_may_not_kill_a_process_of_another_user(self):
        pid = self.folder / "pid"
        script = f"setpriv --reuid 65534 --clear-groups sleep 600 & echo $! > {pid}; while [ $(stat -c %u /proc/$!) = 0 ]; do :; done; exit 3"
        ran = subprocess.run(["setpriv", "--bounding-set", "-kill", LAB, "slow", "--", "sh", "-c", script], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60, check=False)
        os.kill(int(pid.read_text()), signal.SIGKILL)
        self.assertEqual(ran.returncode, 3)

    def test_ended_orphans_do_not_stay_zombies_while_the_game_runs(self):
        zombies = 'grep -ls "^State:.Z" /proc/[0-9]*/status | xargs -r grep -hs "^PPid:" | grep -qw $PPID'
        script = f"for i in 1 2 3; do (true &); done; sleep 0.3; while {zombies}; do sleep 0.1; done"
        self.assertEqual(slow("--", "sh", "-c", script, timeout=60).returncode, 0)

    def test_signalled_game(self):
        """A signal to timestep_lab ends a game that takes its core and keeps the frames."""
        core = min(os.sched_getaffinity(0))
        lab = subprocess.Popen(["taskset", "-c", str(core), LAB, "slow", "--csv", self.csv, "--", GAME, "linked", "100000000", "marker-of-stop"], stderr=subprocess.PIPE)
        while lab.poll() is None and (not self.csv.exists() or self.csv.stat().st_size < 1000):
            time.sleep(0.01)
        lab.send_signal(signal.SIGINT)
        lab.communicate(timeout=60)
        self.assertEqual(lab.returncode, -signal.SIGINT)
        self.assertEqual(running("marker-of-stop"), [])
        self.assertGreater(len(rows(self.csv)), 1)

    def test_a_second_ctrl_c_kills_the_game_at_once(self):
        lab = subprocess.Popen([LAB, "slow", "--csv", self.csv, "--", GAME, "stubborn", "1", "marker-of-second"], stderr=subprocess.PIPE, text=True)
        while lab.poll() is None and (not self.csv.exists() or self.csv.stat().st_size < 1000):
            time.sleep(0.01)
        lab.send_signal(signal.SIGINT)
        self.assertEqual(lab.stderr.readline(), "timestep_lab: ending the game; Ctrl+C again kills it\n")
        lab.send_signal(signal.SIGINT)
        lab.communicate(timeout=60)
        self.assertEqual((lab.returncode, running("marker-of-second")), (-signal.SIGINT, []))

    @unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is missing: apt-get install xvfb")
    def test_xvfb(self):
        """Xvfb ends with timestep_lab and removes its socket."""
        for end in ("true", "kill -9 $PPID"):
            ran = slow("--xvfb", "--", "sh", "-c", f"echo $DISPLAY; {end}", DISPLAY=None, WAYLAND_DISPLAY=None)
            socket = pathlib.Path("/tmp/.X11-unix/X" + ran.stdout.strip()[1:])
            self.assertRegex(socket.name, "^X[0-9]+$")
            until = time.monotonic() + 60
            while end != "true" and socket.exists() and time.monotonic() < until:
                time.sleep(0.05)
            self.assertFalse(socket.exists())

    def fake_setpriv(self, script):
        """Returns a PATH with this script in place of setpriv, which starts Xvfb."""
        path = self.folder / "setpriv"
        path.write_text("#!/bin/sh\n" + script, encoding="utf-8")
        path.chmod(0o755)
        return {"PATH": f"{self.folder}:{os.environ['PATH']}"}

    def test_an_xvfb_that_does_not_start_is_named_with_the_command_to_try(self):
        ran = slow("--xvfb", "--", GAME, DISPLAY=None, WAYLAND_DISPLAY=None, **self.fake_setpriv("exit 1"))
        self.assertEqual((ran.returncode, ran.stderr), (2, "timestep_lab: --xvfb: Xvfb does not start; try it alone: setpriv --pdeathsig TERM Xvfb :99\n"))

    def test_ctrl_c_ends_the_wait_for_xvfb(self):
        script = f": > {self.csv}; exec {shutil.which('setpriv')} --pdeathsig TERM sleep 600"
        variables = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        lab = subprocess.Popen([LAB, "slow", "--xvfb", "--", GAME], env={**variables, **self.fake_setpriv(script)}, stderr=subprocess.PIPE, text=True)
        while lab.poll() is None and not self.csv.exists():
            time.sleep(0.01)
        lab.send_signal(signal.SIGINT)
        self.assertEqual((lab.communicate(timeout=60)[1], lab.returncode), ("", -signal.SIGINT))

    def test_a_game_whose_lab_is_killed_goes_on_without_lag(self):
        lab = subprocess.Popen([LAB, "slow", "--delay", "10ms", "--csv", self.csv, "--", GAME, "linked", "200000", "marker-of-orphan"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while lab.poll() is None and (not self.csv.exists() or len(self.csv.read_bytes()) < 500):
            time.sleep(0.01)
        lab.kill()
        lab.wait()
        end = time.monotonic() + 240  # with lag the game takes 2000 s
        while running("marker-of-orphan") and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(running("marker-of-orphan"), [])


class Page(Scratch):
    def test_keys_in_the_terminal_change_the_pc_while_the_game_runs(self):
        lab, terminal = pty.fork()
        if lab == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
            os.execv(LAB, [LAB, "slow", "--delay", "1ms", "--csv", self.csv, "--", GAME, "linked", "100000000"])  # at most 1000 fps
        shown = b""

        def read_until(text, table=None):
            nonlocal shown
            end = time.monotonic() + 60
            while time.monotonic() < end and not (text in shown if table is None else text in self.csv.read_text(encoding="utf-8")):
                if select.select([terminal], [], [], 0.05)[0]:
                    shown += os.read(terminal, 65536)
            self.assertIn(text, shown if table is None else self.csv.read_text(encoding="utf-8"))

        read_until(b"fps, frame p50")
        for key, event, page in ((b"\x1b[C", "delay 6 ms", b"delay 6 ms\r\n"), (b"hh", "hitch 500 ms", b""), (b" ", "lag off", b"lag off"),
                                 (b" ", "lag on", b"lag on"), (b"\x1b[D", "delay 1 ms", b"delay 1 ms")):
            os.write(terminal, key)
            read_until(event, table=True)
            read_until(page)
        os.write(terminal, b"q")
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:  # the terminal's program has ended
            pass
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(lab, 0)[1]), 0)
        table = rows(self.csv)
        events = " + ".join(row["event"] for row in table if row["event"])
        self.assertEqual(events, "delay 6 ms + hitch 500 ms + hitch 500 ms + lag off + lag on + delay 1 ms")
        for row in table:
            self.assertEqual(row["added_ns"] // (500 * MS), row["event"].count("hitch 500 ms"))


class Refusals(Scratch):
    def refused(self, why, *arguments):
        ran = slow(*arguments)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
        self.assertIn(why, ran.stderr)

    def program(self, name, mode, source=GAME):
        path = self.folder / name
        shutil.copy(source, path)
        path.chmod(mode)
        return path

    def test_programs_that_cannot_be_slowed_down_are_refused_in_one_line(self):
        self.refused("give the game after --")
        self.refused("is not an executable program", "--", "no-such-game")
        self.refused("is not an executable program", "--", self.program("data", 0o644))
        self.refused("is linked statically", "--", STATIC)
        self.refused("runs with the rights of another user", "--", self.program("setuid", 0o755 | stat.S_ISUID))
        self.refused("runs with the rights of another user", "--", self.program("setgid", 0o755 | stat.S_ISGID))
        old = self.program("old", 0o755)
        old.write_bytes(b"\x7fELF\x01\x01\x01" + bytes(100))
        self.refused("is a 32-bit program", "--", old)
        windows = self.program("game.exe", 0o755)
        windows.write_bytes(b"MZ" + bytes(100))
        self.refused("is a Windows program", "--", windows)

    def test_a_game_with_an_anti_cheat_tool_is_refused(self):
        game = self.program("game", 0o755)
        (self.folder / "EasyAntiCheat").mkdir()
        self.refused("never slow down a game on other people's servers", "--", game)

    def test_wrong_options_are_refused_in_one_line(self):
        self.refused("delay", "--delay", "9s", "--", GAME)
        self.refused("--frames takes a whole number", "--frames", "0", "--", GAME)
        self.refused("--sweep takes", "--sweep", "delay", "--", GAME)
        self.refused("setting", "--sweep", "delai=1,2", "--", GAME)
        self.refused("cannot be read", "--recording", self.folder / "none.csv", "--", GAME)
        self.refused("cannot be written", "--csv", self.folder / "none" / "a.csv", "--frames", 2, "--", GAME, "linked", 5)
        recording = self.folder / "a.csv"
        recording.write_text("frame_ns\n5000000\n", encoding="utf-8")
        self.refused("would be overwritten", "--recording", recording, "--csv", recording, "--", GAME)

    def test_kept_csv(self):
        """A CSV file stays if the game presents nothing."""
        self.csv.write_text("old\n", encoding="utf-8")
        self.refused(f"--csv {self.csv}: not written: the game presented fewer than two pictures", "--csv", self.csv, "--", "/bin/true")
        self.assertEqual(slow("--csv", self.csv, "--", "/bin/false").returncode, 1)
        self.assertEqual(self.csv.read_text(encoding="utf-8"), "old\n")

    def test_the_user_is_told_when_nothing_was_presented(self):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            runs = [pool.submit(slow, *arguments) for arguments in
                    (("--", GAME, "silent", 11), ("--csv", self.csv, "--", "sh", "-c", '(env -i "$0" silent 11; "$0" linked 5) &', GAME))]
        for ran in runs:
            self.assertEqual(ran.result().returncode, 0, ran.result().stderr)
            self.assertIn("the game presented no frame in 10 s: ", ran.result().stderr)
        self.assertIn(": it may present frames by a function that", runs[0].result().stderr)
        self.assertIn("/fake_game (process ", runs[1].result().stderr)
        self.assertEqual(len(rows(self.csv)), 4)  # the second game, whose launcher has ended long before its first picture


if __name__ == "__main__":
    unittest.main()
