// tests/lab/foreign/loop_programs_linux.hpp -- loops in other programs, for tests, and a search for those that are left
#pragma once

#include "lab/foreign/foreign_loop.hpp"
#include "scratch.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

namespace loop_programs
{

// An argument of every program that a test starts, to find programs that are left running.
inline std::string marker() { return "foreign-loop-of-test-" + std::to_string(getpid()); }

inline lab::LoopCommand shell(const std::string& script) { return {"sh", "-c", script, marker()}; }

// A shell program that answers the greeting, then runs `script` for each further line, which is in $line.
inline lab::LoopCommand answering(const std::string& script)
{
    return shell("read line; echo hello 1 shell; while read line; do " + script + "; done");
}

// Every process whose command line contains the marker, in one text; empty if none is left.
inline std::string left_running()
{
    std::string found;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc"})
    {
        const std::string pid = entry.path().filename().string();
        if (pid.find_first_not_of("0123456789") != pid.npos || pid == std::to_string(getpid())) continue;
        std::string line;
        try
        {
            line = text_of(entry.path() / "cmdline");
        }
        catch (const std::ios_base::failure&) // the process has just ended
        {
        }
        std::ranges::replace(line, '\0', ' ');
        if (line.find(marker()) != line.npos) found += pid + ": " + line + '\n';
    }
    return found;
}

/// The error of the loop in its first `frame_count` frames at 60 fps; empty if there is none.
inline std::string error_of(const lab::LoopCommand& command, int frame_count = 3)
{
    try
    {
        lab::ForeignLoop loop{command, {}};
        for (int i = 0; i < frame_count; ++i) loop.plan({.frame_time = timestep::Nanos{16'666'667}}, timestep::hz(60));
    }
    catch (const base::BadInput& error)
    {
        return error.what();
    }
    return "";
}

inline bool is_installed(const std::string& program)
{
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

} // namespace loop_programs
