// recordings/rank/ranked_recording.hpp -- runs the candidates of a ranking with the frames of a recording
#pragma once

#include "lab/lane/lane_run.hpp"
#include "recordings/rank/ranking.hpp"

#include <memory>
#include <vector>

namespace recordings
{

/// A recording that is prepared once for all candidates.
class RankedRecording
{
public:
    /// `frame_times` are the recorded frame times; at least one.
    RankedRecording(std::vector<Nanos> frame_times, const RankOptions& options);

    /// The settings of a virtual PC that runs the candidate's loop with the recorded frame times. If the user specified
    /// a step cost, the work of a frame is the recorded time minus one step cost, plus the cost of each step that runs.
    lab::LaneSetup lane_setup_of(const Candidate& candidate) const;
    /// The limits of a run: the whole recording. If steps have a cost, at most four times the recorded work, because a
    /// loop in a spiral of death would not end.
    lab::RunLimits run_limits() const;
    const std::vector<Nanos>& frame_times() const { return frame_times_; }
    const std::vector<std::uint8_t>& near_hitch_flags() const { return near_hitch_flags_; }
    Nanos median_frame_time() const { return median_frame_time_; }
    const std::optional<Nanos>& step_cost() const { return step_cost_; }
    Nanos refresh_period() const { return timestep::step_ns(refresh_rate_); }

private:
    std::optional<Nanos> step_cost_;
    timestep::Rate refresh_rate_;
    std::vector<Nanos> frame_times_;
    std::vector<std::uint8_t> near_hitch_flags_;
    Nanos median_frame_time_;
    std::shared_ptr<const std::vector<Nanos>> work_without_steps_;
    lab::Playback playback_;
};

/// Runs the candidate with the recording and sets its results, such as roughness_ms. Returns the animation error of
/// each frame in ms, clamped to the median frame time, as in the mean (roughness_ms); NaN if unknown, as for the first
/// and the last frame.
std::vector<float> set_results_and_return_errors_ms(Candidate& candidate, const RankedRecording& recording);
/// The indices of the frames whose animation error exceeds telemetry::jump_limit() when the candidate runs with the
/// recording. Unlike Candidate::jumps_per_minute, includes hitches and the frames next to them.
std::vector<std::size_t> jump_frame_indices(Candidate candidate, const RankedRecording& recording);
/// Runs the candidate on a virtual PC that needs 25 % more time to compute a step than the step simulates. Sets
/// Candidate::overload_ms, the longest frame time; infinite if frame times or carried time grow without limit (spiral
/// of death). `frame_work` is the computing time of a frame without its steps.
void set_overload_ms(Candidate& candidate, Nanos frame_work);

} // namespace recordings
