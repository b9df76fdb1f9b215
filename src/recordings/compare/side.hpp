// recordings/compare/side.hpp -- one side of a comparison: the runs (recordings) of one version of a game, with the
// means of their statistics (such as the median frame time) and the errors of these means
#pragma once

#include "recordings/facts/measured.hpp"

#include <vector>

namespace recordings
{

/// With fewer than this number of runs (recordings) on a side, the spread between runs is not estimated; only the
/// spread within each run is used.
constexpr std::size_t least_runs = 3;

/// The confidence interval of a statistic, such as the median frame time. The error below the value can differ from the
/// error above it.
struct Reach
{
    double below   = 0.0; ///< distance from the statistic down to the lower end of its confidence interval
    double above   = 0.0; ///< distance from the statistic up to the upper end of its confidence interval
    double freedom = 1.0; ///< degrees of freedom of the statistic's standard error, for Student's t

    double half() const { return 0.5 * (below + above); }
};

class Side
{
public:
    /// `runs` are the statistics of each run (recording) of this game version; at least one.
    explicit Side(std::vector<Measured> runs)
        : runs_{std::move(runs)}
    {
    }

    std::span<const Measured> runs() const { return runs_; }
    bool knows_runs() const { return runs_.size() >= least_runs; }
    std::vector<double> values(std::size_t row) const;
    /// Returns the mean of one statistic over all runs (recordings). `row` is the index of the statistic in
    /// all_compared().
    double value(std::size_t row) const;
    /// Returns the standard error, times `errors`, of value(row): the mean of one statistic over all runs (recordings).
    /// With at least two runs it is the larger of two errors: from the spread between the runs, and from the spread
    /// within each run.
    Reach reach(std::size_t row, double errors) const;

private:
    Reach within(std::size_t row, double errors) const;
    Reach between(std::size_t row, double errors) const;

    std::vector<Measured> runs_;
};

} // namespace recordings
