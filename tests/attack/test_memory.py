"""Checks that the demo's memory does not grow with the number of frames, and how much memory a long recording needs."""
import os
import subprocess
import unittest

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


if __name__ == "__main__":
    unittest.main(verbosity=2)
