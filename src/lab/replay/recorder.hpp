// lab/replay/recorder.hpp -- writes the user's inputs to a replay file while a loop runs. If the program is killed, at
// most the last second is lost
#pragma once

#include "base/files.hpp"
#include "lab/lane/lane.hpp"
#include "lab/replay/digest.hpp"
#include "lab/replay/replay_file.hpp"
#include "lab/replay/whole_steps.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// Writes a replay file: the user's inputs to one loop and the changes of its settings, in their order, also in a
/// pause. Pass the recorder to Lane::intercept_steps before the loop's first frame. The recorder writes once per second
/// of the wall clock.
class ReplayRecorder final : public StepInterceptor
{
public:
    /// `start` contains the settings at the start. If `has_lengths` is false, the file stores no frame times and is
    /// about a tenth as large. A run of such a file gets the same states only if all steps of the loop have the same
    /// size (WholeSteps).
    ReplayRecorder(std::string path, const Settings& start, bool has_lengths = true);

    /// Writes the remaining inputs and the end of the file. `world` is the loop's world. Writes nothing if there was
    /// neither a frame nor an input.
    void finish(const scenes::World& world);
    /// Returns one line with the error if the file could not be written or is full, otherwise nothing. After an error
    /// the recorder writes nothing more; the file can be run up to its last complete block.
    const std::optional<std::string>& failure() const { return failure_; }
    /// Returns true if the file exists. The recorder creates it when it writes the first block.
    bool is_written() const { return file_.has_text(); }
    const std::string& path() const { return path_; }
    std::int64_t frames() const { return frame_; }
    std::int64_t ticks() const { return tick_; }

    void observe_settings(const Settings& settings) override;
    void begin_frame(const timestep::FrameInput& in, const timestep::StepPlan& plan) override;
    void before_step(double h, sim::Input& input) override;
    void after_step(const scenes::World& world) override;
    void reset() override { waiting_.emplace_back(ResetEvent{}); }

private:
    ReplayRecorder(std::string path, const Settings& start, bool has_lengths, const Pieces::Beginning& beginning);

    void end_frame();
    void note_waiting(Nanos at);
    void note(EventKind what, Nanos at);
    void write_block();
    void fail(std::string why);
    void add(const std::string& text);

    std::string path_;
    Pieces pieces_;
    base::GrowingFile file_;
    std::optional<std::string> failure_;
    bool has_lengths_;
    ReplayBlock block_{};
    Nanos block_began_{};

    Settings settings_;              ///< settings that the loop uses at present
    std::vector<EventKind> waiting_; ///< events since the last frame; they are recorded with the next frame
    Nanos refresh_{};
    bool open_          = false; ///< true: a frame has begun and has not ended
    std::int64_t frame_ = 0;     ///< number of frames that have ended
    std::int64_t tick_  = 0;     ///< number of physics steps so far
    Nanos now_{};                ///< sum of all frame times so far
    timestep::StepPlan plan_{};
    std::int64_t steps_ = 0; ///< number of steps in this frame so far
    WholeSteps whole_;
    sim::Input input_{}; ///< user's input in the last step
    ReplayDigest digest_;
};

} // namespace lab
