// recordings/compare/comparison.hpp -- compares statistics of two versions of a game, side A and side B: separates
// significant differences from noise, and checks on build servers that B is not worse than A
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
    undecided, ///< the recordings are too short to prove a difference or to exclude one
    same,      ///< the difference is below CompareOptions::min_relevant_difference, and so does not matter
    better,    ///< side B is better than side A
    worse,     ///< side B is worse than side A
};
std::string_view name_of(Verdict verdict);

/// Estimated length or number of recordings that are needed to decide whether the sides differ.
struct RequiredSample
{
    double seconds   = 0.0; ///< length of each recording in seconds; 0 if `runs` is set
    std::size_t runs = 0;   ///< number of recordings per side; 0 if `seconds` is set
};

/// The difference between the sides in one statistic, in the unit of the statistic.
struct Difference
{
    std::size_t statistic_index = 0; ///< index of the statistic in the list compared_statistics()
    double a = 0.0, b = 0.0;
    double low = 0.0, high = 0.0; ///< confidence interval of b - a
    Verdict verdict = Verdict::undecided;
    /// Empty if the difference is decided, or if deciding it needs over 100 h of recording or over 1000 runs.
    std::optional<RequiredSample> required_sample{};

    double b_minus_a() const { return b - a; }
};

/// A run whose value of one statistic differs strongly from the other runs of its side.
struct Outlier
{
    bool is_side_b              = false; ///< true: a run of side B; false: of side A
    std::size_t run_index       = 0;     ///< index of the run on its side, from 0
    std::size_t statistic_index = 0;     ///< index of the statistic in the list compared_statistics()
    double value                = 0.0;
    double median               = 0.0; ///< median over all runs of the same side
};

/// The options of compare().
struct CompareOptions
{
    /// Smallest difference that matters, divided by the larger of the values of A and B.
    double min_relevant_difference = 0.02;
    /// Probability that at least one of all confidence intervals misses its true value.
    double error_probability = 0.05;
    /// Statistics to compare, as indices into compared_statistics(); empty for all.
    std::vector<std::size_t> statistic_indices = {};
};

struct ComparedRun
{
    std::size_t frame_count = 0;
    Nanos length{};              ///< sum of the frame times
    std::size_t batch_count = 0; ///< batches for the standard errors (batch_count_for()); 0 without intervals
};

struct Comparison
{
    CompareOptions options{};
    std::vector<ComparedRun> a{}, b{};
    bool has_intervals       = false; ///< true if all runs are long enough for confidence intervals
    bool includes_run_spread = false; ///< true (3 runs or more per side): intervals include the spread between runs
    Verdict verdict          = Verdict::undecided; ///< overall verdict; `worse` if at least one statistic is worse
    /// One for each statistic, in the order of CompareOptions::statistic_indices.
    std::vector<Difference> differences{};
    std::vector<Outlier> outliers{};
    std::string text{}; ///< the result in a few sentences
};

/// Minimum number of frames of a recording for confidence intervals.
constexpr std::size_t min_compared_frames = 100;
/// Only the first `max_compared_frames` frames of a longer recording are compared.
constexpr std::size_t max_compared_frames = 10'000'000;

/// The frame times of the runs of one game version: at least one run, and at least one frame in each run.
using Runs = std::vector<std::span<const Nanos>>;
/// Compares game version B with version A. Calls `progress` after each run, from any thread, with the number of
/// finished runs and the total number of runs.
Comparison compare(const Runs& a, const Runs& b, const CompareOptions& options = {},
                   const std::function<void(std::size_t finished, std::size_t total)>& progress = {});

std::string in_words(const Comparison& comparison);            ///< a few sentences
std::string duration_or_runs_text(const RequiredSample& size); ///< rounded up, such as "40 s", "3 min" or "12 runs"

/// The JSON output of `timestep_lab compare --json`, without the file names.
Json to_json(const Comparison& comparison);

enum class CheckVerdict : std::uint8_t
{
    no_worse, ///< proven: version B is not worse than A, or is worse by less than the margin
    worse,    ///< proven: version B is worse than A by more than the margin
    unknown,  ///< not proven: the recordings are too short or too few
};
std::string_view name_of(CheckVerdict verdict);

/// How much worse side B may be than side A in one statistic, in percent of A's value.
struct Margin
{
    std::size_t statistic_index = 0; ///< index of the statistic in compared_statistics()
    double percent              = 0.0;
};
/// The statistics that are checked by default: the mean and the 99 % quantile of the frame times.
std::vector<Margin> default_margins();
/// The default margin of a statistic: 3 % for mean and median, 10 % for all others.
Margin default_margin(std::size_t statistic_index);

struct CheckOptions
{
    std::vector<Margin> margins = default_margins(); ///< statistics and margins to check; at least one
    /// True: the result can be `worse` even with one run per version, although the spread between runs is unknown.
    bool allows_worse_from_single_run = false;
    double error_probability          = 0.05; ///< probability of a false `no_worse`, and of a false `worse`, 0 to 1
};

/// The check of one statistic. Values are in the unit of the statistic.
struct CheckedStatistic
{
    Margin margin{};
    double a = 0.0, b = 0.0;
    double allowed_worsening = 0.0; ///< amount by which side B may be worse
    double worsening         = 0.0; ///< by how much side B is worse than A; negative if B is better
    double low = 0.0, high = 0.0;   ///< one-sided confidence bounds of `worsening`
    CheckVerdict verdict = CheckVerdict::unknown;
    /// Estimated number of additional runs per version that decide the check; empty if the check is decided, if it
    /// needs over 1000 runs, or if the spread between runs is unknown.
    std::optional<std::size_t> additional_runs{};
};

struct Check
{
    /// `worse` if at least one statistic is worse; `no_worse` if all are no worse.
    CheckVerdict verdict = CheckVerdict::unknown;
    std::vector<CheckedStatistic> statistics{};
    std::string text{}; ///< the result in a few sentences
};

/// Checks, for build servers, if side B is worse than side A by more than a margin (non-inferiority test). If a side
/// has two runs or more, the errors come from the spread between runs (pooled over both sides, Student's t). With one
/// run per side, the errors come from the spread within the runs, and the verdict `worse` is possible only with
/// `allows_worse_from_single_run`. `no_worse` needs all statistics, so each is tested with the whole error probability
/// (R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling", 1982). `worse` needs one statistic, so
/// each is tested with the error probability divided by the number of statistics.
Check check(const Runs& a, const Runs& b, const CheckOptions& options = {});

Json to_json(const Check& check);

} // namespace recordings
