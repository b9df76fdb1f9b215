#!/usr/bin/env python3
"""Checks that arrows.py refuses code of one operating system, and no portable code."""
import unittest

import arrows


class Forbidden(unittest.TestCase):
    def test_system_calls_are_refused_with_the_header_to_use_instead(self):
        for code, instead in (
            ("#include <unistd.h>", "base/system_files.hpp"),
            ("#  include <sys/mman.h>", "base/mapped_file.hpp"),
            ("#include <csignal>", "base/stopping.hpp"),
            ("#include <spawn.h>", "base/child_process.hpp"),
            ("#include <glob.h>", "base/path.hpp"),
            ("#include <sys/socket.h>", "a function of src/base"),
            ("if (isatty(1)) return;", "base/console.hpp"),
            ("if (signal == SIGPIPE) return;", "base/stopping.hpp"),
            ("write(STDOUT_FILENO);", "base/console.hpp"),
        ):
            for name in ("src/programs/timestep_lab/main.cpp", "src/base/message.cpp", "src/lab/lane/files_posix.cpp", "src/base/console.hpp",
                         "src/lab/lane/files_linux.cpp", "src/programs/slow/slowing.cpp"):
                with self.subTest(code=code, name=name):
                    (what,) = arrows.forbidden(name, f"{code}\n")
                    self.assertIn(instead, what)

    def test_sources_of_base_for_one_system_may_call_that_system(self):
        for name in ("src/base/console_posix.cpp", "src/base/console_windows.cpp", "src/base/console_linux.cpp",
                     "src/programs/slow/shim_linux.cpp"):
            self.assertEqual(arrows.forbidden(name, "#include <unistd.h>\nisatty(STDOUT_FILENO);\n"), [])

    def test_portable_code_and_comments_are_not_refused(self):
        code = '#include <cerrno>\n#include "base/console.hpp"\n// SIGPIPE ends it\nfile_system(x); base::environment();\n'
        self.assertEqual(arrows.forbidden("src/programs/timestep_lab/main.cpp", code), [])

    def test_a_source_for_one_system_must_include_its_own_header_first(self):
        path = arrows.ROOT / "src/base/console_posix.cpp"
        self.assertEqual(arrows.form(path, '#include "base/console.hpp"\n'), [])
        self.assertEqual(len(arrows.form(path, "#include <string>\n")), 1)


class Modules(unittest.TestCase):
    def test_a_file_is_in_the_module_of_the_nearest_folder(self):
        modules = {"scenes": [], "scenes/net": []}
        self.assertEqual(arrows.module_of("scenes/chain/chain.cpp", modules), "scenes")
        self.assertEqual(arrows.module_of("scenes/net/peer.cpp", modules), "scenes/net")
        self.assertIsNone(arrows.module_of("embedded/recipes.hpp", modules))

    def test_a_module_that_depends_on_one_below_itself_is_refused(self):
        self.assertEqual(list(arrows.upward({"base": [], "lab/lane": ["base"]})), [])
        (what,) = arrows.upward({"base": ["lab/lane"], "lab/lane": []})
        self.assertIn("base depends on lab/lane", what)

    def test_the_modules_of_the_build_are_read(self):
        depends = arrows.arrows()
        self.assertGreater(len(depends), 20)
        self.assertEqual(depends["timestep"], [])
        self.assertIn("lab/settings", depends["lab/lane"])


if __name__ == "__main__":
    unittest.main()
