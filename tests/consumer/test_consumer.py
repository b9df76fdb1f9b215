#!/usr/bin/env python3
"""The library as a stranger uses it: installed, by pkg-config, and as a plain copy of its folder; strict flags, gcc and
clang. TIMESTEP_BUILD names the build folder to install from."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = pathlib.Path(__file__).resolve().parent
STRICT = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]


def compilers():
    """gcc 12 and clang 14 by those names, or whatever the machine calls g++ and clang++."""
    found = (shutil.which("g++-12") or shutil.which("g++"), shutil.which("clang++-14") or shutil.which("clang++"))
    return [compiler for compiler in found if compiler]


def call(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Consumer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        cls.prefix = cls.path / "installed"
        call("cmake", "--install", os.environ["TIMESTEP_BUILD"], "--prefix", cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def build(self, compiler, name, flags):
        program = self.path / f"{name}_{pathlib.Path(compiler).name}"
        call(compiler, *STRICT, *flags, HERE / "main.cpp", "-o", program)
        self.assertIn("1 presses", call(program))

    def test_found_by_find_package(self):
        for compiler in compilers():
            build = self.path / f"build_{pathlib.Path(compiler).name}"
            call("cmake", "-G", "Ninja", "-S", HERE, "-B", build, f"-DCMAKE_CXX_COMPILER={compiler}",
                 f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Release")
            call("cmake", "--build", build)
            self.assertIn("1 presses", call(build / "consumer"))

    def test_found_by_pkg_config(self):
        if not shutil.which("pkg-config"):
            self.skipTest("there is no pkg-config")
        environment = dict(os.environ, PKG_CONFIG_PATH=str(self.prefix / "share/pkgconfig"))
        flags = call("pkg-config", "--cflags", "timestep", env=environment).split()
        version = re.search(r"project\(timestep VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
        self.assertEqual(call("pkg-config", "--modversion", "timestep", env=environment).strip(), version)
        for compiler in compilers():
            self.build(compiler, "pkg_config", flags)

    def test_a_plain_copy_of_the_folder_will_do(self):
        copy = self.path / "game/third_party"
        shutil.copytree(ROOT / "src/timestep", copy / "timestep")
        for compiler in compilers():
            self.build(compiler, "copy", ["-I", copy])

    def test_every_header_is_installed_and_compiles_alone(self):
        headers = sorted(p.relative_to(ROOT / "src") for p in (ROOT / "src/timestep").rglob("*.hpp"))
        installed = sorted(p.relative_to(self.prefix / "include") for p in (self.prefix / "include").rglob("*.hpp"))
        self.assertEqual(headers, installed)
        self.assertGreater(len(headers), 80)

        def alone(compiler, header):
            call(compiler, *STRICT, "-fsyntax-only", "-I", self.prefix / "include", "-x", "c++", "-",
                 input=f'#include "{header}"\n')

        # The build compiles every one of them alone with its own compiler; here it is clang's turn, with those that a
        # game includes by name.
        some = [h for h in headers if len(h.parts) == 2 or h.stem in ("interpolated", "godot", "fna")]
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            list(pool.map(lambda header: alone(compilers()[-1], header), some))

    def test_the_installed_headers_include_nothing_but_themselves_and_the_standard_library(self):
        for header in (self.prefix / "include").rglob("*.hpp"):
            for line in header.read_text(encoding="utf-8").splitlines():
                if line.startswith("#include"):
                    name = line.split()[1]
                    self.assertTrue(name.startswith('"timestep/') or (name[0] == "<" and "." not in name), f"{header}: {line}")


if __name__ == "__main__":
    unittest.main()
