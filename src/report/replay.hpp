// report/replay.hpp -- a recording as it is played to every candidate
#pragma once

#include "lab/headless.hpp"
#include "report/ranking.hpp"

#include <memory>
#include <vector>

namespace report
{

/// Steps that a picture takes of its own.
int scratch_steps(const Candidate& candidate);
/// A lane with the candidate's loop, on a PC that costs nothing.
lab::LaneSetup lane_of(const Candidate& candidate);

class Replay
{
public:
    /// `frames` must not be empty.
    Replay(std::vector<Nanos> frames, const RankOptions& options);

    /// Plays the recording's frames as they were or, when it is said what a step costs, as the work that is left of
    /// them without that cost, on a PC where each step costs it.
    lab::LaneSetup lane_of(const Candidate& candidate) const;
    /// Until all of it is played, or a spiral of death has taken four times as long.
    lab::RunLength length() const;
    /// Of the frame times.
    Nanos median() const { return median_; }

private:
    std::optional<Nanos> step_cost_;
    Nanos refresh_period_;
    Nanos median_;
    std::shared_ptr<const std::vector<Nanos>> work_;
    lab::Playback recording_;
};

} // namespace report
