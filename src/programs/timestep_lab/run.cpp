// timestep_lab run -- runs loops on virtual PCs, and prints their metrics
#include "base/message.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/metrics/lane_verdict.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/network.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/print_json.hpp"
#include "programs/timestep_lab/rows.hpp"
#include "programs/timestep_lab/run_account.hpp"
#include "telemetry/csv.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;
using Json = nlohmann::ordered_json;

struct RunOptions
{
    LaneOptions lanes;
    NetworkOptions network;
    std::string seconds;
    std::string frames;
    std::string ticks;
    std::string csv;
    bool json    = false;
    bool account = false;
};

lab::RunLength length_of(const RunOptions& options, bool recorded)
{
    const lab::RunLength length{duration_of("--seconds", options.seconds), count_of("--frames", options.frames),
                                count_of("--ticks", options.ticks)};
    if (length.time || length.frames || length.ticks || recorded) return length;
    return {.time = Nanos{10'000'000'000}};
}

// Returns the path of the CSV file of one lane (loop). It is `file` if there is one lane. If there are several, it
// contains the name of the lane: "a.accumulator.csv" for "a.csv".
std::string csv_name(const std::string& file, const std::string& lane, bool several)
{
    if (!several) return file;
    const auto slash = file.find_last_of('/');
    const auto dot   = file.find_last_of('.');
    const bool ends  = dot != file.npos && (slash == file.npos || dot > slash);
    return fmt::format("{}.{}{}", file.substr(0, dot), lane, ends ? file.substr(dot) : "");
}

// Throws BadInput if a CSV file would overwrite a recording from which a lane (loop) gets its frame times. Must be
// called before the lanes run.
void keep_recordings(const std::vector<lab::LaneSetup>& setups, const std::string& csv)
{
    std::vector<base::NamedFile> files;
    for (const lab::LaneSetup& setup : setups)
    {
        if (setup.recording) files.push_back({"--recording", setup.recording->name()});
        files.push_back({"--csv", csv_name(csv, setup.name, setups.size() > 1), true});
    }
    check_files(files);
}

// Returns the words of the window's badge for the end of the run.
std::string verdict_at_end(const lab::Lane& lane)
{
    return in_words(verdict_of(lane, lane.samples().back(), lane.world().events()));
}

lab::LaneResult run_with_csv(const lab::LaneSetup& setup, const lab::RunLength& length, const std::string& file)
{
    Rows rows{file, "--csv"};
    telemetry::SampleRows samples;
    rows.add("{}", samples.header());
    lab::LaneResult result = lab::run_lane(
        setup, length,
        [&](const telemetry::FrameSample& s) { rows.add("{}", samples.row(s, lab::event_names(s.events))); },
        verdict_at_end);
    rows.finish();
    return result;
}

std::vector<lab::LaneResult> run_all(const std::vector<lab::LaneSetup>& setups, const lab::RunLength& length,
                                     const std::string& csv)
{
    if (csv.empty()) return lab::run_lanes(setups, length, verdict_at_end);
    if (csv == "-" && setups.size() > 1) throw BadInput{"--csv -: several lanes need a file each; name one"};
    keep_recordings(setups, csv);
    std::vector<lab::LaneResult> results;
    results.reserve(setups.size());
    for (const lab::LaneSetup& setup : setups)
        results.push_back(run_with_csv(setup, length, csv_name(csv, setup.name, setups.size() > 1)));
    return results;
}

Json value_of(const lab::MetricRow& metric, const lab::LaneResult& result)
{
    const double value = metric.get(result);
    if (!std::isfinite(value)) return nullptr;
    if (metric.kind == lab::MetricKind::flag) return value != 0.0;
    if (metric.kind == lab::MetricKind::whole) return static_cast<std::int64_t>(value);
    return value;
}

Json events_of(const sim::Events& events)
{
    Json counts = Json::object();
    for (const sim::EventKind& kind : sim::event_kinds)
        if (const int count = events.*kind.count; count > 0) counts[std::string{kind.name}] = count;
    return counts;
}

Json json_of(const lab::LaneResult& result)
{
    const lab::Settings& s = result.setup.settings;
    Json lane;
    lane["name"]       = result.setup.name;
    lane["loop"]       = timestep::all_presets[s.loop.preset].name;
    lane["hz"]         = timestep::hertz(s.loop.rate);
    lane["scene"]      = type_of(s.scene).name;
    lane["integrator"] = sim::row_of(s.integrator).name;
    lane["verdict"]    = result.verdict;
    for (const lab::MetricRow& metric : lab::all_metrics()) lane[std::string{metric.key}] = value_of(metric, result);
    lane["events"]         = events_of(result.events);
    lane["first_failures"] = first_failures_json(result.failures);
    lane["ticks"]          = result.ticks;
    lane["state_hash"]     = result.state_hash ? Json(lab::hash_text(result.state_hash)) : Json(nullptr);
    return lane;
}

void print_lanes(const std::vector<lab::LaneResult>& results)
{
    Json lanes = Json::array();
    for (const lab::LaneResult& result : results) lanes.push_back(json_of(result));
    print_json({{"lanes", lanes}});
}

constexpr std::array<std::string_view, 19> shown{"frames",
                                                 "steps",
                                                 "state_error_max_m",
                                                 "picture_age_mean_ms",
                                                 "picture_age_spread_ms",
                                                 "pictures_per_s",
                                                 "speed",
                                                 "dropped_ms",
                                                 "frame_mean_ms",
                                                 "frame_max_ms",
                                                 "zero_step_share",
                                                 "multi_step_share",
                                                 "animation_error_mean_ms",
                                                 "jumps_per_minute",
                                                 "display_latency_mean_ms",
                                                 "behind_mean_ms",
                                                 "energy_ratio",
                                                 "tunnelled",
                                                 "reproducible"};

// Prints a table with one row per metric and one column per lane (a loop with its world). A star marks the best value
// of a row.
void print_table(const std::vector<lab::LaneResult>& results)
{
    std::vector<std::size_t> widths;
    base::print("{:<19}", "");
    for (const lab::LaneResult& result : results)
    {
        widths.push_back(std::max<std::size_t>({result.setup.name.size() + 2, result.verdict.size() + 3, 12}));
        base::print("{:>{}}", result.setup.name, widths.back());
    }
    base::print("\n{:<19}", "verdict");
    for (std::size_t i = 0; i < results.size(); ++i) base::print("{:>{}} ", results[i].verdict, widths[i] - 1);
    base::print("\n");
    for (const std::string_view key : shown)
    {
        const lab::MetricRow& metric = *lab::find_metric(key);
        const auto marked            = lab::standings(metric, results);
        base::print("{:<19}",
                    metric.unit.empty() ? std::string{metric.title} : fmt::format("{}, {}", metric.title, metric.unit));
        for (std::size_t i = 0; i < results.size(); ++i)
            base::print(
                "{:>{}}",
                fmt::format("{}{}", lab::value_text(metric, results[i]), marked[i] == lab::Standing::best ? "*" : " "),
                widths[i]);
        base::print("\n");
    }
    base::print("{:<19}", "state hash");
    for (std::size_t i = 0; i < results.size(); ++i)
        base::print("{:>{}} ", lab::hash_text(results[i].state_hash).substr(0, 8), widths[i] - 1);
    base::print("\n");
}

// Runs a game over a network. Throws BadInput if the user gave options for lanes (loops with their worlds), recordings
// or scenes, because such a game has its own PCs and scene.
void run_over_network(const RunOptions& options, const std::vector<lab::LaneSetup>& setups)
{
    const lab::LaneSetup& setup = setups.front();
    if (setups.size() > 1 || setup.recording)
        throw BadInput{"--network has PCs of its own: leave --lane and --recording"};
    if (setup.settings.scene.scene != 0)
        throw BadInput{"--network plays --game pendulum, ball or runner, not a --scene"};
    if (options.account) throw BadInput{"--network prints no accounts: leave --account out"};
    const lab::RunLength length = length_of(options, false);
    if (!length.time) throw BadInput{"--network runs for --seconds, not for --frames or --ticks"};
    run_network(options.network, {setup.settings, *length.time, options.csv, options.json});
}

void run(const RunOptions& options)
{
    const std::vector<lab::LaneSetup> setups = make_lanes(options.lanes);
    if (asks_for_network(options.network)) return run_over_network(options, setups);
    if (options.account && !options.csv.empty()) throw BadInput{"--account keeps no frames: leave --csv out"};
    const bool recorded = std::ranges::all_of(setups, [](const auto& s) { return s.recording.has_value(); }) &&
                          options.lanes.recording_end == "stop";
    const lab::RunLength length = length_of(options, recorded);
    if (options.account) return print_accounts(setups, length, options.json);
    std::vector<lab::LaneResult> results = run_all(setups, length, options.csv);
    // Uses `setups`, because the recordings in the set-ups of `results` have already been played to their end.
    for (std::size_t i = 0; i < results.size(); ++i) results[i].reproducible = lab::reproducible(setups[i]);
    if (options.json) return print_lanes(results);
    if (options.csv != "-") print_table(results);
}

} // namespace

void add_run(CLI::App& program)
{
    CLI::App& command = add_command(program, "run", "Race loops on virtual PCs, and say what became of them.");
    auto options      = std::make_shared<RunOptions>();
    add_lane_options(command, options->lanes);
    add_network_options(command, options->network);
    add_option(command, "--seconds", options->seconds,
               "How long, on the lanes' own wall clocks; 10 if nothing else is said.", {.type = "TIME"});
    add_option(command, "--frames", options->frames, "Stop after so many frames.", {.type = "COUNT"});
    add_option(command, "--ticks", options->ticks, "Stop after so many physics steps.", {.type = "COUNT"});
    add_flag(command, "--json", options->json, "Print the whole scoreboard as JSON.");
    add_option(command, "--csv", options->csv,
               "Write one row per frame, as timestep_demo --telemetry does; - for the terminal.", {.type = "FILE"});
    add_flag(command, "--account", options->account,
             "Only what became of each lane's time, to the nanosecond: no world, no metrics, many times as fast.");
    set_action(command, [options] { run(*options); });
}

} // namespace timestep_lab
