// programs/timestep_lab/program.hpp -- defines the command line of timestep_lab, runs it, and reports errors
#pragma once

#include <memory>

namespace CLI
{
class App;
}

namespace timestep_lab
{

/// Returns the parser with all subcommands and options.
std::unique_ptr<CLI::App> make_program();

/// Parses the command line and runs the chosen subcommand. Returns the exit code: 0 for success; 1 if a check failed; 2
/// for wrong usage or wrong input, after one line on the standard error with the problem, its place and the remedy; 3
/// if `compare` cannot decide.
int run(int argc, const char* const* argv);

} // namespace timestep_lab
