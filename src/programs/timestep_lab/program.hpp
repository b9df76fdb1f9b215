// programs/timestep_lab/program.hpp -- defines the command line of timestep_lab, runs and completes it, and reports
// errors
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace CLI
{
class App;
}

namespace timestep_lab
{

/// The parser with all subcommands and options.
std::unique_ptr<CLI::App> make_program();

/// Parses the command line and runs the chosen subcommand. Returns the exit code: 0 for success; 1 if a check failed; 2
/// for wrong usage or wrong input, after one line on the standard error with the problem, its place and the remedy; 3
/// if `compare` cannot decide.
int run(int argc, const char* const* argv);

/// The first argument with which the shells' scripts (assets/completions) call the program; the words to complete
/// follow it.
constexpr std::string_view complete_flag = "--complete";

/// The completions of the last of `words`, which are the words after the program's name. The first line contains
/// `files` if the shell also completes names of files, and `nospace` if no blank follows a completion. Each further
/// line has the whole new word and, after a tab, its description.
std::string completions(const CLI::App& program, std::span<const char* const> words);

} // namespace timestep_lab
