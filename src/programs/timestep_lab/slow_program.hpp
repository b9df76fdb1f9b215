// programs/timestep_lab/slow_program.hpp -- finds the program that `slow` starts, and refuses those that it cannot slow
// down
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace timestep_lab
{

/// What the first bytes of a program's file say.
struct ProgramFile
{
    bool is_elf       = false; ///< false for a script
    bool is_32_bit    = false;
    bool is_static    = false; ///< true: the system loads no shared library into it
    bool other_system = false; ///< true: an executable file of Windows
};

/// Reads the first bytes of a file. Everything is false if the file cannot be read.
ProgramFile program_file(const std::filesystem::path& path);

/// Returns the file of the program that a shell would run for `word`. Throws BadInput if there is none, and for a
/// program that cannot or must not be slowed down: of 32 bits, of another system, static, setuid, or with an anti-cheat
/// tool in its folder.
std::filesystem::path slowable_program(const std::string& word);

/// Returns the environment variables that load the shim into a program: with its frames and settings in `page`. Throws
/// BadInput if the shim is not installed.
std::vector<std::pair<std::string, std::string>> shim_environment(const std::string& page);

} // namespace timestep_lab
