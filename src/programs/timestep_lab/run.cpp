// timestep_lab run -- runs loops, and prints their metrics
#include "programs/timestep_lab/run.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "lab/lane/time_balance.hpp"
#include "lab/lessons/expression_evaluator.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/controls.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/figure.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/starts.hpp"
#include "telemetry/csv.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <stdexcept>
#include <utility>

namespace timestep_lab
{

namespace
{

using timestep::Nanos;

struct RunOptions
{
    LaneOptions lane_options;
    std::string max_time;
    std::string max_frames;
    std::string max_ticks;
    std::string start_count;
    std::string csv_file;
    std::string figure_values;
    std::vector<std::string> assertions;
    bool prints_json = false;
    bool prints_only_time_balances = false;
};

// The limits that the user gave. If there are none, the limit is 10 s, unless the run ends when its recordings end.
lab::RunLimits parse_run_limits(const RunOptions& options, bool ends_with_recordings = false)
{
    const lab::RunLimits limits{parse_duration_option("--seconds", options.max_time),
                                parse_count_option("--frames", options.max_frames),
                                parse_count_option("--ticks", options.max_ticks)};
    if (limits.max_wall_time || limits.max_frames || limits.max_steps || ends_with_recordings) return limits;
    return {.max_wall_time = Nanos{10'000'000'000}};
}

// The path of a loop's CSV file. If several loops run, it contains the loop's name: "a.accumulator.csv" for "a.csv".
std::string lane_csv_path(const std::string& csv_file, const std::string& lane_name, bool has_other_lanes)
{
    if (!has_other_lanes) return csv_file;
    const auto slash = csv_file.find_last_of('/');
    const auto dot = csv_file.find_last_of('.');
    const bool has_extension = dot != csv_file.npos && (slash == csv_file.npos || dot > slash);
    if (!has_extension) return fmt::format("{}.{}", csv_file, lane_name);
    return fmt::format("{}.{}{}", csv_file.substr(0, dot), lane_name, csv_file.substr(dot));
}

std::vector<lab::LaneResult> run_all_lanes(const std::vector<lab::LaneSetup>& setups, const lab::RunLimits& limits,
                                           const std::string& csv_file)
{
    if (csv_file.empty()) return lab::run_lanes(setups, limits, lab::write_verdict);
    if (csv_file == "-" && setups.size() > 1)
        throw BadInput{"--csv -: several lanes need one file each; give a file name"};

    // A CSV file must not overwrite a recording. This is checked before the first run.
    std::vector<base::FileArgument> files;
    for (const lab::LaneSetup& setup : setups)
    {
        if (setup.recording) files.push_back({"--recording", setup.recording->name()});
        files.push_back({"--csv", lane_csv_path(csv_file, setup.name, setups.size() > 1), true});
    }
    require_usable_outputs(files);

    // A run can fail in any lane, as another program plans the frames of some. Then no file of any lane is changed.
    std::deque<base::AtomicFileWriter> csv_writers;
    std::vector<lab::LaneResult> results;
    results.reserve(setups.size());
    for (const lab::LaneSetup& setup : setups)
    {
        base::AtomicFileWriter& csv_writer =
            csv_writers.emplace_back(base::path_from_utf8(lane_csv_path(csv_file, setup.name, setups.size() > 1)));
        if (csv_writer.has_failed()) finish_csv(csv_writer);
        telemetry::FrameSampleCsvFormatter row_formatter;
        csv_writer.add(row_formatter.header());
        results.push_back(lab::run_lane(
            setup, limits,
            [&](const telemetry::FrameSample& s)
            { csv_writer.add(row_formatter.add(s, lab::joined_event_names(s.events))); },
            lab::write_verdict));
        csv_writer.add(row_formatter.take_rest());
    }
    for (base::AtomicFileWriter& csv_writer : csv_writers) finish_csv(csv_writer);
    return results;
}

Json metric_json(const lab::Metric& metric, const lab::LaneResult& result)
{
    const double value = metric.get(result);
    if (!std::isfinite(value)) return nullptr;
    if (metric.kind == lab::MetricKind::flag) return value != 0.0;
    if (metric.kind == lab::MetricKind::whole) return static_cast<std::int64_t>(value);
    return value;
}

Json lane_json(const lab::LaneResult& result)
{
    const lab::LaneConfig& config = result.setup.config;
    Json lane;
    lane["name"] = result.setup.name;
    lane["loop"] =
        result.setup.command.empty() ? catalogue::preset_of(config.loop.preset).name : lab::foreign_loop_name;
    lane["hz"] = timestep::to_hertz(config.loop.rate);
    lane["scene"] = type_of(config.scene).name;
    lane["integrator"] = sim::info_of(config.integrator).name;
    lane["verdict"] = result.verdict;
    lane["explanation"] = result.explanation;
    for (const lab::Metric& metric : lab::all_metrics()) lane[std::string{metric.key}] = metric_json(metric, result);
    lane["events"] = Json::object();
    for (const sim::EventKind& kind : sim::event_kinds)
        if (const int count = result.events.*kind.counter; count > 0) lane["events"][std::string{kind.name}] = count;
    lane["first_failures"] = first_failures_json(result.failures);
    lane["ticks"] = result.step_count;
    lane["state_hash"] = result.state_hash ? Json(lab::hash_text(result.state_hash)) : Json(nullptr);
    return lane;
}

constexpr std::string_view lane_table_metric_keys =
    "frames steps state_error_max_m picture_age_mean_ms picture_age_spread_ms pictures_per_s speed dropped_ms "
    "frame_mean_ms frame_max_ms zero_step_share multi_step_share animation_error_mean_ms jumps_per_minute "
    "screen_jitter_mean_mm screen_jitter_mean_ms display_latency_mean_ms behind_mean_ms energy_ratio tunnelled "
    "reproducible";

void print_lane_table(const std::vector<lab::LaneResult>& results)
{
    const auto print_row = [&](const std::string& title, const auto& cell_of)
    {
        base::print("{:<19}", title);
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            const lab::LaneResult& result = results[i];
            base::print("{:>{}}", cell_of(i),
                        std::max<std::size_t>({result.setup.name.size() + 2, result.verdict.size() + 3, 12}));
        }
        base::print("\n");
    };
    print_row("", [&](std::size_t i) { return results[i].setup.name; });
    print_row("verdict", [&](std::size_t i) { return results[i].verdict + " "; });
    for (const std::string_view key : base::split(lane_table_metric_keys, " "))
    {
        const lab::Metric& metric = *lab::find_metric(key);
        const auto rank_marks = lab::rank_marks(metric, results);
        if (metric.needs_camera && !lab::is_in_short_table(metric, results)) continue; // no lane has a camera
        print_row(metric.unit.empty() ? std::string{metric.name} : fmt::format("{}, {}", metric.name, metric.unit),
                  [&](std::size_t i)
                  {
                      const bool is_best = rank_marks[i] == lab::RankMark::best;
                      return lab::value_text_without_unit(metric, results[i]) + (is_best ? "*" : " ");
                  });
    }
    print_row("state hash", [&](std::size_t i) { return lab::hash_text(results[i].state_hash).substr(0, 8) + " "; });
}

void print_time_balance_table(const Json& lanes)
{
    std::vector<std::string> lines(lanes.size() + 1);
    for (const auto& [key, value] : lanes.front().items())
    {
        const bool is_name = value.is_string();
        std::vector<std::string> cells{is_name ? "lane" : key};
        for (const Json& lane : lanes) cells.push_back(is_name ? lane[key].get<std::string>() : lane[key].dump());
        const std::size_t width = std::ranges::max(cells, {}, &std::string::size).size();
        for (std::size_t i = 0; i < lines.size(); ++i)
            lines[i] += is_name ? fmt::format("{:<{}}", cells[i], width) : fmt::format("  {:>{}}", cells[i], width);
    }
    for (const std::string& line : lines) base::print("{}\n", line);
}

// What a loop in another program says about its times, and how the other ones are known.
std::string account_text(const lab::ForeignLoopAccount& account)
{
    return fmt::format("the simulated time is {}, the carried time {}, the dropped time {}",
                       account.says_stepped ? "said by the loop" : "the sum of its steps, to 1 ns a frame",
                       account.says_carried ? "said by the loop" : "what is left, at most one step",
                       account.says_dropped ? "said by the loop" : "the rest");
}

// Prints how each loop used its frame time. Throws std::runtime_error if the parts do not add up to the frame time.
void print_time_balances(std::span<const lab::LaneSetup> setups, const lab::RunLimits& limits, bool prints_json)
{
    const auto start_time = std::chrono::steady_clock::now();
    const auto balances = lab::compute_time_balances(setups, limits);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_time;
    Json lanes = Json::array();
    double frame_count = 0.0;
    for (std::size_t i = 0; i < setups.size(); ++i)
    {
        const lab::LaneTotals& totals = balances[i].totals;
        lanes.push_back({{"name", setups[i].name},
                         {"frames", totals.frame_count},
                         {"steps", totals.full_step_count},
                         {"in_ns", totals.frame_time.count()},
                         {"stepped_ns", totals.stepped_time.count()},
                         {"carried_ns", balances[i].carried_time_change.count()},
                         {"dropped_ns", totals.dropped_time.count()},
                         {"filter_error_ns", totals.filter_error.count()},
                         {"missing_ns", balances[i].unaccounted_time().count()}});
        frame_count += static_cast<double>(totals.frame_count);
    }
    if (prints_json)
        print_json({{"lanes", lanes}});
    else
        print_time_balance_table(lanes);
    for (std::size_t i = 0; i < setups.size() && !prints_json; ++i)
        if (const auto& account = balances[i].foreign_account)
            base::print("{}: {}\n", setups[i].name, account_text(*account));
    base::flush_stdout(); // throws if the output cannot be written; then the speed is not printed
    base::print_error("timestep_lab",
                      fmt::format("{:.0f} frames in {:.1f} s: {:.1f} million a second", frame_count, elapsed.count(),
                                  frame_count / std::max(elapsed.count(), 1e-9) * 1e-6));
    for (std::size_t i = 0; i < setups.size(); ++i)
        if (const auto missing = balances[i].unaccounted_time().count(); missing != 0)
            throw std::runtime_error(fmt::format("{}: {} ns are missing; please report it", setups[i].name, missing));
}

// Throws BadInput for a text that is no comparison of the lanes' metrics.
std::vector<lab::AssertionOutcome> check_assertions(const std::vector<std::string>& assertions,
                                                    std::vector<lab::LaneResult> results)
{
    std::vector<lab::AssertionOutcome> outcomes;
    if (assertions.empty()) return outcomes;
    lab::ExpressionEvaluator evaluator{std::move(results)};
    for (const std::string& assertion : assertions)
    {
        const auto outcome = evaluator.check_assertion(assertion);
        if (const auto* error = std::get_if<lab::ExpressionError>(&outcome))
            throw BadInput{"--assert '{}': {}", assertion, base::Verbatim{error->message}};
        outcomes.push_back(std::get<lab::AssertionOutcome>(outcome));
    }
    return outcomes;
}

// Finds the errors of check_assertions() in texts, before a file is written.
void reject_invalid_assertions(const std::vector<std::string>& assertions, const std::vector<lab::LaneSetup>& setups)
{
    std::vector<lab::LaneResult> results;
    results.reserve(setups.size());
    for (const lab::LaneSetup& setup : setups) results.push_back({.setup = setup, .is_reproducible = false});
    check_assertions(assertions, std::move(results));
}

// Prints the metrics of the loops, and which assertions hold. Throws ExitWithCode if one does not.
void print_results(const RunOptions& options, const std::vector<lab::LaneResult>& results)
{
    const std::vector<lab::AssertionOutcome> outcomes = check_assertions(options.assertions, results);
    if (options.prints_json)
    {
        Json lanes = Json::array(), assertions = Json::array();
        for (const lab::LaneResult& result : results) lanes.push_back(lane_json(result));
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            assertions.push_back({{"assertion", options.assertions[i]},
                                  {"holds", outcomes[i].holds},
                                  {"left", outcomes[i].left_value},
                                  {"right", outcomes[i].right_value}});
        Json json{{"lanes", lanes}};
        if (!assertions.empty()) json["assertions"] = assertions;
        print_json(json);
    }
    else
    {
        if (options.csv_file != "-") print_lane_table(results);
        for (std::size_t i = 0; i < outcomes.size(); ++i) print_assertion(options.assertions[i], outcomes[i]);
    }
    if (!std::ranges::all_of(outcomes, &lab::AssertionOutcome::holds)) throw ExitWithCode{exit_code_check_failed};
}

void run_run_command(const RunOptions& options, bool quiet)
{
    const std::vector<lab::LaneSetup> setups = parse_lane_setups(options.lane_options);
    if (!options.assertions.empty() &&
        (options.prints_only_time_balances || !options.start_count.empty() || !options.figure_values.empty()))
        throw BadInput{"--assert compares the metrics of one run: leave --time-balance, --starts and --figure out"};
    if (!options.assertions.empty() && options.csv_file == "-")
        throw BadInput{"--assert prints its result, so --csv needs the name of a file"};
    if (options.prints_only_time_balances && !options.csv_file.empty())
        throw BadInput{"--time-balance stores no frames: leave --csv out"};
    if (options.prints_only_time_balances && !options.start_count.empty())
        throw BadInput{"--time-balance computes no metrics: leave --starts out"};
    const bool ends_with_recordings =
        std::ranges::all_of(setups, [](const auto& setup) { return setup.recording.has_value(); }) &&
        options.lane_options.recording_end == "stop";
    const lab::RunLimits limits = parse_run_limits(options, ends_with_recordings);
    if (!options.figure_values.empty())
    {
        if (options.prints_only_time_balances || !options.start_count.empty() || !options.csv_file.empty())
            throw BadInput{"--figure prints what the display shows: leave --time-balance, --starts and --csv out"};
        print_figure(
            options.figure_values,
            [&](std::string_view assignment)
            {
                LaneOptions lane_options = options.lane_options;
                lane_options.setting_assignments.emplace_back(assignment);
                return parse_lane_setups(lane_options);
            },
            limits);
        return;
    }
    if (options.prints_only_time_balances)
    {
        print_time_balances(setups, limits, options.prints_json);
        return;
    }
    if (const auto start_count = parse_count_option("--starts", options.start_count))
    {
        constexpr std::int64_t max_starts = 10'000;
        if (*start_count > max_starts) throw BadInput{"--starts {}: at most {}", *start_count, max_starts};
        print_starts(setups, limits, *start_count, options.prints_json ? StartsOutput::json : StartsOutput::table,
                     options.csv_file);
        return;
    }
    reject_invalid_assertions(options.assertions, setups);
    for (const lab::LaneSetup& setup : setups)
        if (const std::string text = lab::ineffective_settings_text({.lane = setup.config}); !quiet && !text.empty())
            base::print_error("timestep_lab", base::message("{}: {}", setup.name, base::Verbatim{text}));
    std::vector<lab::LaneResult> results = run_all_lanes(setups, limits, options.csv_file);
    for (std::size_t i = 0; i < results.size(); ++i) results[i].is_reproducible = lab::test_reproducibility(setups[i]);
    print_results(options, results);
}

} // namespace

Json first_failures_json(const lab::FailuresByKind& failures)
{
    Json failures_json = Json::object();
    for (std::size_t i = 0; i < failures.size(); ++i)
        if (const auto& failure = failures[i])
            failures_json[std::string{sim::event_kinds[i].name}] = {
                {"wall_s", timestep::to_seconds(failure->first.wall_time)},
                {"step_ms", timestep::to_millis(failure->first.failing_step)}};
    return failures_json;
}

void add_run_command(CLI::App& program)
{
    auto [command, options] = add_command<RunOptions>(
        program, "run", "Run one or more loops on virtual (simulated) PCs, and print the metrics of each loop.",
        run_run_command);
    add_lane_options(command, options.lane_options);
    add_lane_command_option(command, options.lane_options.lane_command_words);
    add_option(command, "--seconds", options.max_time,
               "Length of the run on the virtual PCs' wall clocks; 10 s if no length is given.", {.type = "TIME"});
    add_option(command, "--frames", options.max_frames, "Stop the run after this number of frames.", {.type = "COUNT"});
    add_option(command, "--ticks", options.max_ticks, "Stop the run after this number of steps.", {.type = "COUNT"});
    add_option(
        command, "--starts", options.start_count,
        "Run each loop this often, from other seeds and other phases of the first frame, and print each metric as "
        "a distribution; with --csv, one row per start.",
        {.type = "COUNT"});
    add_option(command, "--assert", options.assertions,
               "A comparison of the lanes' metrics, as in lessons, such as 'fixed.speed == 1 +- 1%'; repeatable. Exit "
               "code 1 if one is false.",
               {.type = "COMPARISON"});
    add_flag(command, "--json", options.prints_json, "Print all metrics as JSON.");
    add_option(command, "--csv", options.csv_file, "Write a CSV file with one row per frame; - for the terminal.",
               {.type = "FILE"});
    add_option(command, "--figure", options.figure_values,
               "Run the loops once for each value of a setting, and print as JSON what the display shows: for each "
               "displayed frame [ms, x, y, x of the ring, y of the ring], in mm, and each change of the verdict.",
               {.type = "PATH=VALUE,..."});
    add_flag(command, "--time-balance", options.prints_only_time_balances,
             "Print only how much of each loop's time was simulated, carried (kept for later frames) and dropped, to "
             "the nanosecond. Much faster, because no physics and no metrics are computed.");
}

} // namespace timestep_lab
