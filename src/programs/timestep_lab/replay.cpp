// timestep_lab replay, diff -- runs a replay file; compares it with the same run under other settings, or with another
// file
#include "lab/replay/replay.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "catalogue/presets.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/replay/replay_run.hpp"
#include "lab/settings/assignments.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;
using SharedReplay = std::shared_ptr<const lab::Replay>;

struct ReplayOptions
{
    std::string file;
    std::string state_time;
    std::vector<std::string> what_if_assignments, lane_command_words;
    bool compares_with_new_frame_times = false;
    bool fails_on_hash_difference = false;
    bool prints_json = false;
};

struct DiffOptions
{
    std::string first_file, second_file;
    bool prints_json = false;
};

std::int64_t settings_change_count(const lab::Replay& replay)
{
    return std::ranges::count_if(replay.events, [](const lab::FrameBoundaryEvent& e)
                                 { return std::holds_alternative<lab::SettingEvent>(e.data); });
}

SharedReplay load_replay(const std::string& path, std::string* file_text = nullptr)
{
    return std::make_shared<const lab::Replay>(value_or_throw(lab::read_replay_file(path, file_text)));
}

std::string_view loop_name(const lab::Replay& replay)
{
    return replay.needs_program() ? lab::foreign_loop_name : catalogue::preset_of(replay.start_config.loop.preset).name;
}

void run_with_progress_bar(lab::ReplayRun& run, bool quiet, const std::function<void()>& action)
{
    ProgressBar bar{"running", quiet, std::chrono::seconds{1}};
    run.set_continue_check(
        [&]
        {
            const std::int64_t part_count = run.replay().frame_count + run.replay().tick_count;
            const std::int64_t parts_done = std::min(run.frame_count() + run.tick(), part_count);
            bar.set_progress(static_cast<std::size_t>(parts_done), static_cast<std::size_t>(part_count));
            return true;
        });
    action();
    run.set_continue_check({});
}

lab::ReplayComparison compare_runs(lab::ReplayRun& run_a, lab::ReplayRun& run_b, bool quiet)
{
    lab::ReplayComparison comparison;
    run_with_progress_bar(run_a, quiet, [&] { comparison = lab::compare_replays(run_a, run_b); });
    return comparison;
}

// Such as "60.000 s, 3600 frames, 3600 ticks, 8 inputs, 2 settings changed".
std::string summary_text(const lab::ReplayRun& run)
{
    return fmt::format("{:.3f} s, {} frames, {} ticks, {} inputs, {} settings changed", timestep::to_seconds(run.now()),
                       run.frame_count(), run.tick(), run.replay().inputs.size(), settings_change_count(run.replay()));
}

Json summary_json(const lab::ReplayRun& run)
{
    const lab::Replay& replay = run.replay();
    return {{"format", lab::replay_format_version},
            {"ended", replay.end_checksums.has_value()},
            {"frame_times", replay.has_frame_times},
            {"whole_steps", replay.has_only_fixed_steps},
            {"loop", loop_name(replay)},
            {"scene", type_of(replay.start_config.scene).name},
            {"frames", replay.frame_count},
            {"ticks", replay.tick_count},
            {"inputs", replay.inputs.size()},
            {"settings_turned", settings_change_count(replay)},
            {"hashes", replay.hashes.size()}};
}

std::string state_text(const lab::ReplayRun& run)
{
    const scenes::World& world = run.lane().world();
    const scenes::Observables observables = world.observables();
    return fmt::format("at {:.3f} s, frame {}, tick {}: x {}, v {}, energy {}, state {}",
                       timestep::to_seconds(run.now()), run.frame_count(), run.tick(), base::number_text(observables.x),
                       base::number_text(observables.v), base::number_text(observables.energy),
                       lab::hash_text(world.state_hash()));
}

