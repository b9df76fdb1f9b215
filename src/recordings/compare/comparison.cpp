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

constexpr std::size_t max_needed_runs = 1000;
constexpr double max_needed_seconds   = 100.0 * 3600.0;

std::span<const Nanos> compared_part(std::span<const Nanos> frames)
{
    return frames.first(std::min(frames.size(), max_compared_frames));
}

// With fewer runs on a side, only the spread within each run is used, not the spread between runs.
constexpr std::size_t min_runs_for_spread = 3;

// The distances of a statistic from the ends of its confidence interval, and the degrees of freedom for Student's t.
struct ErrorBounds
{
    double below   = 0.0;
    double above   = 0.0;
    double freedom = 1.0;

    double half_width() const { return 0.5 * (below + above); }
};

// The runs of one version of a game, at least one, with the means of their statistics and the errors of these means. A
// parameter `row` is the index of a statistic in all_compared().
class Side
{
public:
    explicit Side(std::vector<EstimatedFigures> runs)
        : runs_{std::move(runs)}
    {
    }

    std::span<const EstimatedFigures> runs() const { return runs_; }
    std::vector<double> values(std::size_t row) const
    {
        std::vector<double> all;
        for (const EstimatedFigures& run : runs_) all.push_back(run.value(row));
        return all;
    }
    double value(std::size_t row) const { return mean_of(values(row)); }
    // The standard error of value(row), times `errors`: with two runs or more, the larger of the error from the spread
    // between the runs and that from the spread within each run.
    ErrorBounds error_bounds(std::size_t row, double errors) const
    {
        const ErrorBounds within_runs = error_within_runs(row, errors);
        if (runs_.size() < 2) return within_runs;
        const ErrorBounds between_runs = error_between_runs(row, errors);
        const bool is_spread_larger =
            runs_.size() >= min_runs_for_spread && between_runs.half_width() >= within_runs.half_width();
        return {std::max(within_runs.below, between_runs.below), std::max(within_runs.above, between_runs.above),
                is_spread_larger ? between_runs.freedom : within_runs.freedom};
    }

private:
    // The error from the spread of the frames within each run; assumes independent runs. The degrees of freedom follow
    // B. L. Welch.
    ErrorBounds error_within_runs(std::size_t row, double errors) const
    {
        double below = 0.0, above = 0.0, width_squares = 0.0, width_fourths = 0.0;
        for (const EstimatedFigures& run : runs_)
        {
            const Interval i = run.interval(row, errors);
            below += std::pow(run.value(row) - i.low, 2.0);
            above += std::pow(i.high - run.value(row), 2.0);
            const double width = 0.5 * (i.high - i.low);
            width_squares += width * width;
            width_fourths += std::pow(width, 4.0) / run.freedom(row);
        }
        const auto n = static_cast<double>(runs_.size());
        return {std::sqrt(below) / n, std::sqrt(above) / n,
                width_fourths > 0.0 ? width_squares * width_squares / width_fourths : runs_.front().freedom(row)};
    }
    ErrorBounds error_between_runs(std::size_t row, double errors) const
    {
        const auto n            = static_cast<double>(runs_.size());
        const double half_width = errors * std::sqrt(sum_of_squared_deviations(values(row)) / (n - 1.0) / n);
        return {half_width, half_width, n - 1.0};
    }

    std::vector<EstimatedFigures> runs_;
};

struct Sides
{
    Side a, b;
};

// The error probability of a single confidence interval, such that at least one of all intervals misses its true value
// with a probability of at most options.error_probability (C. E. Bonferroni's correction).
double single_error_probability(const CompareOptions& options)
{
    return options.error_probability / static_cast<double>(options.rows.size());
}

std::vector<EstimatedFigures> estimate_all(const Runs& a, const Runs& b, double error_probability,
                                           const std::function<void(std::size_t, std::size_t)>& progress)
{
    std::vector<std::optional<EstimatedFigures>> all(a.size() + b.size());
    std::atomic<std::size_t> done{0};
    base::for_all_cores(all.size(),
                        [&](std::size_t i)
                        {
                            all[i].emplace(compared_part(i < a.size() ? a[i] : b[i - a.size()]), error_probability);
                            if (progress) progress(++done, all.size());
                        });
    std::vector<EstimatedFigures> runs;
    for (auto& run : all) runs.push_back(std::move(*run));
    return runs;
}

