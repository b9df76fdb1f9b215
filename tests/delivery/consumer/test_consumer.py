#!/usr/bin/env python3
"""Uses the library in each way of docs/library.md: by find_package, FetchContent, add_subdirectory and pkg-config, as a copy of its folder
and as one file; with strict warnings of gcc and clang.
TIMESTEP_BUILD names the build folder to install from."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

os.nice(19)  # gives the processor to the tests of the window beside this one

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = pathlib.Path(__file__).resolve().parent
STRICT = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]


def compilers():
    """Returns gcc 12 and clang 14 if they are installed under these names, else the machine's g++ and clang++."""
    found = (shutil.which("g++-12") or shutil.which("g++"), shutil.which("clang++-14") or shutil.which("clang++"))
    return [compiler for compiler in found if compiler]


def targets():
    """Returns the compilers that are installed, each with the flags for a processor or a standard library."""
    every = [
        *([compiler] for compiler in compilers()),
        ["clang++-16"],
        ["clang++-19"],
        ["clang++-19", "-stdlib=libc++"],
        # The 64-bit packages have all headers for 32 bits, but some of them in a folder of their own.
        [compilers()[0], "-m32", "-msse2", "-mfpmath=sse", "-isystem", "/usr/include/x86_64-linux-gnu"],
        ["aarch64-linux-gnu-g++"],
        ["x86_64-w64-mingw32-g++-posix"],
    ]
    return [t for t in every if shutil.which(t[0]) and subprocess.run(
        [*t, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"], input="#include <string>\n", capture_output=True, text=True, check=False).returncode == 0]


def call(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def project_version():
    return re.search(r'define TIMESTEP_VERSION "(.*)"', (ROOT / "src/timestep/version.hpp").read_text(encoding="utf-8"))[1]


GAME_PRINTS = f"timestep {project_version()}: 60 steps\n"


def packages_in(build):
    """Returns the packages that CMake looked for while it configured the build folder."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    return [name for name in re.findall(r"^(\w+)_DIR:PATH=", cache, re.MULTILINE) if name != "FETCHCONTENT_BASE"]


class Consumer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.prefix = cls.path / "installed"
        call("cmake", "--install", os.environ["TIMESTEP_BUILD"], "--prefix", cls.prefix)

    def configured(self, way, *options):
        """Configures game.cpp, which uses the library in this way (game/CMakeLists.txt). Returns the build folder."""
        build = self.path / way
        call("cmake", "-G", "Ninja", "-S", HERE / "game", "-B", build, f"-DWAY={way}", f"-DTIMESTEP={ROOT}",
             f"-DCMAKE_CXX_COMPILER={compilers()[0]}", *options)
        return build

    def test_the_installed_library_is_found_by_find_package(self):
        build = self.configured("find_package", f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_FLAGS={' '.join(STRICT[1:])}")
        call("cmake", "--build", build)
        self.assertEqual(call(build / "game"), GAME_PRINTS)

    def test_the_installed_library_is_found_by_pkg_config(self):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is missing: apt-get install pkg-config")
        environment = dict(os.environ, PKG_CONFIG_PATH=str(self.prefix / "share/pkgconfig"))
        flags = call("pkg-config", "--cflags", "timestep", env=environment).split()
        self.assertEqual(call("pkg-config", "--modversion", "timestep", env=environment).strip(), project_version())
        call(compilers()[0], *STRICT, *flags, HERE / "game.cpp", "-o", self.path / "by_pkg_config")
        self.assertEqual(call(self.path / "by_pkg_config"), GAME_PRINTS)
        said = subprocess.run([compilers()[0], "-std=c++17", *flags, "-fsyntax-only", HERE / "game.cpp"], capture_output=True, text=True,
                              check=False).stderr
        self.assertIn("needs C++20: add -std=c++20", said)

    def test_subproject(self):
        """A project that includes this one finds no package and installs only its own files."""
        for way in ("add_subdirectory", "fetch_content"):
            with self.subTest(way=way):
                build, prefix = self.configured(way), self.path / f"{way}-installed"
                self.assertEqual(packages_in(build), [])
                call("cmake", "--build", build)
                self.assertEqual(call(build / "game"), GAME_PRINTS)
                call("cmake", "--install", build, "--prefix", prefix)
                self.assertEqual([p.relative_to(prefix).as_posix() for p in prefix.rglob("*") if p.is_file()], ["bin/game"])
                self.configured(way, "-DTIMESTEP_INSTALL=ON")
                call("cmake", "--install", build, "--prefix", prefix)
                self.assertTrue((prefix / "include/timestep/version.hpp").is_file())

    def test_the_lines_of_the_readme_fetch_a_tag_of_a_clone(self):
        clone, game = self.path / "clone", self.path / "fetching"
        call("git", "clone", "-q", "--no-local", ROOT, clone)
        call("git", "tag", "v0", cwd=clone)
        game.mkdir()
        lines = re.search(r"^    include\(FetchContent\)\n(?:    .*\n)+", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
        lines = lines.replace("    target_link", "    add_executable(game game.cpp)\n    target_link")
        (game / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.18)\nproject(game LANGUAGES CXX)\n" +
                                             lines.replace("ADDRESS", str(clone)).replace("TAG)", "v0)"), encoding="utf-8")
        shutil.copy(HERE / "game.cpp", game)
        call("cmake", "-G", "Ninja", "-S", game, "-B", game / "build", f"-DCMAKE_CXX_COMPILER={compilers()[0]}")
        call("cmake", "--build", game / "build")
        self.assertEqual(call(game / "build/game"), GAME_PRINTS)

    def test_library_alone(self):
        """The library alone needs only CMake and a compiler."""
        tools, build, prefix = self.path / "tools", self.path / "alone", self.path / "alone-installed"
        tools.mkdir()
        for tool in ("cmake", "ninja", "as", "ld", compilers()[0]):
            (tools / pathlib.Path(tool).name).symlink_to(shutil.which(tool))
        environment = dict(os.environ, PATH=str(tools))
        call("cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DTIMESTEP_LIBRARY_ONLY=ON",
             f"-DCMAKE_CXX_COMPILER={tools / pathlib.Path(compilers()[0]).name}", env=environment)
        self.assertEqual(packages_in(build), [])
        call("cmake", "--install", build, "--prefix", prefix, env=environment)
        self.assertTrue((prefix / "lib/cmake/timestep/timestep-config.cmake").is_file() or list(prefix.rglob("timestep-config.cmake")))

    def test_the_library_in_one_file_plans_the_same_bits_as_the_folder(self):
        single = self.path / "single"
        single.mkdir()
        call("cmake", f"-DROOT={ROOT}", f"-DOUT={single / 'timestep.hpp'}", "-P", ROOT / "cmake/single_file.cmake")
        self.assertNotIn('#include "timestep/presets', (single / "timestep.hpp").read_text(encoding="utf-8"))
        source = (ROOT / "tests/house/determinism/print_plans.cpp").read_text(encoding="utf-8")
        printed = []
        for name, folder, code in (("folder", ROOT / "src", source),
                                   ("file", single, re.sub(r'(#include "timestep/[^"]*"\n)+', '#include "timestep.hpp"\n', source))):
            call(compilers()[0], "-std=c++20", "-Wall", "-Wextra", "-Werror", "-I", folder, "-x", "c++", "-", "-o", self.path / name, input=code)
            printed.append(call(self.path / name))
        self.assertEqual(*printed)
        self.assertGreater(len(printed[0].splitlines()), 54)
        # A header of the folder, and a copy of one, may stand before and after the single file in one source.
        shutil.copy(ROOT / "src/timestep/probe.hpp", single)
        headers = [f"timestep/{header.relative_to(ROOT / 'src/timestep')}" for header in sorted((ROOT / "src/timestep").rglob("*.hpp"))]
        for includes in ([*headers, "timestep.hpp"], ["timestep.hpp", *headers], ["timestep/run.hpp", "timestep.hpp", "timestep/presets.hpp"],
                         ["probe.hpp", "timestep.hpp"], ["timestep.hpp", "probe.hpp"], ["probe.hpp", "timestep/probe.hpp"]):
            code = "".join(f'#include "{header}"\n' for header in includes)
            call(compilers()[0], *STRICT, "-I", single, "-I", ROOT / "src", "-fsyntax-only", "-x", "c++", "-", input=code)

    def test_version(self):
        """The number of the version and the changelog have the version."""
        header = (ROOT / "src/timestep/version.hpp").read_text(encoding="utf-8")
        number = int(re.search(r"define TIMESTEP_VERSION_NUMBER (\d+)", header)[1])
        major, minor, patch = (int(part) for part in project_version().split("."))
        self.assertEqual(number, major * 10000 + minor * 100 + patch, "src/timestep/version.hpp: correct TIMESTEP_VERSION_NUMBER")
        change = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(change[1], project_version(), "the first heading of CHANGELOG.md is not the version in src/timestep/version.hpp")

    def test_each_header_names_its_licence_in_the_first_line(self):
        for header in [*(ROOT / "src/timestep").rglob("*.hpp"), ROOT / "bindings/c/timestep.h", ROOT / "bindings/c/timestep_probe.h",
                       ROOT / "bindings/imgui/timestep_overlay.hpp"]:
            self.assertRegex(header.read_text(encoding="utf-8"), r"\A(//|/\*) SPDX-License-Identifier: MIT\b",
                             f"{header}: mend it with: sed -i '1i // SPDX-License-Identifier: MIT' {header}")

    def test_the_examples_compile_with_a_copy_of_the_folder(self):
        copy = self.path / "game/third_party"
        shutil.copytree(ROOT / "src/timestep", copy / "timestep")
        for compiler in compilers():
            for name in ("network", "rates", "rollback", "server_tick", "threads"):
                call(compiler, *STRICT, "-I", copy, "-fsyntax-only", ROOT / f"examples/{name}.cpp")

    def test_the_example_of_the_readme_loses_no_time(self):
        section = re.search(r"## The library\n(.*?)\n## ", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
        code = [line[4:] for line in section.splitlines() if line.startswith("    ")]
        start, frame = code.index('#include "timestep/presets/interpolated.hpp"'), code.index("// once a frame:")
        for loop in ("interpolated", "semi_fixed"):
            program = "\n".join([
                code[start], "#include <cstdio>", "double simulated = 0.0;", "void step(double dt) { simulated += dt; }",
                "void render(int, int, double) {}", "int main() {", "const int previous = 0, current = 0;",
                *code[start + 1 : frame], "for (int i = 0; i < 40; ++i) {",
                "const timestep::Nanos frame_time{25'000'000};", *code[frame:], "}", 'std::printf("%.6f", simulated); }',
            ]).replace("interpolated", loop)
            self.assertEqual(call("sh", "-c", f"{compilers()[0]} -std=c++20 -Wall -Wextra -Werror -I '{ROOT}/src' -x c++ - "
                                  f"-o '{self.path}/snippet' && '{self.path}/snippet'", input=program), "1.000000")

    def test_invalid_loop(self):
        """An invalid loop does not compile and the error has the reason."""
        reasons = {
            "NoFilter{}, Variable{}, KeepDebt{}": "there is no backlog to limit or keep",
            "NoFilter{}, Variable{}, Unlimited{}, Presentation::interpolate": "only the latest state can be shown",
            "NoFilter{}, Variable{}, Unlimited{}, Presentation::latest, UntilStep{}": "so the pacer cannot wait",
            "NoFilter{}, SemiFixed{}, CapSteps{0}": "the value of this knob is out of range",
        }
        code = "\n".join(f"constexpr auto loop_{i} = build({nonsense});" for i, nonsense in enumerate(reasons))
        for compiler in compilers():
            said = self.compiled(code, compiler, "-fsyntax-only", "-fno-exceptions")
            self.assertEqual(said.stderr.count("error: "), len(reasons), said.stderr)
            for reason in reasons.values():
                self.assertIn(reason, said.stderr)

    def test_no_exceptions(self):
        """Without exceptions, an invalid loop prints the reason and aborts."""
        for compiler in compilers():
            program = self.path / "nonsense"
            said = self.compiled("int main(int argc, char**) { (void)build(NoFilter{}, SemiFixed{}, CapSteps{1 - argc}); }",
                                 compiler, "-fno-exceptions", "-o", program)
            self.assertEqual(said.returncode, 0, said.stderr)
            done = subprocess.run([program], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, -signal.SIGABRT)
            self.assertEqual(done.stderr, "timestep::build: overload.max_steps: the value of this knob is out of range\n")

    def test_a_constant_out_of_its_range_does_not_compile(self):
        constants = ["hz(0)", "hz(-60)", "Rate{60, 0}", "every(Nanos{0})", "Buttons::mask(64)", "CapFrameTime{Nanos{-1}}.grant({})",
                     "[] { GameClock clock; clock.speed = -1; return clock.advance(1ms); }()", "presets::interpolated(hz(0))"]
        includes = "".join(f'#include "timestep/{h}.hpp"\n' for h in ("game_clock", "latched_input", "presets/interpolated"))
        code = includes + "".join(f'#line 1 "constant {i}"\nconstexpr auto constant_{i} = {c};\n' for i, c in enumerate(constants))
        for compiler in compilers():
            said = self.compiled(code, compiler, "-fsyntax-only").stderr
            for i, constant in enumerate(constants):
                found = said.partition(f"constant {i}:")[2].partition(f"constant {i + 1}:")[0]
                self.assertRegex(found, "value_out_of_range|rate_out_of_range", constant)

    def test_floating_point_rate(self):
        """A floating point rate or speed is one error of one sentence."""
        for i, wrong in enumerate(("hz(59.94)", "hz(60.0)", "hz(60.0F)", "Rate{59.94, 1}", "Rate(60000, 1001.0)", "Rate::make(59.94)",
                                   "Speed::make(0.5)")):
            said = self.compiled(f"auto wrong = {wrong};", compilers()[i % len(compilers())], "-fsyntax-only").stderr
            self.assertEqual(said.count("error: "), 1, f"{wrong}\n{said}")
            self.assertRegex(said, r"assert.*nearest_rate\(59\.94\)", wrong)

    def test_a_function_of_the_wrong_type_is_one_error_of_one_sentence(self):
        step, returns, render, poll = "step\\(double seconds\\)", "must return void, or a bool", "render\\(const StepPlan& plan\\)", "poll\\(Nanos frame_time\\)"
        wrong = [("run_steps(loop.plan({}), 42)", step), ("run_steps(loop.plan({}), [](Nanos) {})", step), ("run_steps(loop.plan({}), [] {})", step),
                 ("run_steps(hooked(loop, hooks).plan({}), [](Nanos) {})", step), ("run(loop, wall, [](Nanos) {}, end)", step),
                 ("(void)StepBudget{8ms}.run_steps(wall, loop.plan({}), [](Nanos) {})", step),
                 ("MultiRateScheduler{hz(60), {hz(30)}}.run_steps(loop.plan({}), [](double) {}, [](Nanos) {})", step),
                 ("run_steps(loop.plan({}), [](double) { return std::string{}; })", returns), ("run(loop, wall, [](double) {}, [](int) { return false; })", render),
                 ("run(loop, wall, [](std::string) {}, [](double) {}, end)", poll)]
        code = "#include <string>\n" + "".join(f'#include "timestep/{h}.hpp"\n' for h in ("frame_timer", "hooks", "presets/interpolated", "rates", "run"))
        code += ("inline auto loop = presets::interpolated(hz(60)); inline VirtualClock wall; const auto end = [](const StepPlan&) { return false; };\n"
                 "struct Hooks { void step_begins(double) {} }; inline Hooks hooks;\n")
        code += "".join(f"inline void play_{i}() {{ {call}; }}\n" for i, (call, _) in enumerate(wrong))
        for compiler in compilers():
            said = self.compiled(code, compiler, "-fsyntax-only").stderr
            self.assertEqual(said.count("error: "), len(wrong), said)
            for sentence in (step, returns, render, poll):
                self.assertRegex(said, f"assert.*{sentence}")

    def test_a_result_that_must_not_be_lost_gives_a_warning(self):
        calls = ["loop.plan({})", "loop.give_back_unrun_steps({}, {})", "with_hooks.plan({})", "with_hooks.give_back_unrun_steps(with_hooks.plan({}), {})",
                 "StepBudget{8ms}.run_steps(clock, {}, [](double) {})", "rollback.correct_input(0, 1)", "TickSync{30ms}.correct_frame_time(1ms)",
                 "events.push(1ms, 1)"]
        includes = "".join(f'#include "timestep/{h}.hpp"\n' for h in ("frame_timer", "hooks", "latched_input", "presets/interpolated", "rollback", "tick_sync"))
        made = ("auto loop = presets::interpolated(hz(60)); struct Hooks {} hooks; auto with_hooks = hooked(loop, hooks); VirtualClock clock; "
                "Rollback<int, int> rollback; LatchedInput<int> events; (void)with_hooks; (void)clock; (void)rollback; (void)events;")
        for compiler in compilers():
            for lost in calls:
                said = self.compiled(f"{includes}int main() {{ {made} {lost}; }}", compiler, "-fsyntax-only").stderr
                self.assertEqual(said.count("error: "), 1, f"{lost}\n{said}")
                self.assertRegex(said, "ignoring return value .*unused-result", lost)
            self.assertEqual(self.compiled(f"{includes}int main() {{ {made} (void)loop.plan({{}}); }}", compiler, "-fsyntax-only").stderr, "")

    def test_every_header_gives_one_error_with_the_reason_in_cpp17(self):
        for header in sorted((ROOT / "src/timestep").rglob("*.hpp")):
            # version.hpp has only macros, so that a program can ask for the version in any standard. probe.hpp includes no other header, and a
            # game with a loop of its own may use C++17.
            said = subprocess.run([compilers()[0], "-std=c++17", "-I", ROOT / "src", "-fsyntax-only", "-x", "c++", header],
                                  capture_output=True, text=True, check=False).stderr
            if header.name in ("version.hpp", "probe.hpp"):
                self.assertNotIn("error: ", said)
                continue
            self.assertEqual(said.count("error: "), 1, f"{header}: include timestep/arithmetic.hpp first\n{said}")
            self.assertIn("needs C++20: add -std=c++20", said)

    def test_headers(self):
        """All headers compile without a warning for every compiler, processor and standard."""
        headers = "".join(f'#include "{h.relative_to(ROOT / "src")}"\n' for h in sorted((ROOT / "src/timestep").rglob("*.hpp")))
        use = ("int main() { for (const Preset& preset : all_presets) (void)preset().plan({}); }\n"
               "struct Aggregate { StateHistory<double> x; Rollback<int, int> rollback; };\n"  # not if a default constructor were explicit
               "[[maybe_unused]] const Aggregate aggregate{};")
        strict = ["-Wshadow", "-Wdouble-promotion", "-fsyntax-only"]
        for compiler, *target in targets():
            for flags in (["-std=c++20"], ["-std=c++2b", "-Os", "-fno-exceptions", "-fno-rtti"]):
                done = self.compiled(headers + use, compiler, *target, *strict, *flags)
                self.assertEqual((done.returncode, done.stderr), (0, ""), f"{compiler} {target} {flags}")

    def test_every_header_includes_what_it_uses_from_the_standard_library(self):
        libcxx = [target for target in targets() if "-stdlib=libc++" in target]  # its headers include the fewest other headers
        if not libcxx:
            self.skipTest("libc++ is missing: apt-get install clang-19 libc++-19-dev")
        is_thorough = os.environ.get("TIMESTEP_THOROUGH", os.environ.get("CI", "")) not in ("", "0")
        for header in sorted((ROOT / "src/timestep").rglob("*.hpp"))[:: 1 if is_thorough else 11]:  # a header takes a second
            call(*libcxx[0], *STRICT, "-I", ROOT / "src", "-fsyntax-only", "-x", "c++", "-", input=f'#include "{header}"\n')

    def test_rounding_flags(self):
        """Flags that change the rounding of times are refused with flag and reason."""
        wide = ["-U__FLT_EVAL_METHOD__", "-D__FLT_EVAL_METHOD__=2"]  # as gcc on i686, which computes in x87 registers
        refused = {
            "-ffast-math": (["-ffast-math"], "changes how times are rounded"),
            "-Ofast": (["-Ofast"], "changes how times are rounded"),
            "-msse2 -mfpmath=sse": (wide, "x87 registers round times differently"),
        }
        loops = sorted((ROOT / "src/timestep/presets").glob("*.hpp"))
        for compiler in compilers():
            for flag, (flags, reason) in refused.items():
                said = self.compiled("", compiler, "-fsyntax-only", "-Wno-error", *flags).stderr  # clang 19 warns of -Ofast
                self.assertRegex(said, f"error:? .*timestep: .*{flag}")
                self.assertIn(reason, said)
            self.assertEqual(self.compiled("", compiler, "-fsyntax-only", "-O3").stderr, "")
        for loop in loops:
            said = subprocess.run([compilers()[0], "-std=c++20", "-I", ROOT / "src", "-E", "-ffast-math", loop], capture_output=True,
                                  text=True, check=False).stderr
            self.assertIn("timestep: -ffast-math", said, loop)

    def compiled(self, code, compiler, *flags):
        text = f'#include "timestep/build.hpp"\nusing namespace timestep;\n{code}\n'
        return subprocess.run([compiler, *STRICT, "-I", ROOT / "src", "-x", "c++", "-", *flags], input=text,
                              capture_output=True, text=True, check=False)

    def test_every_header_is_installed(self):
        headers = sorted(p.relative_to(ROOT / "src") for p in (ROOT / "src/timestep").rglob("*.hpp"))
        installed = sorted(p.relative_to(self.prefix / "include") for p in (self.prefix / "include").rglob("*.hpp"))
        self.assertEqual([*headers, pathlib.Path("timestep_overlay.hpp")], installed)
        self.assertGreater(len(headers), 80)

    def test_installed_overlay(self):
        """The overlay compiles with the installed library and with its single file."""
        found = subprocess.run(["sh", "-c", "pkg-config --cflags imgui"], capture_output=True, text=True, check=False)
        if found.returncode != 0:
            self.skipTest("Dear ImGui is missing: apt-get install pkg-config libimgui-dev")
        single, imgui = self.path / "overlay", found.stdout.replace("-I", "-isystem").split()
        call("cmake", f"-DROOT={ROOT}", f"-DOUT={single / 'timestep.hpp'}", "-P", ROOT / "cmake/single_file.cmake")
        shutil.copy(ROOT / "bindings/imgui/timestep_overlay.hpp", single)
        for folder in (self.prefix / "include", single):
            for compiler in compilers():
                call(compiler, *STRICT, "-Wshadow", *imgui, "-I", folder, "-fsyntax-only", "-x", "c++", "-", input='#include "timestep_overlay.hpp"\n')


if __name__ == "__main__":
    unittest.main()
