"""Checks that random input does not end the demo, and that the acts that end a program are reduced correctly."""
import itertools
import os
import pathlib
import unittest

from monkey import DROPPED, drive, end_of, last_that_fail, shortest, shrink
from programs import DEMO, HAS_DEMO, is_sanitized, is_thorough


class Shrinking(unittest.TestCase):
    def test_monkey_minimum(self):
        """A reduced list fails and none of its acts can be left out."""
        acts = list(range(40))
        for needed in ((0,), (39,), (3, 17), (0, 1, 2), (5, 20, 21, 38), tuple(range(10, 30))):
            few = shrink(acts, lambda some, needed=needed: set(needed) <= set(some))
            self.assertEqual(tuple(few), needed)

    def test_a_failure_with_two_alternative_causes_is_reduced_to_one(self):
        self.assertEqual(len(shrink(list(range(20)), lambda some: 4 in some or 11 in some)), 1)

    def test_the_order_of_acts_is_kept(self):
        def fails(some):
            return any(a > b for a, b in itertools.pairwise(some))

        few = shrink([1, 2, 9, 3, 4, 8, 5], fails)
        self.assertEqual(len(few), 2)
        self.assertTrue(fails(few))

    def test_the_last_acts_are_tried_first(self):
        tried = []

        def fails(some):
            tried.append(len(some))
            return 90 in some

        self.assertEqual(last_that_fail(list(range(100)), fails), list(range(84, 100)))
        self.assertEqual(tried, [1, 2, 4, 8, 16])


ONCE_ENDED_IT = {  # acts that ended the demo in the past, reduced
    "a window lower than the gaps between its lanes": ["key c", "key m", "key c", "size 697 166"],
    "a window with no room for the stage": ["key m", "size 1051 155"],
}


@unittest.skipUnless(HAS_DEMO, "there is no demo in this build")
class Monkey(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import demo  # pylint: disable=import-outside-toplevel

        demo.DEMO = pathlib.Path(DEMO)
        cls.server = demo.Server()
        cls.addClassCleanup(cls.server.close)

    def test_random_input_does_not_end_the_demo(self):
        seconds = float(os.environ.get("TIMESTEP_DRIVE_SECONDS", "60" if is_thorough() and is_sanitized() else "3"))
        number, acts, why = drive(self.server, seconds, 7)
        print(f"{number} acts in {seconds:g} s")
        self.assertIsNone(why, "\n".join([str(why), *acts]))

    def test_acts_that_ended_the_demo_in_the_past_no_longer_do(self):
        for name, acts in ONCE_ENDED_IT.items():
            with self.subTest(name):
                self.assertIsNone(end_of(self.server, acts))

    def test_dropped_files(self):
        """Every dropped file is accepted or refused."""
        acts = [act for name in sorted(DROPPED) for act in (f"drop {name}", "wait 0.3", "key Escape")]
        self.assertIsNone(end_of(self.server, acts))
        self.assertIsNone(end_of(self.server, [f"drop {name}" for name in DROPPED]), "one upon the other")

    @unittest.skipIf(is_sanitized(), "the monkey is the same")
    def test_closed_window_reduction(self):
        """A closed window is noticed and reduced to its cause."""
        acts = ["key 1", "key Tab", "size 600 400", "key ctrl+q", "key 2", "key 3"]
        self.assertIsNone(end_of(self.server, acts[:2]))
        self.assertIsNotNone(end_of(self.server, acts))
        self.assertEqual(shortest(self.server, acts), ["key ctrl+q"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
