// cli/command.hpp -- what a subcommand is: a file of its own that adds itself to the program
#pragma once

#include <CLI/App.hpp>

#include <stdexcept>

namespace cli
{

/// Bad usage or bad input, in one line: what, where, and what to do. The program prints it and exits with 2.
struct BadInput : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Everything was done, and what was to be checked did not hold: it has been printed, and the program exits with 1.
struct CheckFailed
{
};

// Each adds its options to `program` and sets a callback that does the work.
void add_list(CLI::App& program);
void add_plan(CLI::App& program);
void add_run(CLI::App& program);
void add_experiment(CLI::App& program);
void add_inspect(CLI::App& program);
void add_rank(CLI::App& program);
void add_report(CLI::App& program);
void add_compare(CLI::App& program);
void add_convert(CLI::App& program);
void add_export(CLI::App& program);
void add_completion(CLI::App& program);
void add_man(CLI::App& program);

} // namespace cli
