// recordings/rank/candidate_runs.hpp -- runs the candidates of a ranking with the frames of a recording
#pragma once

#include "lab/lane/lane_run.hpp"
#include "recordings/rank/ranking.hpp"

#include <memory>
#include <vector>

namespace recordings
{

/// The frame times and settings with which all loops of a ranking run.
struct RankingInput
{
    /// `recorded_times` must not be empty.
    RankingInput(std::vector<Nanos> recorded_times, const RankOptions& options);

    /// Returns the settings of a virtual PC that runs the candidate with the recorded frame times. With `step_cost`, a
    /// recorded frame is assumed to contain one step; with n steps, its work is (recorded time) + (n - 1) * step_cost.
    lab::LaneSetup lane_setup_of(const Candidate& candidate) const;
    /// With `step_cost`: the recorded number of frames, and the wall time 4 * (1 s + sum of work_times_without_steps),
    /// which ends a spiral of death. Without `step_cost`: no limits, because the run ends with the recording.
    lab::RunLimits run_limits_if_step_cost_is_set() const;

    std::optional<Nanos> step_cost;
    timestep::Rate refresh_rate;
    std::vector<Nanos> frame_times;
    std::vector<std::uint8_t> near_hitch_flags;
    Nanos median_frame_time;
    std::shared_ptr<const std::vector<Nanos>> work_times_without_steps;
    lab::RecordingPlayback playback;
};

struct AnimationErrors
{
    /// The absolute animation error of each frame in ms. A larger error than the median frame time is replaced by the
    /// median frame time. An unknown error, as of the first and the last frame, is NaN.
    std::vector<float> errors_ms;
    /// The indices of the frames with a visible jump: an animation error above telemetry::jump_limit(). The list
    /// includes hitches and the frames next to them, which Candidate::jumps_per_minute excludes.
    std::vector<std::size_t> jump_frame_indices{};
};
AnimationErrors run_candidate_and_set_results(Candidate& candidate, const RankingInput& input);
/// Runs the loop on a virtual PC. Computing a step takes 25 % longer than the time that the step simulates; the other
/// work of a frame takes `frame_work_without_steps`. Sets Candidate::overloaded_frame_ms.
void run_overloaded_and_set_longest_frame(Candidate& candidate, Nanos frame_work_without_steps);

} // namespace recordings
