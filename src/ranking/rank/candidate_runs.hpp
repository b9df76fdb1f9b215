// ranking/rank/candidate_runs.hpp -- runs game loops with the frame times of a recording, to compare the loops
#pragma once

#include "lab/lane/lane_run.hpp"
#include "ranking/rank/ranking.hpp"

#include <memory>
#include <vector>

namespace ranking
{

struct RankingInput
{
    /// The frames between two gaps of the recording.
    struct Part
    {
        std::size_t first_frame = 0, end_frame = 0;
        std::shared_ptr<const std::vector<Nanos>> work_times_outside_steps{};
    };

    /// `recorded_times` must not be empty.
    RankingInput(std::vector<Nanos> recorded_times, const RankOptions& options);

    /// Settings of a run on a simulated PC with the recorded frame times. Each step takes `step_cost`, if that is set.
    lab::LaneSetup lane_setup_of(const Candidate& candidate, const Part& part) const;
    /// Without a step cost, there are no limits.
    lab::RunLimits run_limits(const Part& part) const;

    std::optional<Nanos> step_cost;
    timestep::Rate refresh_rate;
    bool is_vrr;
    std::vector<Nanos> frame_times;
    std::vector<std::uint8_t> near_hitch_flags;
    Nanos median_frame_time;
    Part whole;
    std::vector<Part> parts; ///< all frames; one part for a recording without gaps
    lab::RecordingPlayback playback;

private:
    Part part_of(std::size_t first_frame, std::size_t end_frame) const;
};

struct AnimationErrors
{
    /// Absolute animation error of each frame in ms, clamped to the median frame time; NaN if unknown.
    std::vector<float> errors_ms;
    std::vector<std::size_t> jump_frame_indices{};
};
/// Sets the candidate's results. `start_phase` is the share of a step, 0 to 1, that has passed on the loop's clock
/// before the first frame of each part.
AnimationErrors run_candidate(Candidate& candidate, const RankingInput& input, double start_phase = 0.0);
/// Runs the loop on a PC that is 25 % too slow, and sets Candidate::max_overloaded_frame_time_ms.
void run_overloaded(Candidate& candidate, Nanos frame_work_outside_steps);

} // namespace ranking
