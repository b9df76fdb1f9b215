"""Common to all attacks: runs both programs in unusual ways, and checks what must always hold."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/programs/demo"))
from demo import Server, no_display  # pylint: disable=wrong-import-position,unused-import

BUILD = ROOT / "build/release"
LAB = os.environ.get("TIMESTEP_LAB", str(BUILD / "timestep_lab"))
DEMO = os.environ.get("TIMESTEP_DEMO", str(BUILD / "timestep_demo"))
HAS_DEMO = DEMO != "" and pathlib.Path(DEMO).exists()
RECORDING = ROOT / "tests/recordings/formats/fixtures/presentmon_1.10.csv"
FRAMES = ROOT / "tests/recordings/formats/fixtures/frame_ns.csv"
REPLAY = ROOT / "tests/lab/replay/fixtures/v5.replay"
WINDOWLESS = ("--headless", "--virtual-clock")
PATIENCE = 600  # seconds; only a test that fails waits so long

def is_thorough():
    """Returns whether the attacks run all their cases: with TIMESTEP_THOROUGH=1, not in CI, which has no time for them."""
    return os.environ.get("TIMESTEP_THOROUGH", "") not in ("", "0")

def is_sanitized():
    """Returns whether the programs have sanitizers, which reserve terabytes of memory."""
    return os.environ.get("TIMESTEP_SANITIZE", "") != ""

def environment(**more):
    return {key: value for key, value in no_display().items() if key != "TIMESTEP_SETTINGS"} | more

def help_of(program, *command):
    return subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True, env=environment()).stdout

def flags_of(program, *command, has=""):
    """Returns the long names of the flags that the program's help lists, if `has` matches after the name."""
    return re.findall(rf"^ +(?:-\w,)?(--[a-z-]+){has}", help_of(program, *command), re.M)

def little_freed_memory():
    """Returns the environment in which AddressSanitizer keeps at most 8 MB of freed memory (its default is 256 MB), so that a test can measure
    the memory of the program itself."""
    return {"ASAN_OPTIONS": ":".join([os.environ.get("ASAN_OPTIONS", ""), "quarantine_size_mb=8"])}

def unseen(text):
    """Returns the characters of a text that a terminal would execute instead of show, except line ends."""
    return [c for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c in "\u202e\u2028\u2066"]

class Attack(unittest.TestCase):
    def setUp(self):
        os.setpriority(os.PRIO_PROCESS, 0, 19)  # gives the processor to the tests beside this one that use a real clock
        self.folder = tempfile.TemporaryDirectory(prefix="timestep-attack-")
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def run_one(self, program, *arguments, timeout=PATIENCE, **more):
        """Returns the exit code (negative for a signal) and the standard error."""
        more = {"env": environment(), "cwd": self.path, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **more}
        command = [program, *map(os.fspath, arguments)]
        done = subprocess.run(command, stderr=subprocess.PIPE, timeout=timeout, check=False, **more)
        self.out = (done.stdout or b"").decode(errors="replace")
        return done.returncode, done.stderr.decode(errors="replace")

    def is_one_line(self, error, program):
        self.assertTrue(error.startswith(pathlib.Path(program).name + ": "), error[:300])
        self.assertEqual((error.count("\n"), error[-1]), (1, "\n"), error[:300])
        self.assertEqual(unseen(error), [], error[:300])

    def refused(self, program, *arguments, says=(), **more):
        code, error = self.run_one(program, *arguments, **more)
        self.assertEqual(code, 2, f"{arguments}"[:300] + f": {error[:300]}")
        self.is_one_line(error, program)
        for words in says:
            self.assertIn(words, error)
        return error

    def x_server(self):
        """Starts an X server that ends with the test; returns its process and its display name."""
        if not shutil.which("Xvfb"):
            self.skipTest("Xvfb is missing: apt-get install xvfb")
        server = Server("640x480")
        self.addCleanup(server.close)
        return server.process, server.display

    def start(self, *arguments, program=DEMO, **more):
        """Starts a program, by default the demo, that is killed at the end of the test."""
        more = {"env": environment(), "cwd": self.path, "stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE, **more}
        started = subprocess.Popen([program, *map(os.fspath, arguments)], **more)
        self.addCleanup(started.communicate)
        self.addCleanup(started.kill)
        return started

    def wait_until(self, program, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertIsNone(program.poll(), what)
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.01)

    def contents(self, name):
        """Returns the bytes of a file; none if it does not exist."""
        path = self.path / name
        return path.read_bytes() if path.exists() else b""

    def lines(self, name):
        return self.contents(name).split(b"\n")

    def frame_times(self, name):
        """Returns the column frame_ns of telemetry; none if it does not exist yet."""
        rows = [row.split(b",") for row in self.lines(name)[:-1]]
        return [int(row[rows[0].index(b"frame_ns")]) for row in rows[1:]]

    def write(self, name, text):
        path = self.path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

SIGPIPE = -signal.SIGPIPE
