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
    /// `frames` are the recorded frame times; at least one.
    RankedRecording(std::vector<Nanos> frames, const RankOptions& options);

    /// The settings of a virtual PC that runs the candidate's loop with the recorded frame times. If the user specified
    /// a step cost, the work of a frame is the recorded time minus one step cost, plus the cost of each step that runs.
    lab::LaneSetup lane_setup_of(const Candidate& candidate) const;
    /// The length of a run: the whole recording. If steps have a cost, at most four times the recorded work, because a
    /// loop in a spiral of death would not end.
    lab::RunLength run_length() const;
    const std::vector<Nanos>& frames() const { return frames_; }
    const std::vector<std::uint8_t>& around_hitches() const { return around_hitches_; }
    Nanos median_frame() const { return median_; }
    const std::optional<Nanos>& step_cost() const { return step_cost_; }
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
/// each frame in ms, clamped to the median frame time, as in the mean (smoothness_ms); NaN if unknown, as for the first
/// and the last frame.
std::vector<float> run_candidate(Candidate& candidate, const RankedRecording& recording);
/// The numbers of the frames whose animation error exceeds telemetry::jump_limit() when the candidate runs with the
/// recording. Unlike Candidate::jumps_per_minute, includes hitches and the frames next to them.
std::vector<std::size_t> jumping_frames_of(Candidate candidate, const RankedRecording& recording);
/// Runs the candidate on a virtual PC that needs 25 % more time to compute a step than the step simulates. Sets
/// Candidate::overload_ms, the longest frame time; infinite if frame times or carried time grow without limit (spiral
/// of death). `frame_work` is the computing time of a frame without its steps.
void measure_overload(Candidate& candidate, Nanos frame_work);

} // namespace recordings
