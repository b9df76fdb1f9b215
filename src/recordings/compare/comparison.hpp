// recordings/compare/comparison.hpp -- compares statistics of two versions of a game, side A and side B: tells
// significant differences from chance, and checks for build servers that B is not worse than A
#pragma once

#include "recordings/facts/figures.hpp"
#include "recordings/facts/inspection.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace recordings
{

enum class Verdict : std::uint8_t
{
    undecided, ///< the recordings are not long enough to prove a difference or the absence of a difference
    same,      ///< the difference is smaller than CompareOptions::min_relevant_difference, so it does not matter
    better,    ///< side B is better than side A
    worse,     ///< side B is worse than side A
};
std::string_view name_of(Verdict verdict);

/// An estimate of the recordings that are needed to decide whether the sides differ.
struct SampleSize
{
    double seconds   = 0.0; ///< length of each recording, in s; 0 if `runs` is set
    std::size_t runs = 0;   ///< number of recordings of each side; 0 if `seconds` is set
};

/// The difference between the sides in one statistic.
struct Difference
{
    std::size_t row = 0; ///< index of the statistic in the list all_compared()
    double a = 0.0, b = 0.0;
    double low = 0.0, high = 0.0; ///< ends of the confidence interval of (value of B - value of A)
    Verdict verdict = Verdict::undecided;
    /// Empty if the verdict is not `undecided`, and if recordings of more than 100 h or more than 1000 runs are needed.
    std::optional<SampleSize> required_sample{};

    double effect() const { return b - a; }
};

/// A run whose value in one statistic differs strongly from the values of the other runs of the same side.
struct Outlier
{
    bool is_side_b  = false; ///< true: a run of side B; false: of side A
    std::size_t run = 0;     ///< number of the run of its side, from 0
    std::size_t row = 0;     ///< index of the statistic in the list all_compared()
    double value    = 0.0;
    double median   = 0.0; ///< over all runs of the same side
};

/// The options of compare().
struct CompareOptions
{
    /// Smallest difference that matters, divided by the larger of the values of A and B.
    double min_relevant_difference = 0.02;
    /// Probability that at least one of all confidence intervals misses the true value.
    double error_probability      = 0.05;
    std::vector<std::size_t> rows = {}; ///< statistics to compare: indices into all_compared(); empty for all
};

struct ComparedRun
{
    std::size_t frames = 0;
    Nanos length{};
    std::size_t batches = 0;
};

struct Comparison
{
    CompareOptions options{};
    std::vector<ComparedRun> a{}, b{};
    bool has_intervals       = false; ///< true: all runs are long enough to compute confidence intervals
    bool includes_run_spread = false; ///< true: each side has at least 3 runs, so differences between runs are included
    Verdict verdict          = Verdict::undecided; ///< overall verdict: `worse` if at least one statistic is worse
    std::vector<Difference> differences{};         ///< one for each statistic, in the order of CompareOptions::rows
    std::vector<Outlier> outliers{};
    std::string text{}; ///< result of the comparison in a few sentences
};

/// Fewest frames of a recording for which confidence intervals are computed.
constexpr std::size_t min_compared_frames = 100;
/// Of a longer recording, only the first `max_compared_frames` frames are compared.
constexpr std::size_t max_compared_frames = 10'000'000;

/// The frame times of the runs of one game version: at least one run, and at least one frame in each run.
using Runs = std::vector<std::span<const Nanos>>;
/// Compares game version B with version A. Calls `progress` after each run, from any thread, with the number of
/// finished runs and the number of all runs.
Comparison compare(const Runs& a, const Runs& b, const CompareOptions& options = {},
                   const std::function<void(std::size_t done, std::size_t all)>& progress = {});

std::string in_words(const Comparison& comparison); ///< a few sentences
std::string in_words(const SampleSize& size);       ///< such as "40 s", "3 min" or "12 runs"

/// The JSON that `timestep_lab compare --json` prints, without the names of the files.
Json to_json(const Comparison& comparison);

enum class Outcome : std::uint8_t
{
    no_worse, ///< it is proved that version B is not worse than A, or worse by less than the margin
    worse,    ///< it is proved that version B is worse than A by more than the margin
    unknown,  ///< nothing is proved: the recordings are too short or too few
};
std::string_view name_of(Outcome outcome);

/// The worsening of one statistic from side A to B that is accepted, in percent of the value of A.
struct Margin
{
    std::size_t row = 0; ///< index of the statistic in all_compared()
    double percent  = 0.0;
};
/// The statistics that are checked if the user chooses none: the mean and the 99 % quantile of the frame times.
std::vector<Margin> default_margins();
/// The default margin of a statistic: 3 % for mean and median, 10 % for all others.
Margin default_margin(std::size_t row);

struct CheckOptions
{
    std::vector<Margin> margins = default_margins(); ///< statistics and margins to check; at least one
    /// True: the result can be `worse` even with one run of each version, when the spread between runs is unknown.
    bool single              = false;
    double error_probability = 0.05; ///< probability of a wrong `no_worse`, and of a wrong `worse`, 0 to 1
};

/// The check of one statistic. Amounts are in its unit.
struct CheckedFigure
{
    Margin margin{};
    double a = 0.0, b = 0.0;
    double allowed   = 0.0;       ///< amount by which side B may be worse
    double worsening = 0.0;       ///< amount by which side B is worse than A; negative if B is better
    double low = 0.0, high = 0.0; ///< one-sided confidence bounds of `worsening`
    Outcome outcome = Outcome::unknown;
    /// Number of additional runs of each version that decide the check; empty if it is decided, if over 1000 runs are
    /// needed, or if the spread between runs is unknown.
    std::optional<std::size_t> more_runs{};
};

struct Check
{
    Outcome outcome = Outcome::unknown; ///< `worse` if at least one statistic is worse; `no_worse` if all are no worse
    std::vector<CheckedFigure> figures{};
    std::string text{}; ///< the result of the check in a few sentences
};

/// Checks, for build servers, if side B is worse than side A by more than an accepted margin (test of non-inferiority).
/// With two runs or more of a side, the errors come from the spread between runs (pooled over both sides, Student's t).
/// With one run of each, they come from the spread within the runs, and no statistic is found worse unless `single` is
/// set. `no_worse` needs all statistics, so each is tested with the whole error probability (R. L. Berger,
/// "Multiparameter hypothesis testing and acceptance sampling", 1982). `worse` needs only one, so each is tested with
/// the error probability divided by their number.
Check check(const Runs& a, const Runs& b, const CheckOptions& options = {});

Json to_json(const Check& check);

} // namespace recordings
