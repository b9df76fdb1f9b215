// cli/program.hpp -- timestep_lab: one ordered table of subcommands, one way to say what was wrong
#pragma once

namespace cli
{

/// Parses the command line and runs the subcommand that it names. Returns the exit code: 0 fine, 1 a check failed, 2
/// bad usage or bad input (then one line on stderr says what, where, and what would do instead).
int run(int argc, const char* const* argv);

} // namespace cli
