// recordings/rank/ranked_recording.hpp -- runs candidates of a ranking with the frames of a recording
#pragma once

#include "lab/lane/headless.hpp"
#include "recordings/rank/ranking.hpp"

#include <memory>
#include <vector>

namespace recordings
{

/// Returns the number of scratch steps for one picture: steps of a copy of the world that only the picture needs.
int scratch_steps(const Candidate& candidate);
/// Returns a lane with the candidate's loop on a PC on which steps and pictures cost no time.
lab::LaneSetup lane_of(const Candidate& candidate);

/// The recording of a ranking, prepared once for all candidates.
class RankedRecording
{
public:
    /// `frames` must not be empty.
    RankedRecording(std::vector<Nanos> frames, const RankOptions& options);

    /// Returns a lane that runs the candidate with the recorded frame times. If a step cost is given, the lane gets the
    /// recorded times minus the cost of one step as work, and its PC spends the cost for each step.
    lab::LaneSetup lane_of(const Candidate& candidate) const;
    /// Returns the length of a run: to the end of the recording, but with a step cost at most four times the time of
    /// the recorded work, because of the spiral of death.
    lab::RunLength length() const;
    const std::vector<Nanos>& frames() const { return frames_; }
    /// Returns recordings::around_hitches() of the frames.
    const std::vector<std::uint8_t>& around_hitches() const { return around_hitches_; }
    /// Returns the median frame time.
    Nanos median() const { return median_; }
    const std::optional<Nanos>& step_cost() const { return step_cost_; }
    /// Returns the refresh period of the display; 1/60 s if it is unknown.
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

/// Runs the candidate with the recording and sets its figures. Returns the animation error of every frame in ms,
/// limited to the median frame time. NaN where the error is unknown, as for the first and the last frame.
std::vector<float> run_candidate(Candidate& candidate, const RankedRecording& recording);
/// Runs the candidate on a PC whose steps cost 25 % more time than they simulate, and sets Candidate::overload_ms.
/// `work` is the time of a frame without steps.
void overload(Candidate& candidate, Nanos work);

} // namespace recordings
