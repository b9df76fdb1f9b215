#include "recordings/compare/comparison.hpp"

#include "recordings/facts/figures.hpp"
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

std::vector<StatisticValues> statistic_values_of_runs(const Runs& runs)
{
    std::vector<StatisticValues> values;
    for (const auto run : runs)
        values.push_back(statistic_values_of(run.first(std::min(run.size(), max_compared_frames))));
    return values;
}

std::vector<double> values_in_runs(const std::vector<StatisticValues>& runs, std::size_t statistic_index)
{
    std::vector<double> values;
    for (const StatisticValues& run : runs) values.push_back(run[statistic_index]);
    return values;
}

// The standard error of (statistic of version B - statistic of version A), from the spread between the runs.
StandardError error_between_runs(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto run_count_a = static_cast<double>(a.size()), run_count_b = static_cast<double>(b.size());
    const double degrees_of_freedom = run_count_a + run_count_b - 2.0;
    return {std::sqrt((sum_of_squared_deviations(a) + sum_of_squared_deviations(b)) / degrees_of_freedom *
                      (1.0 / run_count_a + 1.0 / run_count_b)),
            degrees_of_freedom};
}

// The standard error of (statistic of version B - statistic of version A), from the spread within the first runs.
StandardError error_within_runs(const Runs& a, const Runs& b, std::size_t statistic_index, double error_probability)
{
    const auto error_of_run = [=](std::span<const Nanos> run)
    {
        const EstimatedStatistics statistics = estimated_statistics(run, error_probability);
        const Interval i                     = statistics.interval(statistic_index, 1.0);
        return StandardError{0.5 * (i.high - i.low), statistics.errors[statistic_index].degrees_of_freedom};
    };
    const StandardError error_a = error_of_run(a.front()), error_b = error_of_run(b.front());
    return {std::hypot(error_a.value, error_b.value), std::min(error_a.degrees_of_freedom, error_b.degrees_of_freedom)};
}

// The value t for which P(T > t) = tail_probability, where T has Student's t distribution.
double one_sided_t_critical_value(double tail_probability, double degrees_of_freedom)
{
    return two_sided_t_critical_value(2.0 * tail_probability, std::max(degrees_of_freedom, 1.0));
}

// How many more runs per version decide the check if means and spread stay the same; std::nullopt if over 1000.
// `run_count` is the current number of runs per version.
std::optional<std::size_t> additional_runs(const CheckedStatistic& f, const StandardError& error, std::size_t run_count,
                                           const CheckOptions& options)
{
    const double distance_to_margin = std::abs(f.allowed_worsening - f.worsening);
    const double error_probability  = f.worsening > f.allowed_worsening
                                          ? options.error_probability / static_cast<double>(options.margins.size())
                                          : options.error_probability;
    const auto current_runs         = static_cast<double>(run_count);
    for (std::size_t added_runs = 1; added_runs <= max_additional_runs; ++added_runs)
    {
        const double total_runs = current_runs + static_cast<double>(added_runs);
        if (error.value * std::sqrt(current_runs / total_runs) *
                one_sided_t_critical_value(error_probability, 2.0 * total_runs - 2.0) <
            distance_to_margin)
            return added_runs;
    }
    return std::nullopt;
}

// Returns `f` with its verdict, and with `low` and `high`, the one-sided confidence bounds of `f.worsening`.
CheckedStatistic with_verdict(CheckedStatistic f, const StandardError& error, const CheckOptions& options,
                              bool can_be_worse)
{
    const double worse_probability = options.error_probability / static_cast<double>(options.margins.size());
    f.low = f.worsening - error.value * one_sided_t_critical_value(worse_probability, error.degrees_of_freedom);
    f.high =
        f.worsening + error.value * one_sided_t_critical_value(options.error_probability, error.degrees_of_freedom);
    if (f.high < f.allowed_worsening)
        f.verdict = CheckVerdict::no_worse;
    else if (f.low > f.allowed_worsening && can_be_worse)
        f.verdict = CheckVerdict::worse;
    return f;
}

CheckedStatistic checked_statistic(const Runs& a, const Runs& b, const std::vector<double>& values_a,
                                   const std::vector<double>& values_b, const NonInferiorityMargin& margin,
                                   const CheckOptions& options)
{
    const ComparedStatistic& statistic = compared_statistics()[margin.statistic_index];
    CheckedStatistic f{.margin = margin, .value_a = mean_of(values_a), .value_b = mean_of(values_b)};
    f.allowed_worsening       = std::max(margin.percent / 100.0 * std::abs(f.value_a), statistic.min_margin);
    f.worsening               = statistic.higher_is_better ? f.value_a - f.value_b : f.value_b - f.value_a;
    const bool is_single_pair = a.size() + b.size() == 2;
    const StandardError error = is_single_pair
                                    ? error_within_runs(a, b, margin.statistic_index, options.error_probability)
                                    : error_between_runs(values_a, values_b);
    f = with_verdict(f, error, options, !is_single_pair || options.allows_worse_from_single_run);
    if (f.verdict == CheckVerdict::unknown && !is_single_pair)
        f.additional_runs = additional_runs(f, error, std::min(a.size(), b.size()), options);
    return f;
}

