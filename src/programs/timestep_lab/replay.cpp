// timestep_lab replay -- runs a replay file: checks its states, prints the state at a given time, and compares the run
// with a second run that uses other settings ("what if")
#include "base/message.hpp"
#include "lab/replay/replay_file.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/print_json.hpp"
#include "programs/timestep_lab/replay_report.hpp"
#include "programs/timestep_lab/set_option.hpp"
#include "programs/timestep_lab/terminal.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;
using Json = nlohmann::ordered_json;

struct ReplayOptions
{
    std::string file;
    std::string at;
    std::vector<std::string> what_if;
    bool live   = false;
    bool verify = false;
    bool json   = false;
    bool quiet  = false;
};

lab::WhatIf what_if_of(const ReplayOptions& options, const lab::Settings& now)
{
    lab::LaneSetup setup{.settings = now};
    std::vector<lab::Change> changes;
    for (const std::string& text : options.what_if) changes.push_back(parse_set(text));
    make_changes(setup, std::move(changes));
    if (setup.recording)
        throw BadInput{"--what-if: a recording has frames of its own; a replay keeps those that it has"};
    const auto different = lab::differences(setup.settings, now);
    const bool machine   = options.live || std::ranges::any_of(different, lab::is_of_machine);
    return {setup.settings, machine ? lab::FrameSource::machine : lab::FrameSource::recorded};
}

void tell(const ReplayOptions& options, const lab::ReplayComparison& found, std::string_view what)
{
    if (options.json)
        return print_json({{"file", options.file}, {"compared_with", what}, {"comparison", json_of(found)}});
    base::print("{} {}\n", base::printable(options.file), what);
    print_comparison(found);
}

void compare_live(const ReplayOptions& options, const std::shared_ptr<const lab::Replay>& replay)
{
    lab::ReplayRun recorded{replay};
    lab::ReplayRun live{replay, lab::FrameSource::machine};
    tell(options, compare_runs(recorded, live, options.quiet), "against other frames of the same machine");
}

void compare_what_if(const ReplayOptions& options, const std::shared_ptr<const lab::Replay>& replay)
{
    lab::ReplayRun trunk{replay};
    with_bar(trunk, options.quiet, [&] { trunk.seek(duration_of("--at", options.at).value_or(Nanos{-1})); });
    const lab::WhatIf what_if = what_if_of(options, trunk.settings());
    lab::ReplayRun other{trunk, what_if};
    const bool machine = what_if.frames == lab::FrameSource::machine;
    const auto what =
        base::message("against {} from {:.3f} s on, {}", fmt::format("{}", fmt::join(options.what_if, ", ")),
                      timestep::to_seconds(trunk.now()),
                      machine ? "with the frames that the machine makes then" : "with the same frames");
    tell(options, compare_runs(trunk, other, options.quiet), what);
}

std::string verdict_of(const lab::ReplayRun& run)
{
    if (run.difference()) return lab::text_of(*run.difference());
    return fmt::format("{} hashes, all as they were recorded", run.tick() / lab::hashed_ticks);
}

Json json_of(const ReplayOptions& options, const lab::ReplayRun& run, const Json& state)
{
    Json json{{"file", options.file}};
    json.update(extent_json(run));
    json["same"]             = !run.difference();
    json["first_difference"] = run.difference() ? Json(run.difference()->tick) : Json(nullptr);
    json["difference"]       = run.difference() ? Json(lab::text_of(*run.difference())) : Json(nullptr);
    json["state"]            = state;
    return json;
}

// Runs the replay to its end, even if the user asked only for the state at one time, because all recorded hashes must
// be compared with the run.
void run_whole(const ReplayOptions& options, const std::shared_ptr<const lab::Replay>& replay)
{
    lab::ReplayRun run{replay};
    const auto at = duration_of("--at", options.at);
    with_bar(run, options.quiet, [&] { run.run_to_end(); });
    const std::string extent  = extent_of(run);
    const std::string verdict = verdict_of(run);
    if (at) with_bar(run, options.quiet, [&] { run.seek(*at); });
    if (options.json)
        print_json(json_of(options, run, state_json(run)));
    else
        base::print(
            "{}: format {}, loop {}, scene {}{}\n  {}\n  {}\n  {}\n", base::printable(options.file), lab::replay_format,
            timestep::all_presets[replay->start.loop.preset].name, type_of(replay->start.scene).name,
            replay->end ? "" : fmt::format("; cut short at byte {}", replay->end_byte), extent, verdict, state_of(run));
    if (options.verify && run.difference()) throw CheckFailed{};
}

void run(const ReplayOptions& options)
{
    const auto replay = load_replay(options.file);
    if (!options.what_if.empty()) return compare_what_if(options, replay);
    if (options.live) return compare_live(options, replay);
    run_whole(options, replay);
}

} // namespace

void add_replay(CLI::App& program)
{
    CLI::App& command =
        add_command(program, "replay", "Run a replay file again: the same, from any moment, or what if.");
    auto options = std::make_shared<ReplayOptions>();
    add_option(command, "file", options->file, "A replay file.", {.type = "FILE", .required = true});
    CLI::Option& verify =
        add_flag(command, "--verify", options->verify, "Exit with 1 when anything is not as it was recorded.");
    add_option(command, "--at", options->at, "Say where it was then; with --what-if, fork there.", {.type = "TIME"});
    excludes(add_flag(command, "--live", options->live, "Against the same replay with other frames of its machine."),
             verify);
    CLI::Option& what_if =
        add_option(command, "--what-if", options->what_if,
                   "Against the same inputs with another loop, rate, integrator, delay or knob, as in loop=variable.",
                   {.type = "PATH=VALUE"});
    excludes(what_if, verify);
    add_flag(command, "--json", options->json, "Print all of it as JSON.");
    set_action(command,
               [options, &command]
               {
                   options->quiet = is_quiet(command);
                   run(*options);
               });
}

} // namespace timestep_lab
