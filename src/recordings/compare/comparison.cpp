#include "recordings/compare/comparison.hpp"

#include "base/threads.hpp"
#include "recordings/facts/statistics.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

constexpr std::size_t max_required_runs_per_side = 1000;
constexpr double max_required_seconds = 100.0 * 3600.0;

// With fewer runs of a game version, the variation between runs is unknown, and the result holds only for these runs.
constexpr std::size_t min_runs_for_spread = 3;

// Distances from a metric to the ends of its confidence interval.
struct ErrorBounds
{
    double below = 0.0;
    double above = 0.0;
    double degrees_of_freedom = 1.0;

    double half_width() const { return 0.5 * (below + above); }
};

struct Side
{
    std::vector<EstimatedMetrics> runs;

    std::vector<double> run_values(std::size_t metric_index) const
    {
        std::vector<double> values;
        for (const EstimatedMetrics& run : runs) values.push_back(run.values[metric_index]);
        return values;
    }
    double mean_value(std::size_t metric_index) const { return mean_of(run_values(metric_index)); }
    ErrorBounds error_bounds(std::size_t metric_index, double error_factor) const
    {
        const ErrorBounds within_runs = error_within_runs(metric_index, error_factor);
        if (runs.size() < 2) return within_runs;
        const StandardError between_runs = uncorrelated_error(run_values(metric_index));
        const double half_width = error_factor * between_runs.value;
        const bool is_spread_larger = runs.size() >= min_runs_for_spread && half_width >= within_runs.half_width();
        return {std::max(within_runs.below, half_width), std::max(within_runs.above, half_width),
                is_spread_larger ? between_runs.degrees_of_freedom : within_runs.degrees_of_freedom};
    }

    // The errors of the runs are assumed to be independent. The degrees of freedom are by B. L. Welch's formula.
    ErrorBounds error_within_runs(std::size_t metric_index, double error_factor) const
    {
        double below_squares = 0.0, above_squares = 0.0, half_width_squares = 0.0, fourth_powers = 0.0;
        for (const EstimatedMetrics& run : runs)
        {
            const Interval interval = run.confidence_interval(metric_index, error_factor);
            below_squares += std::pow(run.values[metric_index] - interval.low, 2.0);
            above_squares += std::pow(interval.high - run.values[metric_index], 2.0);
            const double half_width = 0.5 * (interval.high - interval.low);
            half_width_squares += half_width * half_width;
            fourth_powers += std::pow(half_width, 4.0) / run.standard_errors[metric_index].degrees_of_freedom;
        }
        const auto run_count = static_cast<double>(runs.size());
        return {std::sqrt(below_squares) / run_count, std::sqrt(above_squares) / run_count,
                fourth_powers > 0.0 ? half_width_squares * half_width_squares / fourth_powers
                                    : runs.front().standard_errors[metric_index].degrees_of_freedom};
    }
};

struct Sides
{
    Side a, b;
};

// C. E. Bonferroni's correction limits the probability that any interval is wrong to options.error_probability.
double error_probability_per_interval(const ComparisonOptions& options)
{
    return options.error_probability / static_cast<double>(options.metric_indices.size());
}

// Computes the metrics of all runs. Computes their standard errors only if `comparison.has_intervals` is true.
Sides estimate_sides(const FrameTimesByRun& a, const FrameTimesByRun& b, const Comparison& comparison,
                     const std::function<void(std::size_t, std::size_t)>& progress)
{
    std::vector<EstimatedMetrics> estimates(a.size() + b.size());
    std::atomic<std::size_t> finished_count{0};
    base::parallel_for(estimates.size(),
                       [&](std::size_t i)
                       {
                           const auto frames =
                               first_elements(i < a.size() ? a[i] : b[i - a.size()], max_compared_frames);
                           if (comparison.has_intervals)
                               estimates[i] =
                                   estimate_metrics(frames, error_probability_per_interval(comparison.options));
                           else
                               estimates[i].values = metric_values_of(frames);
                           if (progress) progress(++finished_count, estimates.size());
                       });
    const auto first_of_b = estimates.begin() + static_cast<std::ptrdiff_t>(a.size());
    return {Side{{estimates.begin(), first_of_b}}, Side{{first_of_b, estimates.end()}}};
}

