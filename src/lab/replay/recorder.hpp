// lab/replay/recorder.hpp -- writes the user's inputs to a replay file while a loop runs. If the program is killed, at
// most the last second of inputs is missing
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

class Lab;

/// Checks that all steps of a lane have the fixed size of the loop's step rate. Steps of a loop without fixed steps
/// never pass, even if one has this size by chance.
class WholeStepCheck : public StepInterceptor
{
public:
    explicit WholeStepCheck(const Settings& start) { WholeStepCheck::observe_settings(start); }

    /// True if each step so far had the fixed size.
    bool are_all_whole() const { return are_all_whole_; }

    void observe_settings(const Settings& settings) override;
    void before_step(double h, sim::Input&) override { are_all_whole_ = are_all_whole_ && h == step_seconds_; }

private:
    double step_seconds_ = 0.0; ///< fixed step size; NaN if the loop has none
    bool are_all_whole_  = true;
};

/// Writes a replay file: the user's inputs to one loop and the changes of its settings, in their order, also during a
/// pause. Must be passed to Lane::set_step_interceptor() before the first frame. Writes one block a second.
class ReplayRecorder final : public StepInterceptor
{
public:
    /// If `has_frame_times` is false, the file stores no frame times and has about a tenth of the size. Running it then
    /// gives the same states only if all steps of the loop have the same size (WholeStepCheck).
    ReplayRecorder(const std::string& path, const Settings& start, bool has_frame_times = true);

    /// Writes the remaining inputs and the end of the file; nothing if there was neither a frame nor an input.
    void finish(const scenes::World& world);
    /// The error if the file could not be written or is full. The recorder then writes nothing more; the replay can be
    /// run up to the last complete block.
    const base::Error& failure() const { return failure_; }
    /// True after the first block is written, which creates the file.
    bool has_written_block() const { return file_.has_written_text(); }
    const std::string& path() const { return path_; }
    std::int64_t frame_count() const { return frame_count_; }
    std::int64_t tick_count() const { return tick_count_; }

    void observe_settings(const Settings& settings) override;
    void begin_frame(const timestep::FrameInput& in, const timestep::StepPlan& plan) override;
    void before_step(double h, sim::Input& input) override;
    void after_step(const scenes::World& world) override;
    void reset() override { waiting_events_.emplace_back(ResetEvent{}); }

private:
    void end_frame();
    void record_waiting_events(Nanos frame_start_time);
    void record_event(ReplayEventKind event, Nanos frame_start_time);
    template <class Contents>
    void append_line(const Contents& contents);
    void write_block(const std::optional<ReplayEnd>& end = std::nullopt);
    bool is_full() const;
    void set_failure(std::string reason);

    std::string path_;
    base::ReplacingLogFile file_;
    base::Error failure_;
    bool has_frame_times_;
    std::string block_lines_; ///< lines of the current block; the first block begins with the settings at the start
    BlockEnd block_{};
    Nanos block_start_{};
    std::uint32_t checksum_    = 0; ///< checksum of all blocks before the current block
    std::size_t byte_count_    = 0; ///< size in bytes of all blocks before the current block
    std::int64_t change_count_ = 0; ///< number of inputs and events so far

    Settings settings_;                           ///< settings that the loop uses now
    std::vector<ReplayEventKind> waiting_events_; ///< events since the last frame, recorded with the next frame
    Nanos refresh_period_{};
    bool is_in_frame_         = false; ///< true: a frame has begun and has not ended
    std::int64_t frame_count_ = 0;     ///< number of frames that have ended
    std::int64_t tick_count_  = 0;     ///< number of physics steps so far
    Nanos now_{};                      ///< sum of all frame times so far
    timestep::StepPlan plan_{};
    std::int64_t steps_of_frame_ = 0; ///< number of steps in this frame so far
    WholeStepCheck whole_step_check_;
    sim::Input last_input_{}; ///< user's input in the last step
    ReplayDigest digest_;
};

/// Runs the demo without its window, with the commands of the drive file, until the PC's clock exceeds `duration` or a
/// command quits. Calls `after_frame` after every frame. Of the requests to the window, handles only request::Quit.
/// Throws std::runtime_error if the clock does not advance.
void run_for(Lab& lab, Nanos duration, const std::function<void()>& after_frame = {});

} // namespace lab
