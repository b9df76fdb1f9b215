// lab/game/program.hpp -- finds the executable file of a game, and rejects games that cannot be slowed down
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace lab
{

/// Reasons why the 64-bit shim library cannot be loaded into the game.
struct FileFormatObstacles
{
    bool is_32_bit = false;
    bool is_static = false; ///< true: statically linked, so that no shared library can be loaded into the program
    bool is_windows = false;
};

FileFormatObstacles read_shim_loading_obstacles(const std::filesystem::path& path);

/// False also if the process has ended or runs with the rights of another user.
bool is_shim_loaded(int pid);

/// The executable file of a game. Throws std::runtime_error if it is missing, or if the game cannot be slowed down.
std::filesystem::path find_slowable_program(const std::string& command);

/// Environment variables that load a library into the game to slow it down. Throws std::runtime_error on failure.
std::vector<std::pair<std::string, std::string>> shim_environment(const std::string& shared_memory_file);

} // namespace lab
