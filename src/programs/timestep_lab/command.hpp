// programs/timestep_lab/command.hpp -- the functions that add subcommands, and the exceptions of subcommands
#pragma once

#include "base/files.hpp"
#include "programs/command_line/options.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace timestep_lab
{

using namespace command_line;

/// A command throws this after printing its results, for example if a check failed. It sets the program's exit code.
struct ExitWithCode
{
    int exit_code;
};
constexpr int exit_code_check_failed = 1;
/// Exit code of `compare --check` if the recordings are too short for a decision.
constexpr int exit_code_undecided = 3;

/// Replaces the `--` between the files of versions A and B in `compare A... -- B...`, because the parser would remove
/// it.
constexpr std::string_view side_separator = "\x1d";

/// Prefix of each argument of the game in `slow -- GAME ARGUMENTS`. It protects the argument from the parser, which
/// would remove another `--`, split "[1,2]" and reject an empty argument.
constexpr char game_argument_prefix = '\x1e';

/// Throws BadInput if an output file would overwrite another of the files, or if it cannot be written. A command must
/// call this function before it opens any file.
inline void throw_if_outputs_unusable(const std::vector<base::FileArgument>& files)
{
    throw_if_error(base::error_if_output_file_named_twice(files));
    throw_if_error(base::error_if_not_writable(files));
}

// Each of these functions adds one subcommand and its options to `program`. Example: add_list() adds `list`.
void add_list(CLI::App& program);
void add_plan(CLI::App& program);
void add_run(CLI::App& program);
void add_record(CLI::App& program);
void add_replay(CLI::App& program);
void add_diff(CLI::App& program);
void add_lesson(CLI::App& program);
void add_pages(CLI::App& program);
void add_inspect(CLI::App& program);
void add_identify(CLI::App& program);
void add_rank(CLI::App& program);
void add_rate(CLI::App& program);
void add_report(CLI::App& program);
void add_compare(CLI::App& program);
void add_convert(CLI::App& program);
void add_measure(CLI::App& program);
void add_export(CLI::App& program);
void add_completion(CLI::App& program);
void add_slow(CLI::App& program); // only in builds that define TIMESTEP_SLOW

std::unique_ptr<CLI::App> make_parser();

/// Parses the command line and runs the chosen subcommand. Returns the exit code: 0 for success, 1 if a check failed,
/// 2 for invalid usage or input, 3 if `compare --check` is undecided.
int run_program(int argc, const char* const* argv);

/// A shell's completion script (assets/completions) calls `timestep_lab --complete WORD...`.
constexpr std::string_view completion_flag = "--complete";

/// Completes the last of `words`, the words after the program's name. The first line of the result contains `files` if
/// the shell must also complete file names, and `nospace` if no space follows a completion. Each other line contains
/// one completion and, after a tab, its description.
std::string completion_directives_and_candidates(const CLI::App& program, std::span<const char* const> words);

} // namespace timestep_lab
