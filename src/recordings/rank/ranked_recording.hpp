// recordings/rank/ranked_recording.hpp -- runs the candidates of a ranking with the frames of a recording
#pragma once

#include "lab/lane/lane_run.hpp"
#include "recordings/rank/ranking.hpp"

#include <memory>
#include <vector>

namespace recordings
{

/// A recording that is prepared once and used for all candidates.
class RankedRecording
{
public:
    /// `frames` are the recorded frame times; there must be at least one.
    RankedRecording(std::vector<Nanos> frames, const RankOptions& options);

    /// The set-up of a virtual PC that runs the loop of the candidate with the recorded frame times. If the user gave a
    /// step cost, the virtual PC works in each frame for the recorded time minus the cost of one step, and adds the
    /// cost of each step that the loop takes.
    lab::LaneSetup lane_setup_of(const Candidate& candidate) const;
    /// The length of a run of one loop: the whole recording. If steps cost time, at most four times the time of the
    /// recorded work, because a loop in the spiral of death would not end.
    lab::RunLength run_length() const;
    const std::vector<Nanos>& frames() const { return frames_; }
    const std::vector<std::uint8_t>& around_hitches() const { return around_hitches_; }
    Nanos median_frame() const { return median_; }
    const std::optional<Nanos>& step_cost() const { return step_cost_; }
    /// The refresh period of the user's display; 1/60 s if it is unknown.
    Nanos refresh_period() const { return timestep::step_ns(refresh_); }

private:
    std::optional<Nanos> step_cost_;
    timestep::Rate refresh_;
    std::vector<Nanos> frames_;
    std::vector<std::uint8_t> around_hitches_;
    Nanos median_;
    std::shared_ptr<const std::vector<Nanos>> work_without_steps_;
    lab::Playback recording_;
};

/// Runs the candidate with the recording and sets its results, such as smoothness_ms. Returns the animation error of
/// every frame in ms. A larger error than the median frame time counts as the median frame time, here and in the mean
/// (smoothness_ms). The value is NaN if the error is unknown, as for the first and the last frame.
std::vector<float> run_candidate(Candidate& candidate, const RankedRecording& recording);
/// The numbers of the frames whose pictures jump when the candidate runs with the recording: the animation error
/// exceeds telemetry::jump_limit(). Unlike Candidate::jumps_per_minute, the result includes hitches and the frames next
/// to them.
std::vector<std::size_t> jumping_frames_of(Candidate candidate, const RankedRecording& recording);
/// Runs the candidate on a virtual PC that needs 25 % more computing time for a step than the step simulates. Sets
/// Candidate::overload_ms, the longest frame time on this PC; infinite if frame times or carried time grow without
/// limit (spiral of death). `frame_work` is the computing time of a frame without its steps.
void measure_overload(Candidate& candidate, Nanos frame_work);

} // namespace recordings
