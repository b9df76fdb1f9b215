#!/usr/bin/env python3
"""Checks the statements of docs/articles.md with the commands in articles.toml. TIMESTEP_LAB names the program."""
import pathlib
import random
import re
import resource
import time
import unittest

from statements import ROOT, Statements, TestFile

TEXT = (ROOT / "docs/articles.md").read_text(encoding="utf-8")
TESTS = TestFile(pathlib.Path(__file__).resolve().with_name("articles.toml"))
# The statement and the verdict of each row.
ROWS = [row for row in re.findall(r"(?m)^\| (.*) \| (.*) \|$", TEXT) if row[0] != "says"]


class Articles(Statements):
    def test_every_statement_is_confirmed(self):
        proofs = dict(TESTS.tables)
        self.begin(proofs.pop("recordings"))
        self.assertGreaterEqual(len(proofs), 140)
        told = [says for says, _ in ROWS]
        self.assertEqual(told, [says for says in proofs if says in told], f"a statement of docs/articles.md is not in {TESTS.name}, or in another order")
        for says, how in proofs.items():
            with self.subTest(says):
                self.check_proofs(how, lambda how, says=says: TESTS.at(f'["{says}', how), f"Correct docs/articles.md or {TESTS.name}")

    def test_the_page_counts_its_verdicts_correctly(self):
        for says, verdict in ROWS:
            self.assertRegex(verdict, r"^(holds\W.+|errs\b.+)", says)
        told = re.search(r"Of (\d+) statements [^.]* (\d+) err\.", TEXT)
        errs, count = sum(verdict.startswith("errs") for _, verdict in ROWS), len(TESTS.tables) - 1  # without the recordings
        self.assertEqual([int(number) for number in told.groups()], [count, errs])

    def test_doubling(self):
        """Doubling is exact and unequal parts are not."""
        dice = random.Random(1)
        unequal = 0
        for _ in range(100_000):
            v, dt, part = dice.uniform(-100, 100), dice.uniform(1e-4, 0.1), dice.uniform(0.1, 0.9)
            self.assertEqual(v * dt + v * dt, v * 2 * dt)
            unequal += v * (dt * part) + v * (dt - dt * part) != v * dt
        self.assertGreater(unequal, 10_000)

    def test_both_branches_of_the_canonical_listing_draw_the_same_moment(self):
        """The clocks of the printed listing, in whole ms, with steps of 10 ms and a restart after frames of over 100 ms."""
        chance, step, cur = random.Random(1), 10, 0
        now = newest = 0
        oldest = -step
        for _ in range(10_000):
            cur += chance.choice([1, 3, 7, 16, 33, 70, 250])
            if cur - now > 100:
                oldest, newest, now = oldest + cur - step - now, newest + cur - step - now, cur - step
            while cur - now >= step:
                now += step
                oldest, newest = newest, now
            extrapolated_by, interpolated_by = step + (cur - newest), cur - oldest
            self.assertEqual(extrapolated_by, interpolated_by)
            self.assertTrue(step <= interpolated_by < 2 * step)
            self.assertTrue(0 <= cur - newest < step)

    def test_only_a_sleep_gives_the_core_back(self):
        def given_back(wait):
            before = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
            for _ in range(5):
                wait()
            return resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw - before

        def spin():
            until = time.monotonic() + 0.002
            while time.monotonic() < until:
                pass
        self.assertGreaterEqual(given_back(lambda: time.sleep(0.002)), 5)
        self.assertEqual(given_back(spin), 0)


if __name__ == "__main__":
    unittest.main()
