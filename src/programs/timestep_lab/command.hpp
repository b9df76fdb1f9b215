// programs/timestep_lab/command.hpp -- what a subcommand is: a file of its own that adds itself to the program
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

/// Bad usage or bad input, in one line: what, where, and what to do. The program prints it and exits with 2.
struct BadInput : std::runtime_error
{
    /// Takes what base::message takes: texts among the arguments are escaped.
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

/// Everything was done, and what was to be checked did not hold: it has been printed, and the program exits with this.
struct CheckFailed
{
    int code = 1;
};
/// Or nobody can tell whether it holds.
constexpr int undecidable = 3;

/// What stands for a `--` between two groups of files: the parser would swallow it.
constexpr std::string_view between_groups = "\x1d";

/// Throws BadInput when one of a command's files would be written over another.
inline void keep_apart(const std::vector<base::NamedFile>& files)
{
    if (const auto why = base::why_not_apart(files)) throw BadInput{base::Verbatim{*why}};
}

// Each adds its options to `program` and sets a callback that does the work.
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
