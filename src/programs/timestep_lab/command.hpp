// programs/timestep_lab/command.hpp -- the functions that add the subcommands to the command line, and the exceptions
// that subcommands throw
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

/// Thrown at the end of a command if a check has failed, after the results were printed. The program ends with `code`.
struct CheckFailed
{
    int code = 1;
};
/// Exit code of `compare --check` if the recordings are too short for a decision.
constexpr int exit_code_undecided = 3;

/// Replaces the `--` between the files of version A and the files of version B in `compare A... -- B...`, because the
/// parser would remove a `--`.
constexpr std::string_view side_separator = "\x1d";

/// Mark before each argument that follows the first `--` of `slow`. These are the arguments of a game, and the parser
/// would change some of them: it would remove a `--`, split "[1,2]" and refuse an empty argument.
constexpr char game_argument_mark = '\x1e';

/// Throws BadInput if a command would write to a file that it also names for another purpose, or if an output file
/// cannot be written. A command calls it before it opens a file.
inline void check_output_files(const std::vector<base::NamedFile>& files)
{
    throw_if(base::error_if_same_file(files));
    throw_if(base::error_if_not_writable(files));
}

// Each of these functions adds the subcommand in its name, with its options, to `program`.
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
void add_report(CLI::App& program);
void add_compare(CLI::App& program);
void add_convert(CLI::App& program);
void add_export(CLI::App& program);
void add_completion(CLI::App& program);
void add_slow(CLI::App& program); // exists only if TIMESTEP_SLOW is defined

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
std::string completion_lines(const CLI::App& program, std::span<const char* const> words);

} // namespace timestep_lab
