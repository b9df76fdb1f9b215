// timestep_lab replay, diff -- runs a replay file, checks its states, prints the state at a given time, and compares
// the run with a run with other settings ("what if") or with another replay file
#include "lab/replay/replay.hpp"
#include "base/message.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/replay/replay_run.hpp"
#include "lab/settings/set_up.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/run.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;
using Json       = nlohmann::ordered_json;
using ReplayFile = std::shared_ptr<const lab::Replay>;

struct ReplayOptions
{
    std::string file;
    std::string at;
    std::vector<std::string> what_if;
    bool live   = false;
    bool verify = false;
    bool json   = false;
};

struct DiffOptions
{
    std::string a, b;
    bool json = false;
};

Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::int64_t settings_change_count(const lab::Replay& replay)
{
    return std::ranges::count_if(replay.events, [](const lab::ReplayEvent& e)
                                 { return std::holds_alternative<lab::SetEvent>(e.what); });
}

ReplayFile load_replay(const std::string& path)
{
    return std::make_shared<const lab::Replay>(value_or_throw(lab::read_replay_file(path)));
}

void run_with_progress_bar(lab::ReplayRun& run, bool quiet, const std::function<void()>& action)
{
    ProgressBar bar{"running", quiet, std::chrono::seconds{1}};
    run.set_continue_check(
        [&]
        {
            const std::int64_t total = run.replay().frames + run.replay().ticks;
            const std::int64_t done  = std::min(run.frames() + run.tick(), total);
            bar.update(static_cast<std::size_t>(done), static_cast<std::size_t>(total));
            return true;
        });
    action();
    run.set_continue_check({});
}

lab::ReplayComparison compare_with_progress(lab::ReplayRun& a, lab::ReplayRun& b, bool quiet)
{
    lab::ReplayComparison comparison;
    run_with_progress_bar(a, quiet, [&] { comparison = lab::compare(a, b); });
    return comparison;
}

// The run's length up to its current time: "60.000 s, 3600 frames, 3600 ticks, 8 inputs, 2 settings changed".
std::string extent_text(const lab::ReplayRun& run)
{
    return fmt::format("{:.3f} s, {} frames, {} ticks, {} inputs, {} settings changed", timestep::to_seconds(run.now()),
                       run.frames(), run.tick(), run.replay().inputs.size(), settings_change_count(run.replay()));
}

Json extent_json(const lab::ReplayRun& run)
{
    const lab::Replay& replay = run.replay();
    return {{"format", lab::replay_format},
            {"ended", replay.end.has_value()},
            {"frame_times", replay.has_lengths},
            {"whole_steps", replay.whole},
            {"loop", preset_of(replay.start.loop.preset).name},
            {"scene", type_of(replay.start.scene).name},
            {"frames", replay.frames},
            {"ticks", replay.ticks},
            {"inputs", replay.inputs.size()},
            {"settings_turned", settings_change_count(replay)},
            {"hashes", replay.hashes.size()}};
}

std::string state_text(const lab::ReplayRun& run)
{
    const scenes::World& world = run.lane().world();
    const scenes::Probe probe  = world.probe();
    return fmt::format("at {:.3f} s, frame {}, tick {}: x {:.6g}, v {:.6g}, energy {:.6g}, state {}",
                       timestep::to_seconds(run.now()), run.frames(), run.tick(), probe.x, probe.v, probe.energy,
                       lab::hash_text(world.state_hash()));
}

Json state_json(const lab::ReplayRun& run)
{
    const scenes::World& world = run.lane().world();
    const scenes::Probe probe  = world.probe();
    const auto hash            = world.state_hash();
    return {{"seconds", timestep::to_seconds(run.now())},
            {"frame", run.frames()},
            {"tick", run.tick()},
            {"x", finite_or_null(probe.x)},
            {"v", finite_or_null(probe.v)},
            {"energy", finite_or_null(probe.energy)},
            {"first_failures", first_failures_json(run.lane().judged().failures)},
            {"state_hash", hash ? Json(lab::hash_text(hash)) : Json(nullptr)}};
}