Json state_json(const lab::ReplayRun& run)
{
    const scenes::World& world = run.lane().world();
    const scenes::Observables observables = world.observables();
    const auto hash = world.state_hash();
    return {{"seconds", timestep::to_seconds(run.now())},
            {"frame", run.frame_count()},
            {"tick", run.tick()},
            {"x", observables.x},
            {"v", observables.v},
            {"energy", observables.energy},
            {"first_failures", first_failures_json(run.lane().judged_period().failures)},
            {"state_hash", hash ? Json(lab::hash_text(hash)) : Json(nullptr)}};
}

void print_comparison_text(const lab::ReplayComparison& comparison)
{
    if (!comparison.divergence)
    {
        base::print("  equal in all {} common ticks", comparison.equal_step_count);
        if (comparison.extra_step_count_a > 0)
            base::print("; the first run has {} more", comparison.extra_step_count_a);
        if (comparison.extra_step_count_b > 0)
            base::print("; the second run has {} more", comparison.extra_step_count_b);
        base::print("\n");
        return;
    }
    const lab::Divergence& divergence = *comparison.divergence;
    base::print("  equal in {} ticks\n  tick {} is the first different tick, {:.6f} s into the game: {}",
                comparison.equal_step_count, divergence.tick, divergence.seconds, divergence.quantity);
    if (divergence.quantity != "state")
        base::print(" {} against {}, difference {}", divergence.value_a, divergence.value_b,
                    base::number_text(std::abs(divergence.value_a - divergence.value_b)));
    base::print("\n  distance in x");
    for (std::size_t i = 0; i < divergence.distances.size(); ++i)
        base::print("{} {} s later {}", i == 0 ? "" : ",", lab::times_after_divergence_s[i],
                    divergence.distances[i] ? base::number_text(*divergence.distances[i]) : "-");
    base::print("\n");
}

Json comparison_json(const lab::ReplayComparison& comparison)
{
    Json json{{"same_ticks", comparison.equal_step_count}, {"first_difference", nullptr}};
    if (!comparison.divergence)
    {
        json["more_ticks"] = {comparison.extra_step_count_a, comparison.extra_step_count_b};
        return json;
    }
    const lab::Divergence& divergence = *comparison.divergence;
    json["first_difference"] = {
        {"tick", divergence.tick}, {"game_seconds", divergence.seconds}, {"what", divergence.quantity}};
    if (divergence.quantity != "state") json["first_difference"]["values"] = {divergence.value_a, divergence.value_b};
    for (std::size_t i = 0; i < divergence.distances.size(); ++i)
        json[fmt::format("x_apart_after_{}_s", lab::times_after_divergence_s[i])] =
            divergence.distances[i] ? Json(*divergence.distances[i]) : Json(nullptr);
    return json;
}

void print_file_comparison(const ReplayOptions& options, const lab::ReplayComparison& comparison,
                           std::string_view description)
{
    if (options.prints_json)
    {
        print_json(
            {{"file", options.file}, {"compared_with", description}, {"comparison", comparison_json(comparison)}});
        return;
    }
    base::print("{} {}\n", base::printable_excerpt(options.file), description);
    print_comparison_text(comparison);
}

// Null if no program is given. A program that plans other frames must be the recorded one.
std::shared_ptr<lab::ForeignLoop> start_program(const ReplayOptions& options, const SharedReplay& shared_replay,
                                                bool quiet)
{
    const lab::Replay& replay = *shared_replay;
    lab::LaneSetup setup{.config = replay.start_config};
    setup.command = parse_lane_command(options.lane_command_words);
    if (!setup.command.empty() && !replay.needs_program())
        throw BadInput{"{}: no frame has a plan of a loop in another program; leave out {}", options.file,
                       lane_command_flag};
    const bool has_other_frames = options.compares_with_new_frame_times || !options.what_if_assignments.empty();
    if (setup.command.empty() && replay.needs_program() && has_other_frames)
        throw BadInput{"{}: --what-if and --live need the program of the recorded loop: add {} PROGRAM", options.file,
                       lane_command_flag};
    auto program = start_foreign_loop(setup, sim::VirtualPc{setup.config.seed});
    if (!program || !has_other_frames) return program;
    lab::ReplayRun run{shared_replay, lab::FrameTimeSource::recorded, program};
    run_with_progress_bar(run, quiet, [&] { run.run_to_end(); });
    const auto& difference = run.first_difference();
    if (difference && difference->kind == lab::DifferenceFromFile::Kind::answer)
        throw BadInput{"{}: {}", options.file, lab::difference_text(*difference)};
    return program;
}

