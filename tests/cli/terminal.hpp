// tests/cli/terminal.hpp -- a terminal of its own for the real timestep_lab
#pragma once

#include "lab_program.hpp"

// Needs the tool `script` and a system that hands out terminals.
inline bool can_make_terminals()
{
    if (std::system("script -qec true /dev/null >/dev/null 2>&1 </dev/null") == 0) return true;
    MESSAGE("skipped: no terminal can be made here");
    return false;
}

// What `arguments` print on one, both streams together. `environment`: words of env(1).
inline std::string on_terminal(const std::string& environment, const std::string& arguments)
{
    const Scratch scratch;
    const auto out            = scratch.path("out");
    const std::string command = "TERM=xterm " + environment + " script -qec \"'" TIMESTEP_LAB "' " + arguments +
                                "\" /dev/null >'" + out.string() + "' </dev/null";
    CHECK(std::system(command.c_str()) == 0);
    return text_of(out);
}
