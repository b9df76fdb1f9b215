#!/usr/bin/env python3
"""Checks that a test that skips something because a program is missing names the Debian package that contains it."""
import pathlib
import re
import unittest

HERE = pathlib.Path(__file__).resolve().parents[1]
SKIPS = re.compile(r"""(?:skipUnless|skipIf)\([^\n]*, *f?"([^"\n]*)"\)|skipTest\(f?"([^"\n]*)"|MESSAGE\("(skipped[^\n]*)\);|echo "( *skipped[^"]*)""")
# Reasons that no package removes: the build, the length of the run, the data beside the repository, the processor, the system.
OTHERS = ("in this build", "is not there", "beside the project", "sanitizer", "the monkey is the same", "takes minutes", "are those of Linux")


def reasons():
    """Yields file and reason of each skip in the tests."""
    for path in sorted(HERE.rglob("*")):
        if path.suffix in (".py", ".cpp", ".hpp", ".sh", ".txt") and path != pathlib.Path(__file__).resolve():
            for found in SKIPS.findall(path.read_text(encoding="utf-8")):
                yield path.relative_to(HERE), next(filter(None, found))


class Skips(unittest.TestCase):
    def test_each_skip_names_the_missing_package_or_is_no_matter_of_packages(self):
        found = list(reasons())
        self.assertGreater(len(found), 20)
        for path, reason in found:
            with self.subTest(path=str(path)):
                named = "is missing: apt-get install " in reason
                self.assertTrue(named or any(other in reason for other in OTHERS),
                                f"tests/{path}: \"{reason}\": write 'PROGRAM is missing: apt-get install PACKAGE', which ./test.sh prints, "
                                "or add the reason to OTHERS in tests/house/test_skips.py")


if __name__ == "__main__":
    unittest.main(verbosity=2)
