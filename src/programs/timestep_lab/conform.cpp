// timestep_lab conform -- tells which known loop a program runs, and which laws of a loop it breaks
#include "base/message.hpp"
#include "lab/conformance/conformance.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"

#include <nlohmann/json.hpp>

namespace timestep_lab
{

namespace
{

struct ConformOptions
{
    std::vector<std::string> command_words;
    std::string step_rate = "60", refresh_rate;
    bool prints_json = false;
};

void run_conform_command(const ConformOptions& options, bool quiet)
{
    const std::vector<std::string> command = parse_lane_command(options.command_words);
    if (command.empty()) throw BadInput{"give the program after --, as in timestep_lab conform -- python3 my_loop.py"};
    const lab::ConformanceReport report =
        lab::check_conformance(command, {.rate = parse_rate_option("--hz", options.step_rate),
                                         .refresh_period = parse_refresh_period(options.refresh_rate)});
    if (options.prints_json)
        print_json({{"conforms", report.conforms}, {"sentence", report.sentence}, {"details", report.details}});
    else
    {
        base::print("{}\n", report.sentence);
        for (const std::string& detail : report.details)
            if (!quiet) base::print("  {}\n", detail);
    }
    if (!report.conforms) throw ExitWithCode{exit_code_check_failed};
}

} // namespace

void add_conform_command(CLI::App& program)
{
    auto [command, options] = add_command<ConformOptions>(
        program, "conform",
        "Find out which known loop a program of yours runs (docs/your-loop.md), and which laws of a loop it breaks "
        "(docs/conformance.md). Exit code: 0 for a known loop that breaks no law, 1 for any other loop.",
        run_conform_command);
    add_option(command, "program", options.command_words,
               "The program and its arguments, after --, as in -- python3 my_loop.py (Linux).",
               {.type = "PROGRAM ARGUMENTS"});
    add_option(command, "--hz", options.step_rate, "Step rate that the loop is asked for.",
               {.type = "RATE", .shows_default = true});
    add_option(command, "--refresh-hz", options.refresh_rate, "The display's refresh rate, for loops that use it.",
               {.type = "RATE"});
    add_flag(command, "--json", options.prints_json, "Print everything as JSON.");
}

} // namespace timestep_lab
