"""A window that nobody sees does not grow: a run of many frames needs the memory of one of few."""
import os
import subprocess
import unittest

from programs import DEMO, HAS_DEMO, WINDOWLESS, Attack, environment, is_thorough

SIZES = {"1280x760": (500, 3000), "1920x1080": (500, 3000)} if is_thorough() else {"1280x760": (60, 360)}
SLACK_MB = 32  # a frame that is kept takes 0.8 MB and more


@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Memory(Attack):
    def peak_mb(self, size, frames):
        command = [DEMO, *WINDOWLESS, "--size", size, "--frames", str(frames)]
        demo = subprocess.Popen(command, env=environment(), cwd=self.path, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(demo.pid, 0)
        demo.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(demo.returncode, 0)
        return usage.ru_maxrss / 1024

    def test_many_frames_take_the_memory_of_few(self):
        for size, (few, many) in SIZES.items():
            with self.subTest(size=size):
                at_few, at_many = self.peak_mb(size, few), self.peak_mb(size, many)
                print(f"{size}: {at_few:.0f} MB in {few} frames, {at_many:.0f} MB in {many}")
                self.assertLess(at_many, at_few + SLACK_MB)


if __name__ == "__main__":
    unittest.main(verbosity=2)
