// recordings/compare/comparison.hpp -- compares statistics (such as the mean frame time) of two versions of a game,
// side A and side B, and tells significant differences from chance
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
    same,      ///< the difference is smaller than Terms::least, so it does not matter
    better,    ///< side B (the second version of the game) is better than side A
    worse,     ///< side B (the second version of the game) is worse than side A
};
std::string_view name_of(Verdict verdict);

/// An estimate of the recordings that are needed to decide whether game versions A and B differ: longer ones or more
/// runs.
struct Needed
{
    double seconds   = 0.0; ///< needed length of each recording, in s; 0 if `runs` is set
    std::size_t runs = 0;   ///< needed number of recordings of each side; 0 if `seconds` is set
};

/// The difference between versions A and B of a game in one statistic, such as the mean frame time.
struct Difference
{
    std::size_t row = 0; ///< index of the statistic in the list all_compared()
    double a = 0.0, b = 0.0;
    double low = 0.0, high = 0.0; ///< ends of the confidence interval of (value of B - value of A)
    Verdict verdict = Verdict::undecided;
    /// If the verdict is `undecided`: the estimated length or number of recordings that are needed for another verdict.
    /// Empty for other verdicts, and if recordings of more than 100 h or more than 1000 runs are needed.
    std::optional<Needed> needed{};

    double by() const { return b - a; }
};

/// A run (one recording) whose value in one statistic differs strongly from the values of the other runs of the same
/// game version.
struct Outlier
{
    bool of_b       = false; ///< true: a run of game version B; false: of version A
    std::size_t run = 0;     ///< number of the run (recording) of its game version, from 0
    std::size_t row = 0;     ///< index of the statistic in the list all_compared()
    double value    = 0.0;
    double median   = 0.0; ///< median of this statistic over all runs of the same game version
};

/// The options of compare(): the statistics, the smallest difference that matters, and the probability of an error.
struct Terms
{
    double least  = 0.02; ///< smallest difference that matters, divided by the larger of the values of A and B
    double misses = 0.05; ///< probability that at least one of all confidence intervals misses the true value
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
    Terms terms{};
    std::vector<ComparedRun> a{}, b{};
    /// True: all runs (recordings) are long enough to compute confidence intervals and to decide if the sides differ.
    bool known      = false;
    bool of_runs    = false; ///< true: each side has at least 3 runs, so differences between runs are included
    Verdict verdict = Verdict::undecided;  ///< overall verdict: `worse` if at least one statistic is worse
    std::vector<Difference> differences{}; ///< one for each statistic, in the order of Terms::rows
    std::vector<Outlier> outliers{};
    std::string text{}; ///< result of the comparison in a few sentences
};

/// A recording with fewer frames than this gets no confidence intervals, and the comparison does not decide if the two
/// game versions differ.
constexpr std::size_t least_compared_frames = 100;
/// Of a longer recording, only the first `most_compared_frames` frames are compared.
constexpr std::size_t most_compared_frames = 10'000'000;

/// The frame times of the runs (recordings) of one game version: at least one run, and at least one frame in each run.
using Runs = std::vector<std::span<const Nanos>>;
/// Compares game version B with version A. Calls `progress` after each run (recording), from any thread, with the
/// number of finished runs and the number of all runs.
Comparison compare(const Runs& a, const Runs& b, const Terms& terms = {},
                   const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// Returns the result of the comparison in a few sentences.
std::string told(const Comparison& comparison);
/// Returns the length of a recording, or the number of runs (recordings), that is needed for a decision, as text: "40
/// s", "3 min", "12 runs".
std::string told(const Needed& needed);

/// Returns the JSON that `timestep_lab compare --json` prints, without the names of the files.
Json to_json(const Comparison& comparison);

} // namespace recordings
