// recordings/compare/check.hpp -- decides whether side B is no worse than side A by more than a margin: a test of
// non-inferiority, for build servers
#pragma once

#include "recordings/compare/comparison.hpp"

namespace recordings
{

enum class Outcome : std::uint8_t
{
    no_worse, ///< it is shown that B is not worse by the margin or more
    worse,    ///< it is shown that B is worse by more than the margin
    unknown,  ///< neither is shown
};
std::string_view name_of(Outcome outcome);

/// A figure that is checked, and its margin.
struct Margin
{
    std::size_t row = 0; ///< index of the figure in all_compared()
    double percent  = 0.0;
};
/// Returns the figures that are checked by default: the mean frame time with 3 %, and its 99 % quantile with 10 %.
std::vector<Margin> default_margins();
/// Returns the usual margin of a figure: 3 % for mean and median, 10 % for all others.
Margin usual_margin(std::size_t row);

struct CheckTerms
{
    std::vector<Margin> margins = default_margins(); ///< at least one
    bool single   = false; ///< true: one run a side may be found worse, by the differences within the runs alone
    double misses = 0.05;  ///< probability of a wrong `no_worse`, and of a wrong `worse`
};

/// The check of one figure. "Worse by" is positive if B is worse, in the unit of the figure.
struct CheckedFigure
{
    Margin margin{};
    double a = 0.0, b = 0.0;
    double allowed  = 0.0; ///< the margin in the unit of the figure
    double by       = 0.0; ///< B is worse by
    double low      = 0.0; ///< B is worse by at least this: one-sided bound
    double high     = 0.0; ///< B is worse by at most this: one-sided bound
    Outcome outcome = Outcome::unknown;
    /// Runs that each side needs besides those that it has; empty if the outcome is known, if over 1000 are needed, or
    /// if the spread between runs is unknown.
    std::optional<std::size_t> more_runs{};
};

struct Check
{
    Outcome outcome = Outcome::unknown; ///< `worse` if a figure is worse; `no_worse` if all figures are
    std::vector<CheckedFigure> figures{};
    std::string text{}; ///< the result in a few sentences
};

/// Checks side B against side A. With two runs or more on a side, the errors are those of the spread between runs
/// (pooled over both sides, Student's t); with one run a side, those of the spread within the runs, and no figure is
/// found worse unless `single` is set. `no_worse` needs all figures (R. L. Berger, "Multiparameter hypothesis testing
/// and acceptance sampling", 1982), so each is tested with the whole error probability; `worse` needs only one, so each
/// is tested with its share of it.
Check check(const Runs& a, const Runs& b, const CheckTerms& terms = {});

Json to_json(const Check& check);

} // namespace recordings
