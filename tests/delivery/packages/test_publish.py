#!/usr/bin/env python3
"""Checks the notes and the checksums that scripts/publish.sh --dry-run writes for a release."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGES = ["timestep-lab_{}-1~deb12_amd64.deb", "timestep-lab_{}-1~deb13_amd64.deb", "libtimestep-dev_{}-1~deb12_all.deb",
            "libtimestep-dev_{}-1~deb13_all.deb", "timestep-lab-{}-linux-x86_64.tar.gz", "timestep-lab-{}-windows-x86_64.zip", "timestep.hpp"]


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


VERSION = re.search(r'define TIMESTEP_VERSION "(.*)"', read("src/timestep/version.hpp"))[1]


class Notes(unittest.TestCase):
    def publish(self, heading, tag, packages=PACKAGES):
        """Runs scripts/publish.sh --dry-run in a copy of the tree, whose changelog begins with the heading. Returns the run and the packages' folder."""
        tree = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for path in ("scripts/publish.sh", "scripts/setup.sh", "src/timestep/version.hpp", "README.md", "CHANGELOG.md"):
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, tree / path)
        changes = re.sub(r"^## .*", f"{heading}", read("CHANGELOG.md"), count=1, flags=re.MULTILINE)
        (tree / "CHANGELOG.md").write_text(changes + "\n## 0.0.9, 2020-01-01\n\n- An older change.\n", encoding="utf-8")
        folder = tree / "build/packages"
        folder.mkdir(parents=True)
        for name in packages:
            (folder / name.format(VERSION)).write_text(name, encoding="utf-8")
        environment = dict(os.environ, GITHUB_REF_NAME=tag, GITHUB_SERVER_URL="https://host.example", GITHUB_REPOSITORY="owner/lab")
        return subprocess.run([tree / "scripts/publish.sh", "--dry-run"], env=environment, capture_output=True, text=True, check=False), folder

    def test_release_notes(self):
        """The notes have the changes and the addresses of the files."""
        done, folder = self.publish(f"## {VERSION}, 2026-12-01", f"v{VERSION}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        notes = (folder / "notes.md").read_text(encoding="utf-8")
        self.assertIn("- 54 presets", notes)
        self.assertNotIn("An older change", notes)
        self.assertIn(f"`sudo apt install ./timestep-lab_{VERSION}-1.deb12_amd64.deb`", notes)
        self.assertIn(f"FetchContent_Declare(timestep GIT_REPOSITORY https://host.example/owner/lab GIT_TAG v{VERSION})", notes)
        self.assertNotRegex(notes, r"\*|ADDRESS|~|\.\./|\(#")
        files = [name.format(VERSION).replace("~", ".") for name in PACKAGES]
        for name in [*files, "SHA256SUMS"]:
            self.assertIn(f"- [{name}](https://host.example/owner/lab/releases/download/v{VERSION}/{name})\n", notes)
        checked = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=folder, capture_output=True, text=True, check=True).stdout
        self.assertEqual(checked, "".join(f"{name}: OK\n" for name in files))

    def test_release_checks(self):
        """A wrong tag, a missing date and a missing package are refused."""
        for heading, tag, packages, reason in (
            (f"## {VERSION}, 2026-12-01", "v9.9.9", PACKAGES, f"the tag is v9.9.9, but src/timestep/version.hpp has the version {VERSION}"),
            (f"## {VERSION}, not released yet", f"v{VERSION}", PACKAGES, "the first heading of CHANGELOG.md is not"),
            (f"## {VERSION}, 2026-12-01", f"v{VERSION}", PACKAGES[1:], f"build/packages has no timestep-lab_{VERSION}-1.deb12_amd64.deb"),
        ):
            done, folder = self.publish(heading, tag, packages)
            self.assertEqual(done.returncode, 2)
            self.assertIn(reason, done.stderr)
            self.assertFalse((folder / "notes.md").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
