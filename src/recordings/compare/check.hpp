// recordings/compare/check.hpp -- decides, for build servers, whether the new version B of a game is worse than version
// A by more than an accepted margin (test of non-inferiority)
#pragma once

#include "recordings/compare/comparison.hpp"

namespace recordings
{

enum class Outcome : std::uint8_t
{
    no_worse, ///< it is proved that version B is not worse than A, or worse by less than the margin
    worse,    ///< it is proved that version B is worse than A by more than the margin
    unknown,  ///< nothing is proved: the recordings are too short or too few
};
std::string_view name_of(Outcome outcome);

/// A statistic to check, such as the mean frame time, and the worsening from game version A to B that is accepted, in
/// percent of the value of A.
struct Margin
{
    std::size_t row = 0; ///< index of the statistic in all_compared()
    double percent  = 0.0;
};
/// Returns the statistics that are checked if the user chooses none: the mean frame time, which may get 3 % worse, and
/// the 99 % quantile of the frame times, which may get 10 % worse.
std::vector<Margin> default_margins();
/// Returns the default margin (accepted worsening in percent) of a statistic: 3 % for mean and median, 10 % for all
/// others. `row` is its index in all_compared().
Margin usual_margin(std::size_t row);

struct CheckTerms
{
    std::vector<Margin> margins = default_margins(); ///< statistics and margins to check; at least one
    /// True: the result can be `worse` even with one run (recording) of each version, when the spread between runs is
    /// unknown.
    bool single   = false;
    double misses = 0.05; ///< probability of a wrong `no_worse`, and of a wrong `worse`, 0 to 1
};

/// The check of one statistic for versions A and B of a game. Amounts by which B is worse are in the unit of the
/// statistic; they are negative if B is better.
struct CheckedFigure
{
    Margin margin{};
    double a = 0.0, b = 0.0;
    double allowed  = 0.0; ///< amount by which version B may be worse, in the unit of the statistic
    double by       = 0.0; ///< amount by which version B is worse than A, in the same unit; negative if B is better
    double low      = 0.0; ///< lower one-sided confidence bound of `by`
    double high     = 0.0; ///< upper one-sided confidence bound of `by`
    Outcome outcome = Outcome::unknown;
    /// Number of additional runs (recordings) of each version that decide the check; empty if it is decided, if over
    /// 1000 runs are needed, or if the spread between runs is unknown.
    std::optional<std::size_t> more_runs{};
};

struct Check
{
    Outcome outcome = Outcome::unknown; ///< `worse` if at least one statistic is worse; `no_worse` if all are no worse
    std::vector<CheckedFigure> figures{};
    std::string text{}; ///< the result of the check in a few sentences
};

/// Checks if version B of a game is worse than version A. With two runs (recordings) or more of a version, the errors
/// come from the spread between runs (pooled over both versions, Student's t). With one run of each, they come from the
/// spread within the runs, and no statistic is found worse unless `single` is set. `no_worse` needs all statistics, so
/// each is tested with the whole error probability (R. L. Berger, "Multiparameter hypothesis testing and acceptance
/// sampling", 1982). `worse` needs only one, so each is tested with the error probability divided by their number.
Check check(const Runs& a, const Runs& b, const CheckTerms& terms = {});

Json to_json(const Check& check);

} // namespace recordings