void print_comparison(const lab::ReplayComparison& comparison)
{
    if (!comparison.divergence)
    {
        base::print("  equal in all {} common ticks", comparison.common);
        if (comparison.more_a > 0) base::print("; the first has {} more", comparison.more_a);
        if (comparison.more_b > 0) base::print("; the second has {} more", comparison.more_b);
        base::print("\n");
        return;
    }
    const lab::Divergence& p = *comparison.divergence;
    base::print("  equal in {} ticks\n  tick {} is the first different tick, {:.6f} s into the game: {}",
                comparison.common, p.tick, p.seconds, p.what);
    if (p.what != "state") base::print(" {} against {}, difference {:.6g}", p.a, p.b, std::abs(p.a - p.b));
    base::print("\n  distance in x");
    for (std::size_t i = 0; i < p.apart.size(); ++i)
        base::print("{} {} s later {}", i == 0 ? "" : ",", lab::distance_times[i],
                    p.apart[i] ? fmt::format("{:.6g}", *p.apart[i]) : "-");
    base::print("\n");
}

Json comparison_json(const lab::ReplayComparison& comparison)
{
    Json json{{"same_ticks", comparison.common}, {"first_difference", nullptr}};
    if (!comparison.divergence)
    {
        json["more_ticks"] = {comparison.more_a, comparison.more_b};
        return json;
    }
    const lab::Divergence& p = *comparison.divergence;
    json["first_difference"] = {{"tick", p.tick}, {"game_seconds", p.seconds}, {"what", p.what}};
    if (p.what != "state") json["first_difference"]["values"] = {finite_or_null(p.a), finite_or_null(p.b)};
    for (std::size_t i = 0; i < p.apart.size(); ++i)
        json[fmt::format("x_apart_after_{:g}_s", lab::distance_times[i])] =
            p.apart[i] ? finite_or_null(*p.apart[i]) : Json(nullptr);
    return json;
}

lab::WhatIf what_if_of(const ReplayOptions& options, const lab::Settings& settings_now)
{
    std::vector<lab::Change> changes;
    std::ranges::transform(options.what_if, std::back_inserter(changes), parse_assignment);
    const lab::LaneSetup setup = make_lane(std::move(changes), settings_now);
    if (setup.recording) throw BadInput{"--what-if: a replay keeps its own frame times, so no recording can be set"};
    const auto changed_settings = lab::differences(setup.settings, settings_now);
    const bool needs_machine    = options.live || std::ranges::any_of(changed_settings, lab::changes_machine);
    return {setup.settings, needs_machine ? lab::FrameSource::machine : lab::FrameSource::recorded};
}

void print_result(const ReplayOptions& options, const lab::ReplayComparison& comparison, std::string_view description)
{
    if (options.json)
    {
        print_json(
            {{"file", options.file}, {"compared_with", description}, {"comparison", comparison_json(comparison)}});
        return;
    }
    base::print("{} {}\n", base::printable(options.file), description);
    print_comparison(comparison);
}

void compare_live(const ReplayOptions& options, const ReplayFile& replay, bool quiet)
{
    lab::ReplayRun recorded_run{replay};
    lab::ReplayRun live_run{replay, lab::FrameSource::machine};
    print_result(options, compare_with_progress(recorded_run, live_run, quiet),
                 "against other frame times of the same machine");
}

void compare_what_if(const ReplayOptions& options, const ReplayFile& replay, bool quiet)
{
    lab::ReplayRun original{replay};
    run_with_progress_bar(original, quiet,
                          [&] { original.seek(parse_duration_value("--at", options.at).value_or(Nanos{-1})); });
    const lab::WhatIf what_if = what_if_of(options, original.settings());
    lab::ReplayRun changed{original, what_if};
    const bool uses_machine = what_if.frames == lab::FrameSource::machine;
    const auto description =
        base::message("against {} from {:.3f} s on, {}", fmt::format("{}", fmt::join(options.what_if, ", ")),
                      timestep::to_seconds(original.now()),
                      uses_machine ? "with the machine's new frame times" : "with the same frame times");
    print_result(options, compare_with_progress(original, changed, quiet), description);
}

std::string hash_verdict(const lab::ReplayRun& run)
{
    if (run.difference()) return lab::text_of(*run.difference());
    return fmt::format("{} state hashes, all as recorded", run.tick() / lab::hashed_ticks);
}

