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

constexpr std::size_t max_more_runs = 1000;

// The standard error of (statistic of version B - statistic of version A), and its degrees of freedom.
struct Error
{
    double value   = 0.0;
    double freedom = 1.0;
};

std::vector<Figures> figures_of_runs(const Runs& runs)
{
    std::vector<Figures> all;
    for (const auto run : runs) all.push_back(figures_of(run.first(std::min(run.size(), max_compared_frames))));
    return all;
}

// The values of statistic number `row`, such as the mean frame time, in all runs of one version.
std::vector<double> values_of(const std::vector<Figures>& runs, std::size_t row)
{
    std::vector<double> values;
    for (const Figures& run : runs) values.push_back(run[row]);
    return values;
}

Error error_between_runs(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto a_values = static_cast<double>(a.size()), b_values = static_cast<double>(b.size());
    const double freedom = a_values + b_values - 2.0;
    return {std::sqrt((sum_of_squared_deviations(a) + sum_of_squared_deviations(b)) / freedom *
                      (1.0 / a_values + 1.0 / b_values)),
            freedom};
}

Error error_within_runs(const Runs& a, const Runs& b, std::size_t row, double error_probability)
{
    const EstimatedFigures a_values{a.front(), error_probability}, b_values{b.front(), error_probability};
    const auto half_width = [row](const EstimatedFigures& m)
    {
        const Interval i = m.interval(row, 1.0);
        return 0.5 * (i.high - i.low);
    };
    return {std::hypot(half_width(a_values), half_width(b_values)),
            std::min(a_values.freedom(row), b_values.freedom(row))};
}

// The t that Student's T exceeds with this probability.
double one_sided_t(double probability, double freedom) { return student_t(2.0 * probability, std::max(freedom, 1.0)); }

// The number of additional runs per version that decide the check, if means and spread do not change; std::nullopt if
// over 1000. `runs` is the current number of runs per version.
std::optional<std::size_t> more_runs(const CheckedFigure& f, const Error& error, std::size_t runs,
                                     const CheckOptions& options)
{
    const double distance_to_margin = std::abs(f.allowed - f.worsening);
    const double share              = f.worsening > f.allowed
                                          ? options.error_probability / static_cast<double>(options.margins.size())
                                          : options.error_probability;
    const auto runs_now             = static_cast<double>(runs);
    for (std::size_t added_runs = 1; added_runs <= max_more_runs; ++added_runs)
    {
        const double total_runs = runs_now + static_cast<double>(added_runs);
        if (error.value * std::sqrt(runs_now / total_runs) * one_sided_t(share, 2.0 * total_runs - 2.0) <
            distance_to_margin)
            return added_runs;
    }
    return std::nullopt;
}

// Sets the one-sided confidence bounds of the worsening from version A to B, and the outcome.
CheckedFigure with_outcome(CheckedFigure f, const Error& error, const CheckOptions& options, bool can_be_worse)
{
    const double share = options.error_probability / static_cast<double>(options.margins.size());
    f.low              = f.worsening - error.value * one_sided_t(share, error.freedom);
    f.high             = f.worsening + error.value * one_sided_t(options.error_probability, error.freedom);
    if (f.high < f.allowed)
        f.outcome = Outcome::no_worse;
    else if (f.low > f.allowed && can_be_worse)
        f.outcome = Outcome::worse;
    return f;
}

CheckedFigure checked_figure(const Runs& a, const Runs& b, const std::vector<double>& of_a,
                             const std::vector<double>& of_b, const Margin& margin, const CheckOptions& options)
{
    const ComparedRow& row = all_compared()[margin.row];
    CheckedFigure f{.margin = margin, .a = mean_of(of_a), .b = mean_of(of_b)};
    f.allowed                 = std::max(margin.percent / 100.0 * std::abs(f.a), row.min_margin);
    f.worsening               = row.more_is_better ? f.a - f.b : f.b - f.a;
    const bool is_single_pair = a.size() + b.size() == 2;
    const Error error         = is_single_pair ? error_within_runs(a, b, margin.row, options.error_probability)
                                               : error_between_runs(of_a, of_b);
    f                         = with_outcome(f, error, options, !is_single_pair || options.single);
    if (f.outcome == Outcome::unknown && !is_single_pair)
        f.more_runs = more_runs(f, error, std::min(a.size(), b.size()), options);
    return f;
}

