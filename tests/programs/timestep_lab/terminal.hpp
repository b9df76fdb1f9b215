// tests/programs/timestep_lab/terminal.hpp -- runs the real timestep_lab in its own terminal
#pragma once

#include "lab_program.hpp"

// Returns whether the tool `script` can create a terminal; prints "skipped" if not.
inline bool can_make_terminals()
{
    if (std::system("script -qec true /dev/null >/dev/null 2>&1 </dev/null") == 0) return true;
    MESSAGE("skipped: script is missing: apt-get install bsdutils");
    return false;
}

// Returns the standard output and error of timestep_lab in a terminal. `environment` holds assignments for env(1).
inline std::string on_terminal(const std::string& environment, const std::string& arguments)
{
    const Scratch scratch;
    const auto out            = scratch.path("out");
    const std::string command = "TERM=xterm " + environment + " script -qec \"'" TIMESTEP_LAB "' " + arguments +
                                "\" /dev/null >'" + out.string() + "' </dev/null";
    CHECK(std::system(command.c_str()) == 0);
    return text_of(out);
}