Json run_json(const ReplayOptions& options, const lab::ReplayRun& run, const Json& state)
{
    Json json{{"file", options.file}};
    json.update(extent_json(run));
    json["same"]             = !run.difference();
    json["first_difference"] = run.difference() ? Json(run.difference()->tick) : Json(nullptr);
    json["difference"]       = run.difference() ? Json(lab::text_of(*run.difference())) : Json(nullptr);
    json["state"]            = state;
    return json;
}

// Runs the replay to its end, even with --at, to compare all recorded hashes with the run.
void run_and_verify(const ReplayOptions& options, const ReplayFile& replay, bool quiet)
{
    lab::ReplayRun run{replay};
    const auto state_time = parse_duration_value("--at", options.at);
    run_with_progress_bar(run, quiet, [&] { run.run_to_end(); });
    const std::string extent  = extent_text(run);
    const std::string verdict = hash_verdict(run);
    if (state_time) run_with_progress_bar(run, quiet, [&] { run.seek(*state_time); });
    if (options.json)
        print_json(run_json(options, run, state_json(run)));
    else
        base::print("{}: format {}, loop {}, scene {}{}\n  {}\n  {}\n  {}\n", base::printable(options.file),
                    lab::replay_format, preset_of(replay->start.loop.preset).name, type_of(replay->start.scene).name,
                    replay->end ? "" : fmt::format("; cut short at line {}", replay->end_line), extent, verdict,
                    state_text(run));
    if (options.verify && run.difference()) throw CheckFailed{};
}

void replay(const ReplayOptions& options, bool quiet)
{
    const ReplayFile file = load_replay(options.file);
    if (!options.what_if.empty())
        compare_what_if(options, file, quiet);
    else if (options.live)
        compare_live(options, file, quiet);
    else
        run_and_verify(options, file, quiet);
}

void diff(const DiffOptions& options, bool quiet)
{
    const auto a = load_replay(options.a), b = load_replay(options.b);
    lab::ReplayRun run_a{a}, run_b{b};
    const auto comparison      = compare_with_progress(run_a, run_b, quiet);
    const auto setting_changes = lab::differences(b->start, a->start, lab::scope::run);
    if (!options.json)
    {
        base::print("{} and {}\n", base::printable(options.a), base::printable(options.b));
        for (const lab::Change& change : setting_changes)
            base::print("  the second has {} {}\n", change.key, change.value);
        print_comparison(comparison);
        return;
    }
    Json changes_json = Json::object();
    for (const lab::Change& change : setting_changes) changes_json[change.key] = change.value;
    print_json({{"files", {options.a, options.b}},
                {"set_up_of_the_second", changes_json},
                {"comparison", comparison_json(comparison)}});
}

} // namespace

void add_replay(CLI::App& program)
{
    auto [command, options] = add_command<ReplayOptions>(
        program, "replay", "Run a replay file again: unchanged, from any time on, or with other settings (what if).",
        replay);
    add_option(command, "file", options.file, "A replay file.", {.type = "FILE", .required = true});
    CLI::Option& verify =
        add_flag(command, "--verify", options.verify, "Exit with 1 if anything differs from the recorded run.");
    add_option(command, "--at", options.at,
               "Print the state at this time; with --what-if, change the settings at this time.", {.type = "TIME"});
    excludes(add_flag(command, "--live", options.live,
                      "Compare with a run of the same inputs at other frame times of the machine."),
             verify);
    CLI::Option& what_if = add_option(command, "--what-if", options.what_if,
                                      "Compare with a run of the same inputs with another loop, rate, integrator, "
                                      "delay or other setting, as in loop=variable.",
                                      {.type = "PATH=VALUE"});
    excludes(what_if, verify);
    add_flag(command, "--json", options.json, "Print everything as JSON.");
}

void add_diff(CLI::App& program)
{
    auto [command, options] = add_command<DiffOptions>(
        program, "diff",
        "Find the first difference of two replays: its time, its quantity, and the distance afterwards.", diff);
    add_option(command, "a", options.a, "A replay file.", {.type = "FILE", .required = true});
    add_option(command, "b", options.b, "A second replay file.", {.type = "FILE", .required = true});
    add_flag(command, "--json", options.json, "Print everything as JSON.");
}

} // namespace timestep_lab
