"""Attacks the demo with sound devices that are missing or fail, and with a slow X server: the demo must go on."""
import os
import pathlib
import selectors
import socket
import threading
import time
import unittest

from programs import DEMO, HAS_DEMO, Attack, environment

HEADLESS = ("--headless", "--size", "320x240", "--limit", "60", "--frames", "60", "--sound", "on", "--telemetry", "t.csv")
DELAY = 0.02  # s, added to each message between the display and its clients


@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Sound(Attack):
    def goes_on(self, **variables):
        code, error = self.run_one(DEMO, *HEADLESS, env=environment(**variables))
        ours = [line for line in error.splitlines() if "timestep_demo" in line]  # SDL and ALSA print messages, too
        self.assertEqual((code, ours), (0, []), variables)
        self.assertEqual(len((self.path / "t.csv").read_bytes().splitlines()), 61)

    def test_missing_sound(self):
        """Without a sound driver or device the demo runs without sound."""
        self.goes_on(SDL_AUDIODRIVER="no-such-driver")
        self.goes_on(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE="/no/such/folder/sound.raw")
        self.goes_on(SDL_AUDIODRIVER="alsa", AUDIODEV="no-such-device")

    def test_full_sound_device(self):
        """A full sound device ends the sound and not the demo."""
        self.goes_on(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE="/dev/full")


class SlowDisplay:
    """An X display in front of another one that delays all messages in both directions by DELAY."""

    def __init__(self, display):
        self.behind = f"/tmp/.X11-unix/X{display.removeprefix(':')}"
        self.number = next(n for n in range(600, 700) if not os.path.exists(f"/tmp/.X11-unix/X{n}"))
        self.name, self.passed = f":{self.number}", 0
        self.path = pathlib.Path(f"/tmp/.X11-unix/X{self.number}")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.pass_on, args=(client,), daemon=True).start()

    def pass_on(self, client):
        server = socket.socket(socket.AF_UNIX)
        server.connect(self.behind)
        with client, server, selectors.DefaultSelector() as both:
            both.register(client, selectors.EVENT_READ, server)
            both.register(server, selectors.EVENT_READ, client)
            while True:
                for key, _ in both.select():
                    said = key.fileobj.recv(1 << 20)
                    if not said:
                        return
                    time.sleep(DELAY)
                    self.passed += 1
                    key.data.sendall(said)

    def close(self):
        self.listener.close()
        self.path.unlink(missing_ok=True)


@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Slow(Attack):
    def test_slow_x_server(self):
        """A slow X server makes long frames and nothing else."""
        _, display = self.x_server()
        slow = SlowDisplay(display)
        self.addCleanup(slow.close)
        arguments = ("--live-frames", "this-pc", "--size", "320x240", "--frames", "40", "--telemetry", "t.csv", "--settings", "s.toml")
        self.assertEqual(self.run_one(DEMO, *arguments, env=environment(DISPLAY=slow.name)), (0, ""))
        self.assertGreater(slow.passed, 40)
        head, *rows = [line.split(",") for line in (self.path / "t.csv").read_text(encoding="ascii").splitlines()]
        self.assertEqual(len(rows), 40)
        frames = [int(row[head.index("frame_ns")]) for row in rows]
        self.assertGreater(max(frames), DELAY * 1e9)


if __name__ == "__main__":
    unittest.main(verbosity=2)