CheckVerdict overall_verdict(const std::vector<CheckedStatistic>& statistics)
{
    const auto has_verdict = [](CheckVerdict o) { return [o](const CheckedStatistic& f) { return f.verdict == o; }; };
    if (std::ranges::any_of(statistics, has_verdict(CheckVerdict::worse))) return CheckVerdict::worse;
    return std::ranges::all_of(statistics, has_verdict(CheckVerdict::no_worse)) ? CheckVerdict::no_worse
                                                                                : CheckVerdict::unknown;
}

// Returns a text such as "mean A 16.7 ms, B 16.8 ms: worse by 0.6 %, between -0.9 and 2.1 %; 3 % is allowed".
std::string in_words(const CheckedStatistic& f)
{
    const ComparedStatistic& statistic = compared_statistics()[f.margin.statistic_index];
    const bool in_percent              = f.value_a != 0.0 && f.allowed_worsening > statistic.min_margin;
    const double divisor               = in_percent ? std::abs(f.value_a) / 100.0 : 1.0;
    return fmt::format(
        "{0} A {1:.4g} {2}, B {3:.4g} {2}: worse by {4:.3g} {5}, between {6:.3g} and {7:.3g}; {8:.3g} is allowed",
        statistic.title, f.value_a, statistic.unit, f.value_b, f.worsening / divisor, in_percent ? "%" : statistic.unit,
        f.low / divisor, f.high / divisor, f.allowed_worsening / divisor);
}

std::string in_words(const Check& c, const CheckOptions& options, bool is_single_pair)
{
    constexpr std::array<std::string_view, 3> verdict_texts{"B is no worse than A", "B is worse than A", "Undecided"};
    std::vector<std::string> parts;
    std::size_t max_additional = 0;
    bool needs_too_many_runs   = false;
    for (const CheckedStatistic& f : c.statistics)
    {
        if (f.verdict != c.verdict) continue;
        parts.push_back(in_words(f));
        max_additional      = std::max(max_additional, f.additional_runs.value_or(0));
        needs_too_many_runs = needs_too_many_runs || !f.additional_runs;
    }
    std::string text =
        fmt::format("Check: {}. {}.", verdict_texts[static_cast<std::size_t>(c.verdict)], fmt::join(parts, ". "));
    if (c.verdict != CheckVerdict::unknown) return text;
    if (is_single_pair)
        return text + (options.allows_worse_from_single_run
                           ? " Record for longer, or record three runs of A and of B."
                           : " One run of A and one of B do not show how much runs differ: record three of each, or "
                             "compare only these two with --single.");
    return text + (needs_too_many_runs
                       ? " More runs are unlikely to decide: the difference is about as large as the margin."
                       : fmt::format(" About {} more {} of A and of B would suffice.", max_additional,
                                     max_additional == 1 ? "run" : "runs"));
}

} // namespace

std::string_view name_of(CheckVerdict verdict)
{
    constexpr std::array<std::string_view, 3> names{"no-worse", "worse", "unknown"};
    return names[static_cast<std::size_t>(verdict)];
}

NonInferiorityMargin default_margin(std::size_t statistic_index)
{
    return {statistic_index, compared_statistics()[statistic_index].margin_percent};
}

std::vector<NonInferiorityMargin> default_margins_of_mean_and_p99()
{
    std::vector<NonInferiorityMargin> margins;
    for (std::size_t statistic_index = 0; statistic_index < statistic_count; ++statistic_index)
        if (compared_statistics()[statistic_index].key == "mean_ms" ||
            compared_statistics()[statistic_index].key == "p99_ms")
            margins.push_back(default_margin(statistic_index));
    return margins;
}

Check check(const Runs& runs_a, const Runs& runs_b, const CheckOptions& options)
{
    Check c;
    for (const Runs* side : {&runs_a, &runs_b})
        for (const auto run : *side)
            if (run.size() < min_compared_frames)
            {
                c.text = fmt::format("Check: Undecided. A run has {} frames; at least {} are needed.", run.size(),
                                     min_compared_frames);
                return c;
            }
    const auto values_a = statistic_values_of_runs(runs_a), values_b = statistic_values_of_runs(runs_b);
    for (const NonInferiorityMargin& margin : options.margins)
        c.statistics.push_back(checked_statistic(runs_a, runs_b, values_in_runs(values_a, margin.statistic_index),
                                                 values_in_runs(values_b, margin.statistic_index), margin, options));
    c.verdict = overall_verdict(c.statistics);
    c.text    = in_words(c, options, runs_a.size() + runs_b.size() == 2);
    return c;
}

Json to_json(const Check& c)
{
    Json figures = Json::object();
    for (const CheckedStatistic& f : c.statistics)
        figures[std::string{compared_statistics()[f.margin.statistic_index].key}] = {
            {"a", number_or_null(f.value_a)},
            {"b", number_or_null(f.value_b)},
            {"margin_percent", f.margin.percent},
            {"allowed", number_or_null(f.allowed_worsening)},
            {"worse_by", number_or_null(f.worsening)},
            {"worse_by_at_least", number_or_null(f.low)},
            {"worse_by_at_most", number_or_null(f.high)},
            {"outcome", name_of(f.verdict)},
            {"more_runs", f.additional_runs ? Json(*f.additional_runs) : Json(nullptr)}};
    return {{"outcome", name_of(c.verdict)}, {"figures", std::move(figures)}, {"text", c.text}};
}

} // namespace recordings