Sides sides_of(std::vector<EstimatedFigures> all, std::size_t count_a)
{
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(count_a);
    return {Side{{all.begin(), middle}}, Side{{middle, all.end()}}};
}

// The degrees of freedom for Student's t of the difference between the mean of A and the mean of B, by B. L. Welch's
// formula.
double freedom_of(const ErrorBounds& a, const ErrorBounds& b)
{
    const double of_a = a.half_width() * a.half_width(), of_b = b.half_width() * b.half_width();
    const double all = of_a * of_a / a.freedom + of_b * of_b / b.freedom;
    return all > 0.0 ? std::max((of_a + of_b) * (of_a + of_b) / all, 1.0) : a.freedom + b.freedom;
}

// Computes the confidence interval of the difference B - A of one statistic from the intervals of A and of B. Source:
// G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures", 2008. The lower end depends on
// B's lower and A's upper error, the upper end on B's upper and A's lower error.
void set_interval(Difference& d, const Side& a, const Side& b, double error_probability)
{
    const double errors =
        student_t(error_probability, freedom_of(a.error_bounds(d.row, 1.0), b.error_bounds(d.row, 1.0)));
    const ErrorBounds of_a = a.error_bounds(d.row, errors), of_b = b.error_bounds(d.row, errors);
    d.low  = d.effect() - std::hypot(of_b.below, of_a.above);
    d.high = d.effect() + std::hypot(of_b.above, of_a.below);
}

// The smallest absolute difference that matters, in the unit of the statistic, such as ms.
double relevant_difference(const Difference& d, const CompareOptions& options)
{
    return options.min_relevant_difference * std::max(std::abs(d.a), std::abs(d.b));
}

Verdict verdict_of(const Difference& d, const CompareOptions& options)
{
    const double relevant = relevant_difference(d, options);
    if ((d.low > 0.0 || d.high < 0.0) && std::abs(d.effect()) >= relevant)
        return (d.low > 0.0) == all_compared()[d.row].more_is_better ? Verdict::better : Verdict::worse;
    return d.low >= -relevant && d.high <= relevant ? Verdict::same : Verdict::undecided;
}

// The largest half width of the confidence interval that decides a difference. If the difference matters, the interval
// must not contain 0. Otherwise the interval must not contain any difference that matters.
double max_half_width_to_decide(const Difference& d, const CompareOptions& options)
{
    const double effect_size = std::abs(d.effect()), relevant = relevant_difference(d, options);
    return effect_size >= relevant ? effect_size : relevant - effect_size;
}

std::optional<SampleSize> needed_runs(const Difference& d, const Sides& sides, const CompareOptions& options)
{
    const std::size_t runs = std::min(sides.a.runs().size(), sides.b.runs().size());
    const double error =
        std::hypot(sides.a.error_bounds(d.row, 1.0).half_width(), sides.b.error_bounds(d.row, 1.0).half_width());
    for (std::size_t more = runs + 1; more <= max_needed_runs; ++more)
    {
        const double width_factor = std::sqrt(static_cast<double>(runs) / static_cast<double>(more));
        if (error * width_factor * student_t(single_error_probability(options), static_cast<double>(2 * more - 2)) <
            max_half_width_to_decide(d, options))
            return SampleSize{.runs = more};
    }
    return std::nullopt;
}

// The length of the recordings that decides the difference; std::nullopt if over 100 h. The width of a confidence
// interval is proportional to 1 / sqrt(length of the recording).
std::optional<SampleSize> needed_seconds(const Difference& d, const Sides& sides, const CompareOptions& options)
{
    Nanos shortest = Nanos::max();
    for (const Side* side : {&sides.a, &sides.b})
        for (const EstimatedFigures& run : side->runs()) shortest = std::min(shortest, run.length());
    const double bound_distance = d.effect() > 0.0 ? d.effect() - d.low : d.high - d.effect();
    const double seconds =
        timestep::to_seconds(shortest) * std::pow(bound_distance / max_half_width_to_decide(d, options), 2.0);
    if (!(seconds <= max_needed_seconds)) return std::nullopt;
    return SampleSize{.seconds = std::max(seconds, 1.1 * timestep::to_seconds(shortest))};
}

