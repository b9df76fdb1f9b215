// timestep_lab conform -- tells which known loop a program runs, and which laws of a loop it breaks
#include "base/message.hpp"
#include "lab/diagnosis/diagnosis.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <span>

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
    ProgressBar progress{"frames", quiet || options.prints_json, std::chrono::seconds{1}};
    const lab::Diagnosis diagnosis =
        lab::diagnose_program(command,
                              {.rate = parse_rate_option("--hz", options.step_rate),
                               .refresh_period = parse_refresh_period(options.refresh_rate)},
                              [&](std::size_t frames) { progress.set_progress(frames, lab::max_experiment_frames); });
    const std::pair<std::string_view, const std::vector<lab::Finding>&> sections[]{
        {"mistakes", diagnosis.mistakes}, {"parts", diagnosis.parts}, {"laws", diagnosis.laws}};
    if (options.prints_json)
    {
        Json json{
            {"breaks_law", diagnosis.breaks_law}, {"sentence", diagnosis.sentence}, {"equal", diagnosis.equal_presets}};
        for (const auto& [name, findings] : sections)
        {
            json[std::string{name}] = Json::array();
            for (const lab::Finding& finding : findings)
            {
                Json entry{{"name", finding.name}, {"text", finding.text}, {"breaks_law", finding.breaks_law}};
                if (!finding.repair.empty()) entry["repair"] = finding.repair;
                json[std::string{name}].push_back(std::move(entry));
            }
        }
        json["examination"] = diagnosis.examination;
        print_json(json);
    }
    else
    {
        base::print("{}\n", diagnosis.sentence);
        if (diagnosis.equal_presets.size() > 1 && !quiet)
            base::print("  {:<14} {}\n", "equal",
                        fmt::format("{}", fmt::join(std::span{diagnosis.equal_presets}.subspan(1), ", ")));
        for (const auto& [name, findings] : sections)
            for (const lab::Finding& finding : findings)
            {
                if (quiet) continue;
                if (finding.repair.empty())
                    base::print("  {:<14} {}\n", finding.name, finding.text);
                else
                    base::print("  mistake        {}\n{}  repair         {}\n", finding.name,
                                base::Verbatim{finding.text.empty() ? "" : "  consequence    " + finding.text + "\n"},
                                finding.repair);
            }
        if (!quiet) base::print("  {:<14} {}\n", "examination", diagnosis.examination);
    }
    if (diagnosis.breaks_law) throw ExitWithCode{exit_code_check_failed};
}

} // namespace

void add_conform_command(CLI::App& program)
{
    auto [command, options] =
        add_command<ConformOptions>(program, "conform",
                                    "Find out which parts and which mistakes the loop of a program of yours has "
                                    "(docs/your-loop.md). Exit code: 0 if it "
                                    "breaks no law of a loop, 1 if it breaks one.",
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
