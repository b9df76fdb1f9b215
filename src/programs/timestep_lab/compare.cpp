// timestep_lab compare -- tests which of two versions of a game is smoother, and whether the difference is significant
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/compare/comparison.hpp"
#include "recordings/facts/frame_time_patterns.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

namespace timestep_lab
{

namespace
{

struct CompareCommandOptions
{
    /// Version A's files, the element compare_side_separator, version B's files. Two files need no separator.
    std::vector<std::string> files;
    std::string stream_a, stream_b;
    ColumnOptions columns;
    FrameEditOptions frame_edits;
    std::string min_relevant_difference = "2%";
    std::string metrics; ///< names of the metrics to compare, separated by commas; empty for all
    bool prints_json = false;
    bool checks_margins = false;
    std::string
        margins; ///< for each metric, the worsening that --check accepts, such as "frame_mean_ms=3%,frame_p99_ms=10%"
    bool allows_single_run = false; ///< value of --single: one run of each version suffices for the verdict `worse`
};

using SideRecordings = std::vector<ChosenStream>;

std::array<std::vector<std::string>, 2> split_at_side_separator(const std::vector<std::string>& files)
{
    const auto separator_count = std::ranges::count(files, compare_side_separator);
    if (separator_count == 0 && files.size() == 2) return {{{files[0]}, {files[1]}}};
    const auto separator = std::ranges::find(files, compare_side_separator);
    if (separator_count != 1 || separator == files.begin() || separator + 1 == files.end())
        throw BadInput{"compare needs two recordings, or several of A and of B with -- between them: compare a1 a2 a3 "
                       "-- b1 b2 b3"};
    return {{{files.begin(), separator}, {separator + 1, files.end()}}};
}

double parse_percent(std::string_view flag, std::string_view text)
{
    std::string_view number_text = text;
    if (number_text.ends_with('%')) number_text.remove_suffix(1);
    const auto percent = base::parse_number<double>(number_text);
    if (!percent || *percent < 0.0 || *percent > 100.0)
        throw BadInput{"{} takes percent from 0 to 100, such as 2%, not '{}'", flag, text};
    return *percent;
}

std::vector<std::string> metric_keys()
{
    std::vector<std::string> keys;
    for (const recordings::ComparedMetric& metric : recordings::compared_metrics()) keys.emplace_back(metric.key);
    return keys;
}

std::vector<std::size_t> parse_metric_indices(std::string_view keys)
{
    std::set<std::size_t> metric_indices;
    for (const std::string_view key : base::split(keys, ","))
        metric_indices.insert(index_of_name(key, metric_keys(), "metric", "--metrics"));
    return {metric_indices.begin(), metric_indices.end()};
}

// How much worse each checked metric may be. A metric without a margin in `margins_text` has a default margin.
std::vector<recordings::NonInferiorityMargin> parse_margins(const std::vector<std::size_t>& chosen_metric_indices,
                                                            std::string_view margins_text)
{
    std::vector<recordings::NonInferiorityMargin> margins;
    margins.reserve(chosen_metric_indices.size());
    for (const std::size_t metric_index : chosen_metric_indices)
        margins.push_back(recordings::default_margin(metric_index));
    for (const std::string_view assignment : base::split(margins_text, ","))
    {
        const auto equals_sign = assignment.find('=');
        if (equals_sign == assignment.npos)
            throw BadInput{
                "--margin takes metrics with their margins, such as frame_mean_ms=3%,frame_p99_ms=10%, not '{}'",
                assignment};
        const std::size_t metric_index =
            index_of_name(assignment.substr(0, equals_sign), metric_keys(), "metric", "--margin");
        std::erase_if(margins, [metric_index](const recordings::NonInferiorityMargin& margin)
                      { return margin.metric_index == metric_index; });
        margins.push_back({metric_index, parse_percent("--margin", assignment.substr(equals_sign + 1))});
    }
    return margins.empty() ? recordings::default_margins() : margins;
}

SideRecordings read_recordings(const std::vector<std::string>& files, const std::string& stream,
                               const CompareCommandOptions& options)
{
    SideRecordings side_recordings;
    for (const std::string& file : files)
        side_recordings.push_back(
            read_replayable_recording({file, stream, options.columns, options.frame_edits}, true));
    return side_recordings;
}

recordings::FrameTimesByRun runs_of(const SideRecordings& side_recordings)
{
    recordings::FrameTimesByRun runs;
    for (const ChosenStream& chosen : side_recordings) runs.emplace_back(chosen.stream().frame_times);
    return runs;
}

recordings::Comparison compare_with_progress_bar(const SideRecordings& a, const SideRecordings& b,
                                                 const recordings::ComparisonOptions& comparison_options, bool quiet)
{
    ProgressBar bar{"comparing", quiet};
    return recordings::compare(runs_of(a), runs_of(b), comparison_options,
                               [&](std::size_t done, std::size_t count) { bar.set_progress(done, count); });
}

std::string run_label(char side, std::size_t run_index, std::size_t run_count)
{
    return run_count == 1 ? std::string{side} : fmt::format("{}{}", side, run_index + 1);
}

std::vector<std::string> warnings_of(const ChosenStream& chosen)
{
    std::vector<std::string> warnings;
    const double never_displayed_share = chosen.stream().never_displayed_share.value_or(0.0);
    const auto generation =
        has_rows_of_presents(chosen.recording)
            ? recordings::detect_frame_generation(chosen.stream().frame_times, chosen.stream().never_displayed_share)
            : std::nullopt;
    if (generation)
        warnings.push_back(sentences_of(*generation) + " --pairs compares the game's own frames.");
    else if (never_displayed_share > 0.0)
        warnings.push_back(fmt::format("{} of the recorded frames never reached the screen.",
                                       recordings::percent_text(never_displayed_share)));
    return warnings;
}

void print_recordings_of_side(char side, const SideRecordings& side_recordings,
                              const std::vector<recordings::ComparedRun>& compared_runs)
{
    for (std::size_t i = 0; i < side_recordings.size(); ++i)
    {
        const ChosenStream& chosen = side_recordings[i];
        const std::size_t frame_count = chosen.stream().frame_times.size();
        base::print("{:<3} {}{}: {}, {:.1f} s\n", run_label(side, i, side_recordings.size()),
                    base::printable_excerpt(chosen.recording.name),
                    chosen.stream().application.empty() ? "" : ", " + chosen.stream().application,
                    compared_runs[i].frame_count < frame_count
                        ? fmt::format("the first {} of {} frames", compared_runs[i].frame_count, frame_count)
                        : fmt::format("{} frame{}", frame_count, frame_count == 1 ? "" : "s"),
                    timestep::to_seconds(compared_runs[i].length));
        for (const std::string& warning : warnings_of(chosen)) base::print("    {}\n", styled(TextStyle::bad, warning));
    }
}

// In the order of recordings::Verdict.
constexpr std::array<std::pair<std::string_view, TextStyle>, 4> shown_verdicts{
    {{"~", TextStyle::dim}, {"=", TextStyle::dim}, {"better", TextStyle::good}, {"worse", TextStyle::bad}}};

void print_comparison_legend(const recordings::Comparison& comparison)
{
    const std::size_t interval_count = comparison.differences.size();
    base::print("\n~  undecided; to the right: about how much data {} a decision needs\n"
                "=  equal within {} % (--least)\n"
                "With {} % confidence, {} from {}.\n",
                comparison.includes_run_spread ? "of A and of B" : "of each recording",
                base::number_text(100.0 * comparison.options.min_relevant_difference),
                base::number_text(100.0 * (1.0 - comparison.options.error_probability)),
                interval_count == 1
                    ? "the interval contains the true difference. It results"
                    : fmt::format("all {} intervals contain the true differences. They result", interval_count),
                comparison.includes_run_spread ? "the spread between the runs" : "the spread within each recording");
    for (const recordings::Difference& difference : comparison.differences)
        if (const auto& metric = recordings::compared_metrics()[difference.metric_index];
            metric.key == "jumps_at_60_hz_per_minute")
            base::print("{}: {}\n", metric.name, metric.definition);
}

void print_comparison_table(const SideRecordings& a, const SideRecordings& b, const recordings::Comparison& comparison,
                            bool quiet)
{
    print_recordings_of_side('A', a, comparison.runs_a);
    print_recordings_of_side('B', b, comparison.runs_b);
    base::print("\n{:<18} {:<4} {:>10} {:>10} {:>10}   {:<24} {}\n", "", "", "A", "B", "B - A", "interval", "B is");
    for (const recordings::Difference& difference : comparison.differences)
    {
        const recordings::ComparedMetric& metric = recordings::compared_metrics()[difference.metric_index];
        const auto& [verdict, style] = shown_verdicts[static_cast<std::size_t>(difference.verdict)];
        base::print("{:<18} {:<4} {:>10} {:>10} {:>10}   {:<24} {}{}\n", metric.name, metric.unit,
                    fixed_text(difference.value_a), fixed_text(difference.value_b),
                    std::isfinite(difference.b_minus_a()) ? fmt::format("{:+.3f}", difference.b_minus_a()) : "-",
                    comparison.has_intervals
                        ? fmt::format("{:+.3f} to {:+.3f}", difference.interval_low, difference.interval_high)
                        : "-",
                    styled(style, verdict),
                    difference.required_sample ? fmt::format("{:{}}{}", "", 8 - verdict.size(),
                                                             required_sample_text(*difference.required_sample))
                                               : "");
    }

    if (!comparison.outliers.empty()) base::print("\n");
    for (const recordings::Outlier& outlier : comparison.outliers)
    {
        const SideRecordings& side = outlier.is_side_b ? b : a;
        const recordings::ComparedMetric& metric = recordings::compared_metrics()[outlier.metric_index];
        base::print("{} {} differs from the other runs: {} {} {}, their median {}\n",
                    run_label(outlier.is_side_b ? 'B' : 'A', outlier.run_index, side.size()),
                    base::printable_excerpt(side[outlier.run_index].recording.name), metric.name,
                    base::number_text(outlier.value, 4), metric.unit, base::number_text(outlier.median, 4));
    }

    if (!quiet && comparison.has_intervals) print_comparison_legend(comparison);
    base::print("\n{}\n", styled(TextStyle::strong, comparison.text));
}

void add_input_details(Json& runs_json, const SideRecordings& side_recordings)
{
    for (std::size_t i = 0; i < side_recordings.size(); ++i)
    {
        runs_json[i]["file"] = side_recordings[i].recording.name;
        runs_json[i]["stream"] = side_recordings[i].stream_index + 1;
        runs_json[i]["warnings"] = warnings_of(side_recordings[i]);
    }
}

void run_compare_command(const CompareCommandOptions& options, bool quiet)
{
    const recordings::ComparisonOptions comparison_options{
        .min_relevant_difference = parse_percent("--least", options.min_relevant_difference) / 100.0,
        .metric_indices = parse_metric_indices(options.metrics)};
    const recordings::NonInferiorityOptions check_options{
        .margins = parse_margins(comparison_options.metric_indices, options.margins),
        .allows_worse_from_single_run = options.allows_single_run};
    const auto [files_a, files_b] = split_at_side_separator(options.files);
    const SideRecordings a = read_recordings(files_a, options.stream_a, options);
    const SideRecordings b = read_recordings(files_b, options.stream_b, options);
    for (const SideRecordings& side : {std::cref(a), std::cref(b)}) // after all files, so that an error stands alone
        for (const ChosenStream& chosen : side)
            if (!quiet) print_remark(chosen.recording, chosen.recording.name);
    const recordings::Comparison comparison = compare_with_progress_bar(a, b, comparison_options, quiet);
    const auto check_result = options.checks_margins
                                  ? std::optional{check_non_inferiority(runs_of(a), runs_of(b), check_options)}
                                  : std::nullopt;
    if (options.prints_json)
    {
        Json json = to_json(comparison);
        if (check_result) json["check"] = to_json(*check_result);
        add_input_details(json["a"], a);
        add_input_details(json["b"], b);
        print_json(json);
    }
    else
        print_comparison_table(a, b, comparison, quiet);
    if (!check_result) return;
    if (!options.prints_json) base::print("{}\n", styled(TextStyle::strong, check_result->text));
    if (check_result->verdict == recordings::NonInferiorityVerdict::worse) throw ExitWithCode{exit_code_check_failed};
    if (check_result->verdict == recordings::NonInferiorityVerdict::unknown) throw ExitWithCode{exit_code_undecided};
}

} // namespace

void add_compare_command(CLI::App& program)
{
    auto [command, options] = add_command<CompareCommandOptions>(
        program, "compare",
        "Test whether recordings A and B differ by more than chance, and which of the two is smoother.",
        run_compare_command);
    add_option(command, "files", options.files,
               "Recording A and recording B (see `list formats`), or several recordings of each game with -- between "
               "the games, as in A1 A2 A3 -- B1 B2 B3. With three or more of each game, the comparison also holds for "
               "other runs of the two games. With fewer, the comparison holds only for these recordings.",
               {.type = "A... [--] B...", .is_required = true});
    add_option(command, "--least", options.min_relevant_difference,
               "Smallest relevant difference between A and B, in percent of the larger value.",
               {.type = "PERCENT", .shows_default = true});
    add_option(command, "--metrics", options.metrics,
               "Compare only these metrics, separated by commas. With fewer metrics, shorter recordings are enough to "
               "show a difference.",
               {.type = "KEY,...", .suggested_values = metric_keys()});
    add_option(command, "--stream-a", options.stream_a,
               "If a recording of A has several streams (programs): the stream's number in the output of `inspect`, or "
               "a part of its application's name.",
               {.type = "NUMBER|NAME"});
    add_option(command, "--stream-b", options.stream_b,
               "If a recording of B has several streams (programs): the stream's number or name, as in --stream-a.",
               {.type = "NUMBER|NAME"});
    add_column_options(command, options.columns);
    add_frame_edit_options(command, options.frame_edits);
    CLI::Option& check_flag = add_flag(
        command, "--check", options.checks_margins,
        "Exit code: 0 if the recordings show that no metric of B is worse than that of A by more than its margin; 1 if "
        "the recordings show that a metric is worse by more; 3 if the recordings show neither. Without --metrics, the "
        "metrics are the mean frame time (margin 3 %) and the 99 % quantile of the frame times (margin 10 %).");
    add_requirement(
        add_option(
            command, "--margin", options.margins,
            "For --check: how much worse than A the metrics of B may be, as in frame_mean_ms=3%,frame_p99_ms=10%.",
            {.type = "KEY=PERCENT,..."}),
        check_flag);
    add_requirement(add_flag(command, "--single", options.allows_single_run,
                             "Let --check exit with 1 even if A and B have one recording each. This can be a false "
                             "alarm: two runs of the same build may differ as much."),
                    check_flag);
    add_flag(command, "--json", options.prints_json, "Print everything as JSON.");
}

} // namespace timestep_lab