void set_verdicts(Comparison& c, const Sides& sides)
{
    for (Difference& d : c.differences)
    {
        set_interval(d, sides.a, sides.b, single_error_probability(c.options));
        d.verdict = verdict_of(d, c.options);
        if (d.verdict == Verdict::undecided)
            d.required_sample =
                c.includes_run_spread ? needed_runs(d, sides, c.options) : needed_seconds(d, sides, c.options);
    }
    const auto has_verdict = [](Verdict v) { return [v](const Difference& d) { return d.verdict == v; }; };
    for (const Verdict v : {Verdict::worse, Verdict::better})
        if (std::ranges::any_of(c.differences, has_verdict(v)))
        {
            c.verdict = v;
            return;
        }
    c.verdict = std::ranges::all_of(c.differences, has_verdict(Verdict::same)) ? Verdict::same : Verdict::undecided;
}

void find_outliers(Comparison& c, const Sides& sides)
{
    for (const Side* side : {&sides.a, &sides.b})
        for (const Difference& d : c.differences)
        {
            std::vector<double> values = side->values(d.row);
            for (const std::size_t run : outliers_of(values, c.options.min_relevant_difference))
            {
                const double value        = values[run];
                std::vector<double> order = values;
                c.outliers.push_back({side == &sides.b, run, d.row, value, telemetry::quantile(order, 0.5)});
            }
        }
}

std::vector<ComparedRun> compared_runs(const Runs& runs)
{
    std::vector<ComparedRun> all;
    for (const auto run : runs)
    {
        const auto part = compared_part(run);
        all.push_back({part.size(), std::accumulate(part.begin(), part.end(), Nanos{}), 0});
    }
    return all;
}

double mean_statistic(const Runs& runs, std::size_t row)
{
    double sum = 0.0;
    for (const auto run : runs) sum += figures_of(compared_part(run))[row];
    return sum / static_cast<double>(runs.size());
}

} // namespace

std::string_view name_of(Verdict verdict)
{
    constexpr std::array<std::string_view, 4> names{"undecided", "same", "better", "worse"};
    return names[static_cast<std::size_t>(verdict)];
}

Comparison compare(const Runs& a, const Runs& b, const CompareOptions& options,
                   const std::function<void(std::size_t, std::size_t)>& progress)
{
    Comparison c{.options = options, .a = compared_runs(a), .b = compared_runs(b)};
    if (c.options.rows.empty())
    {
        c.options.rows.resize(compared_count);
        std::iota(c.options.rows.begin(), c.options.rows.end(), 0U);
    }
    const auto long_enough = [](const ComparedRun& run) { return run.frames >= min_compared_frames; };
    c.has_intervals        = std::ranges::all_of(c.a, long_enough) && std::ranges::all_of(c.b, long_enough);
    c.includes_run_spread  = std::min(a.size(), b.size()) >= min_runs_for_spread;
    if (!c.has_intervals)
        for (const std::size_t row : c.options.rows)
            c.differences.push_back({.row = row, .a = mean_statistic(a, row), .b = mean_statistic(b, row)});
    else
    {
        const Sides sides = sides_of(estimate_all(a, b, single_error_probability(c.options), progress), a.size());
        for (const std::size_t row : c.options.rows)
            c.differences.push_back({.row = row, .a = sides.a.value(row), .b = sides.b.value(row)});
        for (std::size_t i = 0; i < a.size(); ++i) c.a[i].batches = sides.a.runs()[i].batches();
        for (std::size_t i = 0; i < b.size(); ++i) c.b[i].batches = sides.b.runs()[i].batches();
        set_verdicts(c, sides);
        find_outliers(c, sides);
    }
    c.text = in_words(c);
    return c;
}

} // namespace recordings