// The degrees of freedom of the difference of two means with the errors `a` and `b`, by B. L. Welch's formula.
double welch_degrees_of_freedom(const ErrorBounds& a, const ErrorBounds& b)
{
    const double variance_a = a.half_width() * a.half_width(), variance_b = b.half_width() * b.half_width();
    const double divisor =
        variance_a * variance_a / a.degrees_of_freedom + variance_b * variance_b / b.degrees_of_freedom;
    return divisor > 0.0 ? std::max((variance_a + variance_b) * (variance_a + variance_b) / divisor, 1.0)
                         : a.degrees_of_freedom + b.degrees_of_freedom;
}

// Source: G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures", 2008.
void set_confidence_interval(Difference& difference, const Side& a, const Side& b, double error_probability)
{
    const double error_factor =
        two_sided_critical_t(error_probability, welch_degrees_of_freedom(a.error_bounds(difference.metric_index, 1.0),
                                                                         b.error_bounds(difference.metric_index, 1.0)));
    const ErrorBounds bounds_a = a.error_bounds(difference.metric_index, error_factor),
                      bounds_b = b.error_bounds(difference.metric_index, error_factor);
    difference.interval_low = difference.b_minus_a() - std::hypot(bounds_b.below, bounds_a.above);
    difference.interval_high = difference.b_minus_a() + std::hypot(bounds_b.above, bounds_a.below);
}

// The smallest absolute difference that matters, in the unit of the metric, such as ms.
double absolute_min_relevant_difference(const Difference& difference, const ComparisonOptions& options)
{
    return options.min_relevant_difference * std::max(std::abs(difference.value_a), std::abs(difference.value_b));
}

Verdict verdict_of(const Difference& difference, const ComparisonOptions& options)
{
    const double min_relevant = absolute_min_relevant_difference(difference, options);
    if ((difference.interval_low > 0.0 || difference.interval_high < 0.0) &&
        std::abs(difference.b_minus_a()) >= min_relevant)
        return (difference.interval_low > 0.0) == compared_metrics()[difference.metric_index].is_better_high()
                   ? Verdict::better
                   : Verdict::worse;
    return difference.interval_low >= -min_relevant && difference.interval_high <= min_relevant ? Verdict::same
                                                                                                : Verdict::undecided;
}

// In the metric's unit.
double decisive_half_width(const Difference& difference, const ComparisonOptions& options)
{
    const double absolute_difference = std::abs(difference.b_minus_a()),
                 min_relevant = absolute_min_relevant_difference(difference, options);
    return absolute_difference >= min_relevant ? absolute_difference : min_relevant - absolute_difference;
}

std::optional<RequiredSample> required_runs(const Difference& difference, const Sides& sides,
                                            const ComparisonOptions& options)
{
    const std::size_t run_count = std::min(sides.a.runs.size(), sides.b.runs.size());
    const double standard_error = std::hypot(sides.a.error_bounds(difference.metric_index, 1.0).half_width(),
                                             sides.b.error_bounds(difference.metric_index, 1.0).half_width());
    for (std::size_t needed_runs = run_count + 1; needed_runs <= max_required_runs_per_side; ++needed_runs)
    {
        const double width_factor = std::sqrt(static_cast<double>(run_count) / static_cast<double>(needed_runs));
        if (standard_error * width_factor *
                two_sided_critical_t(error_probability_per_interval(options),
                                     static_cast<double>(2 * needed_runs - 2)) <
            decisive_half_width(difference, options))
            return RequiredSample{.run_count = needed_runs};
    }
    return std::nullopt;
}

// How long the recordings must be to decide whether A and B differ; empty if over 100 h.
std::optional<RequiredSample> required_duration(const Difference& difference, const Sides& sides,
                                                const ComparisonOptions& options)
{
    Nanos shortest_run = Nanos::max();
    for (const Side* side : {&sides.a, &sides.b})
        for (const EstimatedMetrics& run : side->runs) shortest_run = std::min(shortest_run, run.duration);
    const double distance_to_bound = difference.b_minus_a() > 0.0 ? difference.b_minus_a() - difference.interval_low
                                                                  : difference.interval_high - difference.b_minus_a();
    const double seconds = timestep::to_seconds(shortest_run) *
                           std::pow(distance_to_bound / decisive_half_width(difference, options), 2.0);
    if (!(seconds <= max_required_seconds)) return std::nullopt;
    return RequiredSample{.seconds = std::max(seconds, 1.1 * timestep::to_seconds(shortest_run))};
}

