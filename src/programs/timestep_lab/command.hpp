// programs/timestep_lab/command.hpp -- the functions that add the subcommands to the command line, and the exceptions
// that subcommands throw
#pragma once

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/number.hpp"

#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI
{
class App;
}

namespace timestep_lab
{

/// Wrong usage or wrong input. The message is one line: the problem, its place, and what the user can do. The program
/// prints it and ends with exit code 2.
struct BadInput : std::runtime_error
{
    /// Makes the message from a format and its arguments by base::message, which escapes special characters in the
    /// arguments.
    template <class... Args>
    explicit BadInput(base::MessageFormat<Args...> format, Args&&... args)
        : std::runtime_error{base::message(format, std::forward<Args>(args)...)}
    {
    }
    explicit BadInput(const base::Verbatim& message)
        : std::runtime_error{message.text}
    {
    }
};

/// Returns the number in the value `text` of an option; nothing if it is empty. Throws BadInput if it is no number of
/// that kind.
inline std::optional<std::int64_t> count_of(std::string_view flag, const std::string& text)
{
    const auto count = base::parse_count(text);
    if (!count && !text.empty()) throw BadInput{"{} takes a whole number from 1 to 1e12, not '{}'", flag, text};
    return count;
}
/// Returns the duration in the value `text` of an option, as count_of().
inline std::optional<timestep::Nanos> duration_of(std::string_view flag, const std::string& text)
{
    const auto time = base::parse_duration(text, timestep::Nanos{1'000'000'000});
    if (!time && !text.empty()) throw BadInput{"{} takes a time such as 10 or 500ms, not '{}'", flag, text};
    return time;
}

/// Thrown at the end of a command if a check has failed, after the results were printed. The program ends with `code`.
struct CheckFailed
{
    int code = 1;
};
/// Exit code of `compare --check` if the recordings are too short for a decision.
constexpr int undecidable = 3;

/// Replaces the `--` between the files of version A and the files of version B in `compare A... -- B...`, because the
/// parser would remove a `--`.
constexpr std::string_view between_groups = "\x1d";

/// Mark before each argument that follows the first `--` of `slow`. These are the arguments of a game, and the parser
/// would change some of them: it would remove a `--`, split "[1,2]" and refuse an empty argument.
constexpr char of_game = '\x1e';

/// Throws BadInput if a command would write to a file that it also names for another purpose, or if an output file
/// cannot be written. Called before the command opens a file.
inline void check_files(const std::vector<base::NamedFile>& files)
{
    if (const auto why = base::error_if_same_file(files)) throw BadInput{base::Verbatim{*why}};
    if (const auto why = base::error_if_not_writable(files)) throw BadInput{base::Verbatim{*why}};
}

// Adds the subcommand `list` with its options to `program`, and sets the function that runs it. Each of the functions
// below adds the subcommand in its name.
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
#ifdef TIMESTEP_SLOW
void add_slow(CLI::App& program);
#endif

} // namespace timestep_lab
