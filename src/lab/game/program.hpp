// lab/game/program.hpp -- finds the executable file of a game, and refuses games that cannot be slowed down
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace lab
{

/// Read from the first bytes of an executable file.
struct ProgramKind
{
    bool is_elf     = false; ///< true: a program in the format ELF of Linux; false, for example, for a script
    bool is_32_bit  = false;
    bool is_static  = false; ///< true: statically linked, so the system cannot load a shared library into the program
    bool is_windows = false; ///< true: an executable file of Windows
};

/// All fields are false if the file cannot be read.
ProgramKind inspect_program(const std::filesystem::path& path);

/// The path of the executable file that a shell would run for the command `word`. Throws std::runtime_error if there is
/// none, or if the program cannot or must not be slowed down: a 32-bit program, a program for another system, a static
/// or setuid program, or one with an anti-cheat tool in its folder.
std::filesystem::path find_slowable_program(const std::string& word);

/// The environment variables that load the shim. `shared_memory_file` is the path of the shared memory. Throws
/// std::runtime_error if the shim is not installed.
std::vector<std::pair<std::string, std::string>> shim_environment(const std::string& shared_memory_file);

} // namespace lab