Verdict overall_verdict(const std::vector<Difference>& differences)
{
    const auto count = [&](Verdict verdict) { return std::ranges::count(differences, verdict, &Difference::verdict); };
    for (const Verdict verdict : {Verdict::worse, Verdict::better})
        if (count(verdict) > 0) return verdict;
    return count(Verdict::same) == std::ssize(differences) ? Verdict::same : Verdict::undecided;
}

void append_outliers(Comparison& comparison, const Sides& sides)
{
    for (const Side* side : {&sides.a, &sides.b})
        for (const Difference& difference : comparison.differences)
        {
            const std::vector<double> values = side->run_values(difference.metric_index);
            for (const std::size_t run_index : outlier_indices(values, comparison.options.min_relevant_difference))
            {
                std::vector<double> reordered = values;
                comparison.outliers.push_back({.is_side_b = side == &sides.b,
                                               .run_index = run_index,
                                               .metric_index = difference.metric_index,
                                               .value = values[run_index],
                                               .median = telemetry::quantile(reordered, 0.5)});
            }
        }
}

std::vector<ComparedRun> compared_runs(const FrameTimesByRun& runs)
{
    std::vector<ComparedRun> run_summaries;
    for (const auto run : runs)
    {
        const auto frames = first_elements(run, max_compared_frames);
        run_summaries.push_back({frames.size(), std::accumulate(frames.begin(), frames.end(), Nanos{})});
    }
    return run_summaries;
}

} // namespace

std::string_view name_of(Verdict verdict)
{
    constexpr std::array<std::string_view, 4> names{"undecided", "same", "better", "worse"};
    return names[static_cast<std::size_t>(verdict)];
}

Comparison compare(const FrameTimesByRun& runs_a, const FrameTimesByRun& runs_b, const ComparisonOptions& options,
                   const std::function<void(std::size_t, std::size_t)>& progress)
{
    Comparison comparison{.options = options, .runs_a = compared_runs(runs_a), .runs_b = compared_runs(runs_b)};
    if (comparison.options.metric_indices.empty())
    {
        comparison.options.metric_indices.resize(compared_metric_count);
        std::iota(comparison.options.metric_indices.begin(), comparison.options.metric_indices.end(), 0U);
    }
    const auto is_long_enough = [](const ComparedRun& run) { return run.frame_count >= min_compared_frames; };
    comparison.has_intervals = std::ranges::all_of(comparison.runs_a, is_long_enough) &&
                               std::ranges::all_of(comparison.runs_b, is_long_enough);
    comparison.includes_run_spread = std::min(runs_a.size(), runs_b.size()) >= min_runs_for_spread;
    const Sides sides = estimate_sides(runs_a, runs_b, comparison, progress);
    for (const std::size_t metric_index : comparison.options.metric_indices)
        comparison.differences.push_back({.metric_index = metric_index,
                                          .value_a = sides.a.mean_value(metric_index),
                                          .value_b = sides.b.mean_value(metric_index)});
    if (comparison.has_intervals)
    {
        for (std::size_t i = 0; i < runs_a.size(); ++i) comparison.runs_a[i].batch_count = sides.a.runs[i].batch_count;
        for (std::size_t i = 0; i < runs_b.size(); ++i) comparison.runs_b[i].batch_count = sides.b.runs[i].batch_count;
        for (Difference& difference : comparison.differences)
        {
            set_confidence_interval(difference, sides.a, sides.b, error_probability_per_interval(comparison.options));
            difference.verdict = verdict_of(difference, comparison.options);
            if (difference.verdict == Verdict::undecided)
                difference.required_sample = comparison.includes_run_spread
                                                 ? required_runs(difference, sides, comparison.options)
                                                 : required_duration(difference, sides, comparison.options);
        }
        comparison.verdict = overall_verdict(comparison.differences);
        append_outliers(comparison, sides);
    }
    comparison.text = sentences_of(comparison);
    return comparison;
}

} // namespace recordings
