// lab/game/program.hpp -- finds the program of a game, and refuses programs that cannot be slowed down
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace lab
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

/// Returns the file of the program that a shell would run for `word`. Throws std::runtime_error if there is none, and
/// for a program that cannot or must not be slowed down: of 32 bits, of another system, static, setuid, or with an
/// anti-cheat tool in its folder.
std::filesystem::path slowable_program(const std::string& word);

/// Returns the environment variables that load the shim into a program: with its frames and settings in `page`. Throws
/// std::runtime_error if the shim is not installed.
std::vector<std::pair<std::string, std::string>> shim_environment(const std::string& page);

} // namespace lab
