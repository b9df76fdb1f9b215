#!/usr/bin/env python3
"""Installs the build in a temporary folder, and checks the list of files, the desktop entry, the metainfo, the file types and the icons.
TIMESTEP_BUILD names the build folder. Builds nothing."""
import gzip
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ["TIMESTEP_BUILD"])
LIST = ROOT / "tests/delivery/packages/installed.txt"
METAINFO = "share/metainfo/org.timestep_lab.timestep_demo.metainfo.xml"
BUILT_BY = "cmake --build --preset release"


def run(*command, **more):
    return subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "usr"
        done = run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        if done.returncode != 0:
            raise AssertionError(f"cmake --install {BUILD}\n{done.stdout}")
        cls.installed = {p.relative_to(cls.prefix).as_posix() for p in cls.prefix.rglob("*") if p.is_file()}

    def needs(self, program, package):
        if not shutil.which(program):
            self.skipTest(f"{program} is missing: apt-get install {package}")

    def test_the_installed_files_are_those_of_the_list(self):
        self.needs("rsvg-convert", "librsvg2-bin")
        self.needs("help2man", "help2man")
        files = {re.sub(r"^lib(/[a-z0-9_]+-linux-gnu)?/timestep/", "LIB/timestep/", f) for f in self.installed}
        files = {f for f in files if not f.startswith("include/") and "/libtimestep_c." not in f}
        listed = {line for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
        self.assertEqual((sorted(listed - files), sorted(files - listed)), ([], []),
                         f"(not installed, not listed). If the installed files are right, correct tests/delivery/packages/installed.txt; "
                         f"if a file is not built, run: {BUILT_BY}")

    def test_desktop_entry(self):
        """The desktop entry is valid and starts the installed program."""
        entry = self.prefix / "share/applications/timestep_demo.desktop"
        words = dict(line.split("=", 1) for line in reversed(entry.read_text(encoding="utf-8").splitlines()) if "=" in line)
        self.assertTrue((self.prefix / "bin" / words["Exec"].split()[0]).is_file(), entry.read_text(encoding="utf-8"))
        self.needs("desktop-file-validate", "desktop-file-utils")
        done = run("desktop-file-validate", entry)
        self.assertEqual(done.returncode, 0, f"correct assets/desktop/{entry.name}: {done.stdout}")

    def test_the_commands_of_the_menu_entry_are_accepted(self):
        for line in (ROOT / "assets/desktop/timestep_demo.desktop").read_text(encoding="utf-8").splitlines():
            if line.startswith("Exec="):
                words = [w for w in line[len("Exec="):].split()[1:] if w != "%f"]
                done = run(self.prefix / "bin/timestep_demo", *words, "--frames", "1", "--headless", "--virtual-clock")
                self.assertEqual(done.returncode, 0, f"assets/desktop/timestep_demo.desktop: {line}\n{done.stdout}")

    def test_metainfo(self):
        """The metainfo is valid and has the version of the project."""
        metainfo = self.prefix / METAINFO
        version = re.search(r'define TIMESTEP_VERSION "(.*)"', (ROOT / "src/timestep/version.hpp").read_text(encoding="utf-8"))[1]
        newest = xml.etree.ElementTree.parse(metainfo).find("releases/release")
        dated = re.search(r"^## \S+, (\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual((newest.get("version"), newest.get("type")), (version, "stable" if dated else "development"))
        if dated:
            self.assertEqual(newest.get("date"), dated[1])
        self.needs("appstreamcli", "appstream")
        # The project has no home page yet. AppStream warns about that from version 1.0 on.
        newer = not run("appstreamcli", "--version").stdout.startswith("AppStream version: 0.")
        done = run("appstreamcli", "validate-tree", "--no-net", *["--override=url-homepage-missing=info"] * newer, self.prefix.parent)
        self.assertEqual(done.returncode, 0, f"correct assets/desktop/{metainfo.name}: {done.stdout}")

    def test_file_types(self):
        """Each file type of the desktop entry and the metainfo is defined."""
        space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
        types = xml.etree.ElementTree.parse(self.prefix / "share/mime/packages/timestep_demo.xml").findall("m:mime-type", space)
        names = {t.get("type") for t in types}
        globs = {g.get("pattern") for t in types for g in t.findall("m:glob", space)}
        self.assertEqual(globs, {"*.timestep", "*.replay", "*.lesson.toml"})
        entry = (self.prefix / "share/applications/timestep_demo.desktop").read_text(encoding="utf-8")
        opened = set(re.search(r"^MimeType=(.*)$", entry, re.MULTILINE)[1].strip(";").split(";"))
        metainfo = xml.etree.ElementTree.parse(self.prefix / METAINFO)
        self.assertEqual({m.text for m in metainfo.findall("provides/mediatype")}, opened, "the metainfo differs from timestep_demo.desktop")
        self.assertEqual({t for t in opened if "timestep" in t} - names, set(), "timestep_demo.desktop names a type that timestep_demo.xml does not define")
        self.needs("update-mime-database", "shared-mime-info")
        done = run("update-mime-database", "-V", self.prefix / "share/mime")
        self.assertEqual(done.returncode, 0, f"assets/desktop/timestep_demo.xml: {done.stdout}")
        self.assertIn("application/x-timestep-replay:*.replay", (self.prefix / "share/mime/globs").read_text(encoding="utf-8"))

    def test_each_icon_has_the_size_of_its_folder(self):
        self.needs("rsvg-convert", "librsvg2-bin")
        for icon in self.prefix.glob("share/icons/hicolor/*x*/apps/timestep_demo.png"):
            width, height = struct.unpack(">II", icon.read_bytes()[16:24])
            self.assertEqual(f"{width}x{height}", icon.parent.parent.name, f"{icon.name}: correct cmake/desktop.cmake, then run: {BUILT_BY}")

    def test_program_versions(self):
        """The version of both programs names commit, compiler and libraries."""
        for name, more in (("timestep_lab", ""), ("timestep_demo", ", SDL [0-9.]+, Dear ImGui [0-9.]+.*, OpenGL 3.3 core or newer")):
            with self.subTest(name):
                said = run(self.prefix / "bin" / name, "--version", cwd=self.prefix.parent).stdout
                self.assertRegex(said, rf"\A{name} [0-9.]+\ncommit ([0-9a-f]{{7,}}(-dirty)?|unknown)\ncompiler (gcc|clang) .+\n"
                                       rf"libraries fmt [0-9.]+, toml\+\+ [0-9.]+, CLI11 [0-9.]+, nlohmann-json [0-9.]+{more}\n\Z")

    def test_window_completion(self):
        """Bash and fish complete flags, values and files of the window."""
        self.needs("fish", "fish")
        programs = {**os.environ, "PATH": f"{self.prefix / 'bin'}:{os.environ['PATH']}", "HOME": self.prefix.parent}
        in_bash = (". share/bash-completion/completions/timestep_demo; compopt() { :; }; COMP_WORDS=(timestep_demo %s); "
                   "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _timestep_demo; printf '%%s\\n' \"${COMPREPLY[@]}\"")
        in_fish = "source share/fish/vendor_completions.d/timestep_demo.fish; complete -C 'timestep_demo %s'"
        for typed, completed in (("--loo", ["--loop", "--loops"]), ("--loop semi-fixed-m", ["semi-fixed-max-steps"]),
                                 ("--open share/metai", ["share/metainfo"]), ("--headl", ["--headless"])):
            for shell, script in ((["bash", "--norc"], in_bash), (["fish", "-N"], in_fish)):
                with self.subTest(shell=shell[0], typed=typed):
                    done = run(*shell, "-c", script % typed, cwd=self.prefix, env=programs)
                    self.assertEqual([line.rstrip("/") for line in done.stdout.splitlines()], completed)

    def test_zsh_accepts_the_completion_of_the_window(self):
        self.needs("zsh", "zsh")
        self.assertEqual(run("zsh", "-n", self.prefix / "share/zsh/site-functions/_timestep_demo").stdout, "")

    def test_manual_page(self):
        """The manual page of the window has every flag and groff has no warnings."""
        self.needs("help2man", "help2man")
        page = gzip.decompress((self.prefix / "share/man/man1/timestep_demo.1.gz").read_bytes()).decode()
        flags = re.findall(r"^  (--[a-z-]+)", run(self.prefix / "bin/timestep_demo", "--help").stdout, re.MULTILINE)
        self.assertGreater(len(flags), 80)
        plain = re.sub(r"\\f.|\\", "", page)
        self.assertEqual([f for f in flags if f not in plain], [])
        self.needs("groff", "groff")
        done = run("groff", "-ww", "-man", "-z", "-", input=page)
        self.assertEqual(done.stdout, "", "correct docs/timestep_demo.h2m")

    def test_the_installed_licences_name_what_is_compiled_into_the_programs(self):
        text = (self.prefix / "share/doc/timestep-lab/copyright").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("Timestep Lab\n\nMIT License"))
        for package in ("fonts-inter", "fonts-jetbrains-mono", "libimgui-dev", "libcli11-dev", "nlohmann-json3-dev"):
            if not pathlib.Path(f"/usr/share/doc/{package}/copyright").is_file():
                self.skipTest(f"the licence of {package} is missing: apt-get install {package}")
            self.assertIn(f"parts of {package}.", text)


if __name__ == "__main__":
    unittest.main()
