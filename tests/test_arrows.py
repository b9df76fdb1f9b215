#!/usr/bin/env python3
"""The checker of arrows.py finds what belongs to one operating system, and only that."""
import unittest

import arrows


class Forbidden(unittest.TestCase):
    def test_calls_of_the_system_are_refused_with_the_header_to_use(self):
        for code, instead in (
            ("#include <unistd.h>", "io/system_files.hpp"),
            ("#  include <sys/mman.h>", "io/mapped_file.hpp"),
            ("#include <csignal>", "io/stopping.hpp"),
            ("#include <spawn.h>", "io/child_process.hpp"),
            ("#include <glob.h>", "io/glob.hpp"),
            ("#include <sys/socket.h>", "a function of src/io"),
            ("if (isatty(1)) return;", "io/console.hpp"),
            ("if (signal == SIGPIPE) return;", "io/stopping.hpp"),
            ("write(STDOUT_FILENO);", "io/console.hpp"),
        ):
            for name in ("src/cli/main.cpp", "src/io/print.cpp", "src/cli/files_posix.cpp", "src/io/console.hpp"):
                with self.subTest(code=code, name=name):
                    (what,) = arrows.forbidden(name, f"{code}\n")
                    self.assertIn(instead, what)

    def test_sources_of_one_system_in_io_may_use_it(self):
        for name in ("src/io/console_posix.cpp", "src/io/console_windows.cpp"):
            self.assertEqual(arrows.forbidden(name, "#include <unistd.h>\nisatty(STDOUT_FILENO);\n"), [])

    def test_portable_code_and_comments_are_not_refused(self):
        code = '#include <cerrno>\n#include "io/console.hpp"\n// SIGPIPE ends it\nfile_system(x); io::environment();\n'
        self.assertEqual(arrows.forbidden("src/cli/main.cpp", code), [])

    def test_a_source_of_one_system_begins_with_the_header_of_all_systems(self):
        path = arrows.ROOT / "src/io/console_posix.cpp"
        self.assertEqual(arrows.form(path, '#include "io/console.hpp"\n'), [])
        self.assertEqual(len(arrows.form(path, "#include <string>\n")), 1)


if __name__ == "__main__":
    unittest.main()
