// programs/timestep_lab/command.hpp -- the subcommands, the command-line parser, shell completion, and the exit codes
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

/// Replaces the `--` between files of versions A and B in `compare A... -- B...`, because the parser would remove it.
constexpr std::string_view compare_side_separator = "\x1d";

/// Put before each word of a command for another program, so that the parser takes none of them for an option. The
/// first word of a command has the prefix `command_prefix`.
constexpr char command_prefix = '\x1f', command_word_prefix = '\x1e';
constexpr std::string_view lane_command_flag = "--lane-command";
/// Removes the prefixes.
std::vector<std::vector<std::string>> split_into_commands(const std::vector<std::string>& marked_words);

/// Throws BadInput if an output cannot be written or would overwrite another of `files`. Call it before opening files.
inline void require_usable_outputs(const std::vector<base::FileArgument>& files)
{
    base::throw_if_error(base::file_conflict_error(files));
    base::throw_if_error(base::unwritable_output_error(files));
}

// Each of these functions adds one subcommand, with its options, to `program`.
void add_list_command(CLI::App& program);
void add_plan_command(CLI::App& program);
void add_run_command(CLI::App& program);
void add_record_command(CLI::App& program);
void add_replay_command(CLI::App& program);
void add_diff_command(CLI::App& program);
void add_lesson_command(CLI::App& program);
void add_pages_command(CLI::App& program);
void add_inspect_command(CLI::App& program);
void add_identify_command(CLI::App& program);
void add_rank_command(CLI::App& program);
void add_rate_command(CLI::App& program);
void add_report_command(CLI::App& program);
void add_compare_command(CLI::App& program);
void add_conform_command(CLI::App& program);
void add_convert_command(CLI::App& program);
void add_faults_command(CLI::App& program);
void add_measure_command(CLI::App& program);
void add_export_command(CLI::App& program);
void add_completion_command(CLI::App& program);
void add_slow_command(CLI::App& program); // only in builds that define TIMESTEP_SLOW

std::unique_ptr<CLI::App> make_parser();

/// Returns the exit code: 0 for success, 1 for a failed check, 2 for invalid usage or input, 3 for an undecided
/// comparison. The subcommand `slow`, which starts a game, returns the game's exit code.
int run_program(int argc, const char* const* argv);

/// A shell's completion script (assets/completions) calls `timestep_lab --complete WORD...`.
constexpr std::string_view completion_flag = "--complete";

/// The possible completions of the last word, each on a line with a tab and a description. An additional first line
/// has directives for the shell: `files` to complete file names too, and `nospace` to add no space.
std::string shell_completions(const CLI::App& program, std::span<const char* const> words);

} // namespace timestep_lab
