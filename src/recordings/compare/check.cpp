#include "base/number.hpp"
#include "recordings/compare/comparison.hpp"

#include "recordings/facts/compared_metrics.hpp"
#include "recordings/facts/statistics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace recordings
{

namespace
{

constexpr std::size_t max_additional_runs = 1000;

std::vector<MetricValues> metric_values_of_runs(const FrameTimesByRun& runs)
{
    std::vector<MetricValues> values;
    for (const auto run : runs) values.push_back(metric_values_of(first_elements(run, max_compared_frames)));
    return values;
}

std::vector<double> values_in_runs(const std::vector<MetricValues>& runs, std::size_t metric_index)
{
    std::vector<double> values;
    values.reserve(runs.size());
    for (const MetricValues& run : runs) values.push_back(run[metric_index]);
    return values;
}

// The standard error of (metric of version B - metric of version A), from the spread between the runs.
StandardError error_between_runs(const std::vector<double>& values_a, const std::vector<double>& values_b)
{
    const auto run_count_a = static_cast<double>(values_a.size()), run_count_b = static_cast<double>(values_b.size());
    const double degrees_of_freedom = run_count_a + run_count_b - 2.0;
    return {std::sqrt((sum_of_squared_deviations(values_a) + sum_of_squared_deviations(values_b)) / degrees_of_freedom *
                      (1.0 / run_count_a + 1.0 / run_count_b)),
            degrees_of_freedom};
}

// The standard error of (metric of version B - metric of version A), if each version has only one run.
StandardError error_of_single_runs(const FrameTimesByRun& runs_a, const FrameTimesByRun& runs_b,
                                   std::size_t metric_index, double error_probability)
{
    const auto error_of_run = [=](std::span<const Nanos> run)
    {
        const EstimatedMetrics run_metrics = estimate_metrics(run, error_probability);
        const Interval interval = run_metrics.confidence_interval(metric_index, 1.0);
        return StandardError{0.5 * (interval.high - interval.low),
                             run_metrics.standard_errors[metric_index].degrees_of_freedom};
    };
    const StandardError error_a = error_of_run(runs_a.front()), error_b = error_of_run(runs_b.front());
    return {std::hypot(error_a.value, error_b.value), std::min(error_a.degrees_of_freedom, error_b.degrees_of_freedom)};
}

// The value t for which P(T > t) = tail_probability, where T has Student's t distribution.
double one_sided_critical_t(double tail_probability, double degrees_of_freedom)
{
    return two_sided_critical_t(2.0 * tail_probability, std::max(degrees_of_freedom, 1.0));
}

// Estimate: how many more runs of each game version make the comparison conclusive; std::nullopt if over 1000.
std::optional<std::size_t> estimate_additional_runs(const CheckedMetric& checked, const StandardError& error,
                                                    std::size_t run_count, const NonInferiorityOptions& options)
{
    const double distance_to_margin = std::abs(checked.allowed_worsening - checked.worsening);
    const double error_probability = checked.worsening > checked.allowed_worsening
                                         ? options.error_probability / static_cast<double>(options.margins.size())
                                         : options.error_probability;
    const auto current_runs = static_cast<double>(run_count);
    for (std::size_t added_runs = 1; added_runs <= max_additional_runs; ++added_runs)
    {
        const double total_runs = current_runs + static_cast<double>(added_runs);
        if (error.value * std::sqrt(current_runs / total_runs) *
                one_sided_critical_t(error_probability, 2.0 * total_runs - 2.0) <
            distance_to_margin)
            return added_runs;
    }
    return std::nullopt;
}

CheckedMetric check_metric(const FrameTimesByRun& runs_a, const FrameTimesByRun& runs_b,
                           const std::vector<double>& values_a, const std::vector<double>& values_b,
                           const NonInferiorityMargin& margin, const NonInferiorityOptions& options)
{
    const ComparedMetric& metric = compared_metrics()[margin.metric_index];
    CheckedMetric checked{.margin = margin, .value_a = mean_of(values_a), .value_b = mean_of(values_b)};
    checked.allowed_worsening = std::max(margin.percent / 100.0 * std::abs(checked.value_a), metric.min_margin);
    checked.worsening = metric.is_better_high() ? checked.value_a - checked.value_b : checked.value_b - checked.value_a;
    const bool has_one_run_per_side = runs_a.size() + runs_b.size() == 2;
    const StandardError error =
        has_one_run_per_side ? error_of_single_runs(runs_a, runs_b, margin.metric_index, options.error_probability)
                             : error_between_runs(values_a, values_b);
    // If any metric is worse, B counts as worse. So the error probability is divided among the metrics.
    const double worse_error_probability = options.error_probability / static_cast<double>(options.margins.size());
    checked.worsening_lower_bound =
        checked.worsening - error.value * one_sided_critical_t(worse_error_probability, error.degrees_of_freedom);
    checked.worsening_upper_bound =
        checked.worsening + error.value * one_sided_critical_t(options.error_probability, error.degrees_of_freedom);
    if (checked.worsening_upper_bound < checked.allowed_worsening)
        checked.verdict = NonInferiorityVerdict::no_worse;
    else if (checked.worsening_lower_bound > checked.allowed_worsening &&
             (!has_one_run_per_side || options.allows_worse_from_single_run))
        checked.verdict = NonInferiorityVerdict::worse;
    else if (!has_one_run_per_side)
        checked.additional_runs =
            estimate_additional_runs(checked, error, std::min(runs_a.size(), runs_b.size()), options);
    return checked;
}

NonInferiorityVerdict overall_verdict(const std::vector<CheckedMetric>& checked_metrics)
{
    using enum NonInferiorityVerdict;
    const auto count = [&](NonInferiorityVerdict verdict)
    { return std::ranges::count(checked_metrics, verdict, &CheckedMetric::verdict); };
    if (count(worse) > 0) return worse;
    return count(no_worse) == std::ssize(checked_metrics) ? no_worse : unknown;
}

std::string checked_metric_text(const CheckedMetric& checked)
{
    const ComparedMetric& metric = compared_metrics()[checked.margin.metric_index];
    const bool is_in_percent = checked.value_a != 0.0 && checked.allowed_worsening > metric.min_margin;
    const double divisor = is_in_percent ? std::abs(checked.value_a) / 100.0 : 1.0;
    return fmt::format("{0} A {1} {2}, B {3} {2}: worse by {4} {5}, between {6} and {7}; {8} is allowed", metric.name,
                       base::number_text(checked.value_a, 4), metric.unit, base::number_text(checked.value_b, 4),
                       base::number_text(checked.worsening / divisor, 3), is_in_percent ? "%" : metric.unit,
                       base::number_text(checked.worsening_lower_bound / divisor, 3),
                       base::number_text(checked.worsening_upper_bound / divisor, 3),
                       base::number_text(checked.allowed_worsening / divisor, 3));
}

std::string sentences_of(const NonInferiorityResult& result, const NonInferiorityOptions& options,
                         bool has_one_run_per_side)
{
    constexpr std::array<std::string_view, 3> verdict_texts{"B is no worse than A", "B is worse than A", "Undecided"};
    std::vector<std::string> metric_texts;
    std::size_t most_additional_runs = 0;
    bool needs_too_many_runs = false;
    for (const CheckedMetric& checked : result.checked_metrics)
    {
        if (checked.verdict != result.verdict) continue;
        metric_texts.push_back(checked_metric_text(checked));
        most_additional_runs = std::max(most_additional_runs, checked.additional_runs.value_or(0));
        needs_too_many_runs = needs_too_many_runs || !checked.additional_runs;
    }
    std::string text = fmt::format("Check: {}. {}.", verdict_texts[static_cast<std::size_t>(result.verdict)],
                                   fmt::join(metric_texts, ". "));
    if (result.verdict != NonInferiorityVerdict::unknown) return text;
    if (has_one_run_per_side)
        return text + (options.allows_worse_from_single_run
                           ? " Record for longer, or record three runs of A and of B."
                           : " One run of A and one of B do not show how much runs differ: record three of each, or "
                             "compare only these two with --single.");
    return text + (needs_too_many_runs
                       ? " More runs are unlikely to decide: the difference is about as large as the margin."
                       : fmt::format(" About {} more {} of A and of B would suffice.", most_additional_runs,
                                     most_additional_runs == 1 ? "run" : "runs"));
}

} // namespace

std::string_view name_of(NonInferiorityVerdict verdict)
{
    constexpr std::array<std::string_view, 3> names{"no-worse", "worse", "unknown"};
    return names[static_cast<std::size_t>(verdict)];
}

NonInferiorityMargin default_margin(std::size_t metric_index)
{
    return {metric_index, compared_metrics()[metric_index].margin_percent};
}

std::vector<NonInferiorityMargin> default_margins()
{
    std::vector<NonInferiorityMargin> margins;
    for (std::size_t metric_index = 0; metric_index < compared_metric_count; ++metric_index)
        if (compared_metrics()[metric_index].key == "frame_mean_ms" ||
            compared_metrics()[metric_index].key == "frame_p99_ms")
            margins.push_back(default_margin(metric_index));
    return margins;
}

NonInferiorityResult check_non_inferiority(const FrameTimesByRun& runs_a, const FrameTimesByRun& runs_b,
                                           const NonInferiorityOptions& options)
{
    NonInferiorityResult result;
    for (const FrameTimesByRun* side : {&runs_a, &runs_b})
        for (const auto run : *side)
            if (run.size() < min_compared_frames)
            {
                result.text = fmt::format("Check: Undecided. One of the recordings has {} frame{}; record at least {}.",
                                          run.size(), run.size() == 1 ? "" : "s", min_compared_frames);
                return result;
            }
    const auto values_a = metric_values_of_runs(runs_a), values_b = metric_values_of_runs(runs_b);
    for (const NonInferiorityMargin& margin : options.margins)
        result.checked_metrics.push_back(check_metric(runs_a, runs_b, values_in_runs(values_a, margin.metric_index),
                                                      values_in_runs(values_b, margin.metric_index), margin, options));
    result.verdict = overall_verdict(result.checked_metrics);
    result.text = sentences_of(result, options, runs_a.size() + runs_b.size() == 2);
    return result;
}

Json to_json(const NonInferiorityResult& result)
{
    Json metrics_json = Json::object();
    for (const CheckedMetric& checked : result.checked_metrics)
        metrics_json[std::string{compared_metrics()[checked.margin.metric_index].key}] = {
            {"a", number_or_null(checked.value_a)},
            {"b", number_or_null(checked.value_b)},
            {"margin_percent", checked.margin.percent},
            {"allowed", number_or_null(checked.allowed_worsening)},
            {"worse_by", number_or_null(checked.worsening)},
            {"worse_by_at_least", number_or_null(checked.worsening_lower_bound)},
            {"worse_by_at_most", number_or_null(checked.worsening_upper_bound)},
            {"outcome", name_of(checked.verdict)},
            {"more_runs", checked.additional_runs ? Json(*checked.additional_runs) : Json(nullptr)}};
    return {{"outcome", name_of(result.verdict)}, {"figures", std::move(metrics_json)}, {"text", result.text}};
}

} // namespace recordings
