// recordings/compare/side.hpp -- one side of a comparison: the runs of one version of a game, and what they know
// together
#pragma once

#include "recordings/facts/measured.hpp"

#include <vector>

namespace recordings
{

/// So many runs of a side say how much runs differ; of fewer only what happens within a recording is known.
constexpr std::size_t least_runs = 3;

/// How far a figure may be off to each side, and by how many degrees of freedom that is known.
struct Reach
{
    double below   = 0.0;
    double above   = 0.0;
    double freedom = 1.0;

    double half() const { return 0.5 * (below + above); }
};

class Side
{
public:
    /// Of at least one run.
    explicit Side(std::vector<Measured> runs)
        : runs_{std::move(runs)}
    {
    }

    std::span<const Measured> runs() const { return runs_; }
    bool knows_runs() const { return runs_.size() >= least_runs; }
    std::vector<double> values(std::size_t row) const;
    /// The mean of the runs.
    double value(std::size_t row) const;
    /// So many standard errors. From run to run where there are enough of them, and never less than within them.
    Reach reach(std::size_t row, double errors) const;

private:
    Reach within(std::size_t row, double errors) const;
    Reach between(std::size_t row, double errors) const;

    std::vector<Measured> runs_;
};

} // namespace recordings
