// programs/timestep_lab/program.hpp -- timestep_lab: one ordered table of subcommands, one way to say what was wrong
#pragma once

#include <CLI/App.hpp>

#include <memory>

namespace timestep_lab
{

/// The whole command line, as it is parsed, completed and documented.
std::unique_ptr<CLI::App> make_program();

/// Parses the command line and runs the subcommand that it names. Returns the exit code: 0 fine, 1 a check failed, 2
/// bad usage or bad input (then one line on stderr says what, where, and what would do instead).
int run(int argc, const char* const* argv);

} // namespace timestep_lab
