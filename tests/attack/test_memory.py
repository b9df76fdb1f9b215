"""Checks that the demo's memory does not grow with the number of frames, how much memory a long recording needs, and that memory and
waiting time are limited for a hostile replay."""
import os
import pty
import signal
import subprocess
import unittest
import zlib

from programs import DEMO, HAS_DEMO, LAB, Attack, environment, is_sanitized, is_thorough

SIZES = {"1280x760": (200, 1000), "1920x1080": (200, 1000)} if is_thorough() else {"1280x760": (60, 360)}
SLACK_MB = 32  # a leaked frame takes at least 0.8 MB


@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Memory(Attack):
    def peak_mb(self, size, frames):
        """Returns the peak memory of a run on the real clock, which draws every frame."""
        command = [DEMO, "--headless", "--vsync", "off", "--size", size, "--frames", str(frames)]
        demo = subprocess.Popen(command, env=environment(), cwd=self.path, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(demo.pid, 0)
        demo.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(demo.returncode, 0)
        return usage.ru_maxrss / 1024

    def test_memory_does_not_grow_with_the_number_of_frames(self):
        for size, (few, many) in SIZES.items():
            with self.subTest(size=size):
                at_few, at_many = self.peak_mb(size, few), self.peak_mb(size, many)
                print(f"{size}: {at_few:.0f} MB in {few} frames, {at_many:.0f} MB in {many}")
                self.assertLess(at_many, at_few + SLACK_MB)


class LongRecording(Attack):
    """A frame takes 8 bytes in memory and, from 1 ms on, at least 8 in a frame_ns file. What was read of the file is released."""

    def test_inspecting_a_recording_takes_less_memory_than_1_2_times_its_size(self):
        block = "".join(f"{16_000_000 + i * 7919 % 1_400_000}\n" for i in range(100_000))
        path = self.path / "long.csv"  # in pieces, because memory of this process counts for the program after a fork
        with open(path, "w", encoding="ascii") as file:
            file.write("frame_ns\n")
            for _ in range(1120 if is_thorough() else 112):
                file.write(block)
        size_mb = path.stat().st_size / 1e6
        with open(os.devnull, "wb") as nothing:
            lab = subprocess.Popen([LAB, "inspect", path], env=environment(), cwd=self.path, stdout=nothing)
            _, status, usage = os.wait4(lab.pid, 0)
        lab.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(lab.returncode, 0)
        peak_mb = usage.ru_maxrss * 1024 / 1e6
        print(f"{size_mb:.0f} MB are inspected in {peak_mb:.0f} MB")
        if not is_sanitized():
            self.assertLess(peak_mb, 1.2 * size_mb)


def whole(value):
    """Returns a number as in a replay file: seven bits a byte, the lowest first."""
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def replay_of(payloads):
    """Returns a replay file with these payloads and correct checksums (docs/replay-files.md)."""
    file = line = b"timestep-replay 3\n"
    for payload in payloads:
        size = whole(len(payload))
        before = zlib.crc32(line) if file == line else 0
        file += size + bytes([zlib.crc32(size) & 0xFF]) + payload + zlib.crc32(payload, before).to_bytes(4, "little")
    return file


class HostileReplay(Attack):
    def test_the_largest_replay_takes_less_than_600_mb(self):
        block = 15_900_000  # bytes
        frame = whole(2_000_000)
        path = b"\0\0\0\1\0" + whole(15) + b"scene.stiffness" + b"\x019"
        one = b"\x42" + whole(1) + whole(0)
        count = block // 4
        resets = one + whole(count) + b"\0\0\0\0" * count + frame
        frames = b"\x02" + whole(block) + whole(0) + b"\0" * block
        count = block // 7
        sets = one + whole(count) + path + b"\0\0\0\1\0\x019" * (count - 1) + frame
        more = one + whole(count) + b"\0\0\0\1\0\x019" * count + frame
        for name, payloads in {"resets": [resets] * 4, "frames": [frames] * 4, "changes": [sets, more, more, more]}.items():
            with self.subTest(contents=name):
                file = self.write("hostile.replay", replay_of([b"\1\1", *payloads]))
                self.assertLess(file.stat().st_size, 64_000_000)
                lab = subprocess.Popen([LAB, "replay", file], env=environment(), cwd=self.path, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE)
                error = lab.stderr.read().decode()
                lab.stderr.close()
                _, status, usage = os.wait4(lab.pid, 0)
                lab.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(lab.returncode, 2)
                self.assertIn("needs more than 200 MB of memory", error)
                if not is_sanitized():
                    self.assertLess(usage.ru_maxrss / 1024, 600)

    def test_a_frame_of_a_million_steps_shows_progress_and_ends_at_ctrl_c(self):
        steps = 900_000
        frame = 15_000 * 10**9  # ns, at 60 steps a second
        block = b"\x02" + whole(1) + whole(steps) + whole(2 * frame) + b"\1\0\0\0" * (steps // 60)
        file = self.write("slow.replay", replay_of([b"\1\1loop.preset=phaser\nscene.name=storm\n", block]))
        self.assertLess(file.stat().st_size, 61_000)
        terminal, other = pty.openpty()
        lab = subprocess.Popen([LAB, "replay", "--verify", file], env=environment(TERM="xterm"), cwd=self.path, stdin=other,
                               stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        self.addCleanup(os.close, terminal)
        self.addCleanup(lab.kill)
        shown = b""
        while shown.count(b"running [") < 2:
            shown += os.read(terminal, 4096)
        self.assertIn(b"of 900001", shown)
        self.assertIsNone(lab.poll())
        lab.send_signal(signal.SIGINT)
        self.assertEqual(lab.wait(60), -signal.SIGINT)


if __name__ == "__main__":
    unittest.main(verbosity=2)
