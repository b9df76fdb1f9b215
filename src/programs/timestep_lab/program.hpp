// programs/timestep_lab/program.hpp -- builds the command line of timestep_lab, runs it, and reports errors
#pragma once

#include <CLI/App.hpp>

#include <memory>

namespace timestep_lab
{

/// Returns the parser with all subcommands and options. Shell completion and the manual page are generated from it,
/// too.
std::unique_ptr<CLI::App> make_program();

/// Parses the command line and runs its subcommand. Returns the exit code: 0 for success, 1 if a check failed, 2 for
/// bad usage or bad input (one line on the standard error then tells the problem, its place and the remedy), 3 if
/// `compare` cannot decide.
int run(int argc, const char* const* argv);

} // namespace timestep_lab
