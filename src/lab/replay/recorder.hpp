// lab/replay/recorder.hpp -- records inputs and settings in a replay file; a crash loses at most one block of 1 s
#pragma once

#include "base/files.hpp"
#include "base/message.hpp"
#include "lab/lane/lane.hpp"
#include "lab/replay/replay.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lab
{

class Lab; // the program without its window: its loops, settings and clock (lab/stage/lab.hpp)

/// Checks whether the loop has a fixed step size, and all steps so far had this size.
class FixedStepTracker : public StepInterceptor
{
public:
    explicit FixedStepTracker(const LaneConfig& config) { FixedStepTracker::before_apply(config); }

    bool has_only_fixed_steps() const { return has_only_fixed_steps_; }

    void before_apply(const LaneConfig& config_with_step_size) override;
    void before_step(double h, sim::Input&) override
    {
        has_only_fixed_steps_ = has_only_fixed_steps_ && h == step_seconds_;
    }

private:
    double step_seconds_ = 0.0; ///< fixed step size; NaN if the loop has none
    bool has_only_fixed_steps_ = true;
};

/// Records the user's inputs, changed settings and resets and, if `records_frame_times` is true, the frame times.
/// Must be passed to Lane::set_step_interceptor() before the first frame.
class ReplayRecorder final : public StepInterceptor
{
public:
    ReplayRecorder(const std::string& path_replaced_by_first_block, const LaneConfig& start_config,
                   bool records_frame_times = true);
    /// Keeps the text of the file in memory, in text().
    explicit ReplayRecorder(const LaneConfig& start_config, bool records_frame_times = true);

    /// Writes the remaining inputs and the end of the file, unless there was no frame, input or event. Does nothing in
    /// a second call.
    void finish(const scenes::World& world);
    bool is_finished() const { return is_finished_; }
    /// Of the last state; empty if it contains a NaN, and before the end.
    std::optional<std::uint64_t> end_state_hash() const { return end_state_hash_; }
    /// The error that stopped the recorder, such as a full disk; empty if none. The complete blocks are a valid replay.
    const base::OptionalError& failure() const { return failure_; }
    /// True after the first block is written, which creates the file.
    bool has_written_block() const { return file_ && file_->has_written_text(); }
    /// The blocks that are complete; empty if they are written to a file.
    const std::string& text() const { return text_; }
    const std::string& path() const { return path_; }
    std::int64_t frame_count() const { return frame_count_; }
    /// Number of physics steps (ticks) since the start.
    std::int64_t tick_count() const { return tick_count_; }

    void before_apply(const LaneConfig& config) override;
    void after_plan(const timestep::FrameInput& frame_input_to_record,
                    const timestep::StepPlan& plan_kept_for_input_times) override;
    void after_answer(const timestep::StepPlan& answer) override { record_event(AnswerEvent{answer}, frame_time_sum_); }
    void before_step(double h, sim::Input& input_to_record) override;
    void after_step(const scenes::World& stepped_world) override;
    /// A lane that begins with other settings than the recording begins in their state.
    void after_start(const LaneConfig& config) override
    {
        before_apply(config);
        if (!pending_events_.empty()) after_reset();
    }
    void after_reset() override { pending_events_.emplace_back(ResetEvent{}); }
    void after_end(const scenes::World& world) override { finish(world); }

private:
    /// Records the number of steps if the frame has run fewer than planned.
    void end_frame();
    void record_pending_events(Nanos frame_start_time);
    /// Adds the event to the current block and to the digest.
    void record_event(FrameBoundaryEventData event, Nanos frame_start_time);
    void record_line(const auto& line_contents);
    void write_block(const std::optional<ReplayEndChecksums>& end_checksums = std::nullopt);
    /// Keeps the first failure.
    void set_failure(std::string reason);

    std::string path_;
    std::optional<base::LogFile> file_;
    std::string text_; ///< without `file_`, all blocks before the current one
    base::OptionalError failure_;
    bool records_frame_times_;
    std::string block_lines_; ///< lines of the current block; the first block begins with the settings at the start
    BlockSummary block_summary_{};
    Nanos block_start_time_{};
    std::uint32_t blocks_checksum_ = 0; ///< checksum of all blocks before the current one
    std::size_t written_byte_count_ = 0; ///< size in bytes of all blocks before the current one
    std::int64_t entry_count_ = 0; ///< number of inputs and events

    LaneConfig config_; ///< present settings of the loop
    std::vector<FrameBoundaryEventData> pending_events_; ///< events since the last frame, not recorded yet
    Nanos refresh_period_{};
    bool is_in_frame_ = false; ///< true: a frame has begun and not ended
    std::int64_t frame_count_ = 0; ///< number of ended frames
    std::int64_t tick_count_ = 0; ///< number of physics steps since the start
    Nanos frame_time_sum_{};
    timestep::StepPlan plan_{};
    std::int64_t frame_step_count_ = 0; ///< number of physics steps since the start of the current frame
    FixedStepTracker fixed_step_tracker_;
    sim::Input last_input_{};
    ReplayDigest digest_;
    bool is_finished_ = false;
    std::optional<std::uint64_t> end_state_hash_;
};

/// Runs until Lab::this_pc is at `duration` or a script quits. Throws std::runtime_error if the clock stands still.
void run_without_window(Lab& lab, Nanos duration, const std::function<void()>& after_frame = {});

} // namespace lab
