// recordings/rank/ranked_recording.hpp -- a recording as every candidate of a ranking receives it
#pragma once

#include "lab/lane/headless.hpp"
#include "recordings/rank/ranking.hpp"

#include <memory>
#include <vector>

namespace recordings
{

/// Steps that a picture takes of its own.
int scratch_steps(const Candidate& candidate);
/// A lane with the candidate's loop, on a PC that costs nothing.
lab::LaneSetup lane_of(const Candidate& candidate);

class RankedRecording
{
public:
    /// `frames` must not be empty.
    RankedRecording(std::vector<Nanos> frames, const RankOptions& options);

    /// The recording's frames as they were or, when it is said what a step costs, as the work that is left of
    /// them without that cost, on a PC where each step costs it.
    lab::LaneSetup lane_of(const Candidate& candidate) const;
    /// Until the recording ends, or a spiral of death has taken four times as long.
    lab::RunLength length() const;
    const std::vector<Nanos>& frames() const { return frames_; }
    /// As around_hitches().
    const std::vector<std::uint8_t>& around_hitches() const { return around_hitches_; }
    /// Of the frame times.
    Nanos median() const { return median_; }
    const std::optional<Nanos>& step_cost() const { return step_cost_; }
    /// 60 Hz where nobody knows.
    Nanos refresh_period() const { return timestep::step_ns(refresh_); }

private:
    std::optional<Nanos> step_cost_;
    timestep::Rate refresh_;
    std::vector<Nanos> frames_;
    std::vector<std::uint8_t> around_hitches_;
    Nanos median_;
    std::shared_ptr<const std::vector<Nanos>> work_;
    lab::Playback recording_;
};

/// Runs the candidate with the recording and fills in its figures. Returns the animation error of every frame in ms, as
/// the eye counts it: a median frame at most. NaN where it is not known, as of the first frame and the last one.
std::vector<float> run_candidate(Candidate& candidate, const RankedRecording& recording);
/// Runs the candidate on a PC whose steps cost more than they simulate; fills in what becomes of its frames.
void overload(Candidate& candidate, Nanos work);

} // namespace recordings