Outcome outcome_of(const std::vector<CheckedFigure>& all)
{
    const auto has_outcome = [](Outcome o) { return [o](const CheckedFigure& f) { return f.outcome == o; }; };
    if (std::ranges::any_of(all, has_outcome(Outcome::worse))) return Outcome::worse;
    return std::ranges::all_of(all, has_outcome(Outcome::no_worse)) ? Outcome::no_worse : Outcome::unknown;
}

// For example "mean A 16.7 ms, B 16.8 ms: worse by 0.6 %, between -0.9 and 2.1 %; 3 % is allowed".
std::string in_words(const CheckedFigure& f)
{
    const ComparedRow& row = all_compared()[f.margin.row];
    const bool in_percent  = f.a != 0.0 && f.allowed > row.min_margin;
    const double unit      = in_percent ? std::abs(f.a) / 100.0 : 1.0;
    return fmt::format(
        "{0} A {1:.4g} {2}, B {3:.4g} {2}: worse by {4:.3g} {5}, between {6:.3g} and {7:.3g}; {8:.3g} is allowed",
        row.title, f.a, row.unit, f.b, f.worsening / unit, in_percent ? "%" : row.unit, f.low / unit, f.high / unit,
        f.allowed / unit);
}

std::string in_words(const Check& c, const CheckOptions& options, bool is_single_pair)
{
    constexpr std::array<std::string_view, 3> outcome_texts{"B is no worse than A", "B is worse than A", "Undecided"};
    std::vector<std::string> parts;
    std::size_t runs_needed  = 0;
    bool needs_too_many_runs = false;
    for (const CheckedFigure& f : c.figures)
    {
        if (f.outcome != c.outcome) continue;
        parts.push_back(in_words(f));
        runs_needed         = std::max(runs_needed, f.more_runs.value_or(0));
        needs_too_many_runs = needs_too_many_runs || !f.more_runs;
    }
    std::string text =
        fmt::format("Check: {}. {}.", outcome_texts[static_cast<std::size_t>(c.outcome)], fmt::join(parts, ". "));
    if (c.outcome != Outcome::unknown) return text;
    if (is_single_pair)
        return text + (options.single
                           ? " Record longer, or three runs of each side."
                           : " One run of each side does not show how much runs differ: record three of each, or "
                             "compare only these two with --single.");
    return text + (needs_too_many_runs
                       ? " More runs are unlikely to decide: the difference is about as large as the margin."
                       : fmt::format(" About {} more {} of each side would suffice.", runs_needed,
                                     runs_needed == 1 ? "run" : "runs"));
}

} // namespace

std::string_view name_of(Outcome outcome)
{
    constexpr std::array<std::string_view, 3> names{"no-worse", "worse", "unknown"};
    return names[static_cast<std::size_t>(outcome)];
}

Margin default_margin(std::size_t row) { return {row, all_compared()[row].margin_percent}; }

std::vector<Margin> default_margins()
{
    std::vector<Margin> margins;
    for (std::size_t row = 0; row < compared_count; ++row)
        if (all_compared()[row].key == "mean_ms" || all_compared()[row].key == "p99_ms")
            margins.push_back(default_margin(row));
    return margins;
}

Check check(const Runs& a, const Runs& b, const CheckOptions& options)
{
    Check c;
    for (const Runs* side : {&a, &b})
        for (const auto run : *side)
            if (run.size() < min_compared_frames)
            {
                c.text = fmt::format("Check: Undecided. A run has {} frames; at least {} are needed.", run.size(),
                                     min_compared_frames);
                return c;
            }
    const auto of_a = figures_of_runs(a), of_b = figures_of_runs(b);
    for (const Margin& margin : options.margins)
        c.figures.push_back(
            checked_figure(a, b, values_of(of_a, margin.row), values_of(of_b, margin.row), margin, options));
    c.outcome = outcome_of(c.figures);
    c.text    = in_words(c, options, a.size() + b.size() == 2);
    return c;
}

Json to_json(const Check& c)
{
    Json figures = Json::object();
    for (const CheckedFigure& f : c.figures)
        figures[std::string{all_compared()[f.margin.row].key}] = {
            {"a", number_or_null(f.a)},
            {"b", number_or_null(f.b)},
            {"margin_percent", f.margin.percent},
            {"allowed", number_or_null(f.allowed)},
            {"worse_by", number_or_null(f.worsening)},
            {"worse_by_at_least", number_or_null(f.low)},
            {"worse_by_at_most", number_or_null(f.high)},
            {"outcome", name_of(f.outcome)},
            {"more_runs", f.more_runs ? Json(*f.more_runs) : Json(nullptr)}};
    return {{"outcome", name_of(c.outcome)}, {"figures", std::move(figures)}, {"text", c.text}};
}

} // namespace recordings
