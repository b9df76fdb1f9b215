// recordings/compare/comparison.hpp -- compares two versions of a game, side A and side B, with statistical tests
#pragma once

#include "recordings/facts/compared_metrics.hpp"
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
    same, ///< the difference is too small to matter (ComparisonOptions::min_relevant_difference)
    better, ///< B is better than A
    worse, ///< B is worse than A
};
std::string_view name_of(Verdict verdict);

/// Estimate of the data that would decide an undecided comparison: the length of the recordings, or their number.
struct RequiredSample
{
    double seconds = 0.0; ///< length of each recording in seconds; 0 if `run_count` is set
    std::size_t run_count = 0; ///< number of recordings per side; 0 if `seconds` is set
};

/// The difference between game versions A and B in one metric, in the metric's unit.
struct Difference
{
    std::size_t metric_index = 0; ///< index into compared_metrics()
    double value_a = 0.0, value_b = 0.0;
    double interval_low = 0.0, interval_high = 0.0; ///< confidence interval of value_b - value_a
    Verdict verdict = Verdict::undecided;
    std::optional<RequiredSample> required_sample{};

    double b_minus_a() const { return value_b - value_a; }
};

/// A run that differs strongly from the other runs of the same version of the game (side A or B) in one metric.
struct Outlier
{
    bool is_side_b = false;
    std::size_t run_index = 0; ///< index within its side
    std::size_t metric_index = 0;
    double value = 0.0;
    double median = 0.0; ///< median over all runs of the same side
};

struct ComparisonOptions
{
    /// Smallest relevant difference between the values of game versions A and B, as a fraction of the larger value.
    double min_relevant_difference = 0.02;
    /// Probability that at least one of the confidence intervals does not contain its true value.
    double error_probability = 0.05;
    /// Indices into compared_metrics() of the metrics to compare; empty to compare all metrics.
    std::vector<std::size_t> metric_indices = {};
};

struct ComparedRun
{
    std::size_t frame_count = 0;
    Nanos length{}; ///< sum of the frame times
    std::size_t batch_count = 0; ///< number of batches for the standard errors; 0 without confidence intervals
};

struct Comparison
{
    ComparisonOptions options{};
    std::vector<ComparedRun> runs_a{}, runs_b{};
    bool has_intervals = false; ///< true: all runs are long enough for confidence intervals
    bool includes_run_spread = false; ///< true: each side has 3 runs or more, enough to estimate how much runs differ
    Verdict verdict = Verdict::undecided; ///< `worse` if any metric is worse
    /// Differences between game versions A and B, one per metric, in the order of ComparisonOptions::metric_indices.
    std::vector<Difference> differences{};
    std::vector<Outlier> outliers{};
    std::string text{}; ///< the result in a few sentences
};

/// Confidence intervals are computed only if every run has at least this many frames.
constexpr std::size_t min_compared_frames = 100;
/// Metrics are computed from at most this many frames of a run; all later frames are ignored.
constexpr std::size_t max_compared_frames = 10'000'000;

/// The frame times of all recorded runs of one game version: at least one run, and at least one frame in each run.
using FrameTimesByRun = std::vector<std::span<const Nanos>>;
/// Compares game version B with version A. Calls `progress` after each run, from any thread.
Comparison compare(const FrameTimesByRun& runs_a, const FrameTimesByRun& runs_b, const ComparisonOptions& options = {},
                   const std::function<void(std::size_t finished, std::size_t total)>& progress = {});

std::string sentences_of(const Comparison& comparison);
std::string required_sample_text(
    const RequiredSample& required_sample); ///< rounded up, such as "40 s", "3 min" or "12 runs"

/// The JSON output of `timestep_lab compare --json`, without the file names.
Json to_json(const Comparison& comparison);

enum class NonInferiorityVerdict : std::uint8_t
{
    no_worse, ///< proven: B is not worse than A, or is worse by less than the margin
    worse, ///< proven: B is worse than A by more than the margin
    unknown, ///< not proven: the recordings are too short or too few
};
std::string_view name_of(NonInferiorityVerdict verdict);

/// How much worse side B may be than side A in one metric, in percent of A's value.
struct NonInferiorityMargin
{
    std::size_t metric_index = 0; ///< index into compared_metrics()
    double percent = 0.0;
};
/// Margins of the mean and of the 99th percentile of the frame times.
std::vector<NonInferiorityMargin> default_margins();
/// The margin is 3 % for the mean and the median of the frame times, and 10 % for all other metrics.
NonInferiorityMargin default_margin(std::size_t metric_index);

struct NonInferiorityOptions
{
    std::vector<NonInferiorityMargin> margins = default_margins(); ///< metrics to check; at least one
    bool allows_worse_from_single_run = false;
    double error_probability = 0.05; ///< probability of a false `no_worse`, and of a false `worse`, 0 to 1
};

/// Says whether version B of a game is worse than version A in one metric. Values are in the unit of the metric.
struct CheckedMetric
{
    NonInferiorityMargin margin{};
    double value_a = 0.0, value_b = 0.0;
    double allowed_worsening = 0.0; ///< amount by which B may be worse than A
    double worsening = 0.0; ///< amount by which B is worse than A; negative if B is better
    double worsening_lower_bound = 0.0, worsening_upper_bound = 0.0; ///< one-sided confidence bounds of `worsening`
    NonInferiorityVerdict verdict = NonInferiorityVerdict::unknown;
    std::optional<std::size_t> additional_runs{};
};

struct NonInferiorityResult
{
    /// `worse` if any metric is worse, `no_worse` if all metrics are no worse, and `unknown` in all other cases.
    NonInferiorityVerdict verdict = NonInferiorityVerdict::unknown;
    std::vector<CheckedMetric> checked_metrics{};
    std::string text{}; ///< the result in a few sentences
};

/// Tests whether game version B is worse than version A by more than the margins (non-inferiority test).
/// Source: R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling", 1982.
NonInferiorityResult check_non_inferiority(const FrameTimesByRun& runs_a, const FrameTimesByRun& runs_b,
                                           const NonInferiorityOptions& options = {});

Json to_json(const NonInferiorityResult& result);

} // namespace recordings
