"""Common to all attacks: runs both programs in unusual ways, and checks what must always hold."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/release"
LAB = os.environ.get("TIMESTEP_LAB", str(BUILD / "timestep_lab"))
DEMO = os.environ.get("TIMESTEP_DEMO", str(BUILD / "timestep_demo"))
HAS_DEMO = DEMO != "" and pathlib.Path(DEMO).exists()
RECORDING = ROOT / "tests/recordings/formats/fixtures/presentmon_1.10.csv"
FRAMES = ROOT / "tests/recordings/formats/fixtures/frame_ns.csv"
REPLAY = ROOT / "tests/lab/replay/fixtures/v4.replay"
WINDOWLESS = ("--headless", "--virtual-clock")
PATIENCE = 600  # seconds; only a test that fails waits so long

for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):  # a script may have started the tests with these signals ignored
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


def is_thorough():
    """Returns whether long tests are complete: with TIMESTEP_THOROUGH=1 or in CI, as in tests/thorough.hpp."""
    return os.environ.get("TIMESTEP_THOROUGH", os.environ.get("CI", "")) not in ("", "0")


def is_sanitized():
    """Returns whether the programs have sanitizers, which reserve terabytes of memory."""
    return os.environ.get("TIMESTEP_SANITIZE", "") != ""


def environment(**more):
    kept = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "TIMESTEP_SETTINGS")}
    return dict(kept, **more)


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
        server, display = x_server()
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        return server, display

    def write(self, name, text):
        path = self.path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


def x_server():
    """Starts an X server that no other test uses; returns its process and its display name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        return server, ":" + pipe.readline().strip()


SIGPIPE = -signal.SIGPIPE