void compare_what_if(const ReplayOptions& options, const SharedReplay& replay,
                     const std::shared_ptr<lab::ForeignLoop>& program, bool quiet)
{
    constexpr Nanos before_first_frame{-1};
    const auto seek = [&](lab::ReplayRun& run)
    {
        const Nanos time = parse_duration_option("--at", options.state_time).value_or(before_first_frame);
        run_with_progress_bar(run, quiet, [&] { run.seek(time); });
    };
    lab::ReplayRun original_run{replay};
    seek(original_run);
    std::optional<lab::ReplayRun> run_of_program;
    if (program) seek(run_of_program.emplace(replay, lab::FrameTimeSource::recorded, program));

    // A change of the machine needs frame times of its own.
    std::vector<lab::Assignment> changes;
    std::ranges::transform(options.what_if_assignments, std::back_inserter(changes), parse_assignment);
    const lab::LaneSetup setup = make_lane_setup(std::move(changes), original_run.config());
    if (setup.recording) throw BadInput{"--what-if: a replay keeps its own frame times, so no recording can be set"};
    const auto changed_settings = lab::differences_from_baseline(setup.config, original_run.config());
    const bool uses_new_frame_times =
        options.compares_with_new_frame_times || std::ranges::any_of(changed_settings, lab::affects_machine);
    lab::ReplayRun changed_run{program ? *run_of_program : original_run,
                               lab::ForkSettings{setup.config, uses_new_frame_times ? lab::FrameTimeSource::machine
                                                                                    : lab::FrameTimeSource::recorded}};

    std::string_view frame_times = replay->has_frame_times ? "with the same frame times" : "with one frame per step";
    if (uses_new_frame_times) frame_times = "with the machine's new frame times";
    const auto description = base::message("against {} from {:.3f} s on, {}",
                                           fmt::format("{}", fmt::join(options.what_if_assignments, ", ")),
                                           timestep::to_seconds(original_run.now()), frame_times);
    print_file_comparison(options, compare_runs(original_run, changed_run, quiet), description);
}

void run_replay_command(const ReplayOptions& options, bool quiet)
{
    std::string file_text;
    const SharedReplay replay = load_replay(options.file, &file_text);
    const std::shared_ptr<lab::ForeignLoop> program = start_program(options, replay, quiet);
    if (!options.what_if_assignments.empty())
    {
        compare_what_if(options, replay, program, quiet);
        return;
    }
    if (options.compares_with_new_frame_times)
    {
        lab::ReplayRun run{replay}, run_with_new_times{replay, lab::FrameTimeSource::machine, program};
        print_file_comparison(options, compare_runs(run, run_with_new_times, quiet),
                              "against other frame times of the same machine");
        return;
    }

    lab::ReplayRun run{replay, lab::FrameTimeSource::recorded, program};
    run.compare_with_file(std::move(file_text));
    // Runs to the end, even if --at asks for an earlier state, to compare all recorded hashes with the run.
    const auto state_time = parse_duration_option("--at", options.state_time);
    run_with_progress_bar(run, quiet, [&] { run.run_to_end(); });
    const std::string run_summary = summary_text(run);
    const std::string verdict =
        run.first_difference() ? lab::difference_text(*run.first_difference())
                               : fmt::format("{} state hashes, all as recorded", run.tick() / lab::hash_interval_ticks);
    if (state_time) run_with_progress_bar(run, quiet, [&] { run.seek(*state_time); });
    if (options.prints_json)
    {
        const auto& difference = run.first_difference();
        Json json{{"file", options.file}};
        json.update(summary_json(run));
        json["same"] = !difference;
        json["first_difference"] = difference ? Json(difference->tick) : Json(nullptr);
        json["difference"] = difference ? Json(lab::difference_text(*difference)) : Json(nullptr);
        json["state"] = state_json(run);
        print_json(json);
    }
    else
        base::print("{}: format {}, loop {}, scene {}{}\n  {}\n  {}\n  {}\n", base::printable_excerpt(options.file),
                    lab::replay_format_version, loop_name(*replay), type_of(replay->start_config.scene).name,
                    replay->end_checksums ? "" : fmt::format("; cut short at line {}", replay->end_line_number),
                    run_summary, verdict, state_text(run));
    if (options.fails_on_hash_difference && run.first_difference()) throw ExitWithCode{exit_code_check_failed};
}

