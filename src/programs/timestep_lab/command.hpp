// programs/timestep_lab/command.hpp -- declares the subcommands, each defined in its own source, and their exceptions
#pragma once

#include "base/message.hpp"
#include "base/output_files.hpp"

#include <CLI/App.hpp>

#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace timestep_lab
{

/// Bad usage or bad input. The message is one line with the problem, its place and the remedy. The program prints the
/// message and exits with code 2.
struct BadInput : std::runtime_error
{
    /// Builds the message with base::message, which escapes the texts among the arguments.
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

/// Thrown after a command's work is done and printed, if a check failed. The program exits with `code`.
struct CheckFailed
{
    int code = 1;
};
/// Exit code of `compare --check` if the recordings are too short to decide.
constexpr int undecidable = 3;

/// Stands for a `--` between two groups of files, because the parser would remove a `--` from the arguments.
constexpr std::string_view between_groups = "\x1d";

/// Throws BadInput if two of a command's files are the same file and the command writes one of them.
inline void keep_apart(const std::vector<base::NamedFile>& files)
{
    if (const auto why = base::why_not_apart(files)) throw BadInput{base::Verbatim{*why}};
}

// Each function adds a subcommand with its options to `program`, and sets the callback that runs the subcommand.
void add_list(CLI::App& program);
void add_plan(CLI::App& program);
void add_run(CLI::App& program);
void add_record(CLI::App& program);
void add_replay(CLI::App& program);
void add_diff(CLI::App& program);
void add_lesson(CLI::App& program);
void add_inspect(CLI::App& program);
void add_rank(CLI::App& program);
void add_report(CLI::App& program);
void add_compare(CLI::App& program);
void add_convert(CLI::App& program);
void add_export(CLI::App& program);
void add_completion(CLI::App& program);
void add_man(CLI::App& program);

} // namespace timestep_lab