void run_diff_command(const DiffOptions& options, bool quiet)
{
    const auto replay_a = load_replay(options.first_file), replay_b = load_replay(options.second_file);
    lab::ReplayRun run_a{replay_a}, run_b{replay_b};
    const auto comparison = compare_runs(run_a, run_b, quiet);
    const auto setting_changes = lab::differences_from_baseline(replay_b->start_config, replay_a->start_config);
    if (!options.prints_json)
    {
        base::print("{} and {}\n", base::printable_excerpt(options.first_file),
                    base::printable_excerpt(options.second_file));
        for (const lab::Assignment& change : setting_changes)
            base::print("  the second has {} {}\n", change.key, change.value);
        print_comparison_text(comparison);
        return;
    }
    Json changes_json = Json::object();
    for (const lab::Assignment& change : setting_changes) changes_json[change.key] = change.value;
    print_json({{"files", {options.first_file, options.second_file}},
                {"set_up_of_the_second", changes_json},
                {"comparison", comparison_json(comparison)}});
}

} // namespace

void add_replay_command(CLI::App& program)
{
    auto [command, options] = add_command<ReplayOptions>(
        program, "replay", "Run a replay file again: unchanged, or with other settings from any time on (--what-if).",
        run_replay_command);
    add_option(command, "file", options.file, "A replay file.", {.type = "FILE", .is_required = true});
    CLI::Option& verify = add_flag(command, "--verify", options.fails_on_hash_difference,
                                   "Exit with 1 if a state hash differs from the recorded hash.");
    add_option(command, "--at", options.state_time,
               "Print the state of the game at this time. With --what-if, change the settings at this time.",
               {.type = "TIME"});
    add_exclusion(add_flag(command, "--live", options.compares_with_new_frame_times,
                           "Compare the replay with a second run that has the same inputs but new frame times, "
                           "computed by a virtual PC with the replay's settings."),
                  verify);
    CLI::Option& what_if_option =
        add_option(command, "--what-if", options.what_if_assignments,
                   "Compare with a run of the same inputs, but with another loop, rate, integrator, "
                   "delay or other setting, as in loop=variable.",
                   {.type = "PATH=VALUE"});
    add_exclusion(what_if_option, verify);
    add_flag(command, "--json", options.prints_json, "Print everything as JSON.");
    add_lane_command_option(command, options.lane_command_words);
}

void add_diff_command(CLI::App& program)
{
    auto [command, options] =
        add_command<DiffOptions>(program, "diff",
                                 "Print the first tick at which two replays differ: its time, the values that differ, "
                                 "and the differences between the x values of their bodies at later times.",
                                 run_diff_command);
    add_option(command, "a", options.first_file, "A replay file.", {.type = "FILE", .is_required = true});
    add_option(command, "b", options.second_file, "A second replay file.", {.type = "FILE", .is_required = true});
    add_flag(command, "--json", options.prints_json, "Print everything as JSON.");
}

} // namespace timestep_lab
