// lab/replay/recorder.hpp -- writes the user's inputs to a replay file while a loop runs. If the program is killed, at
// most the last second is lost
#pragma once

#include "base/files.hpp"
#include "lab/lane/step_interceptor.hpp"
#include "lab/replay/replay_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// Records the user's inputs to one loop in a file. Pass the recorder to Lane::intercept_steps before the loop's first
/// frame. The recorder writes a block for each second of the wall clock.
class ReplayRecorder final : public StepInterceptor
{
public:
    /// `start` are the settings of the loop at its start. Without frame times (`has_lengths` is false), the file is
    /// about a tenth as large; then only loops that take steps of one size give the same states when the file is run.
    ReplayRecorder(std::string path, const Settings& start, bool has_lengths = true);

    /// Writes the remaining inputs and the mark for the end of the file.
    void finish();
    /// Returns one line with the error if the file could not be written, otherwise nothing. After an error the recorder
    /// writes nothing more.
    const std::optional<std::string>& failure() const { return failure_; }
    const std::string& path() const { return path_; }
    std::int64_t frames() const { return frame_; }
    std::int64_t ticks() const { return tick_; }

    void begin_frame(const Settings& settings, const timestep::FrameInput& in, const timestep::StepPlan& plan) override;
    void before_step(double h, sim::Input& input) override;
    void after_step(const scenes::World& world) override;
    void reset() override { was_reset_ = true; }

private:
    void end_frame();
    void look(const Settings& settings);
    template <class What>
    void note(What what);
    void write_block();
    void add(const std::string& text);

    std::string path_;
    base::GrowingFile file_;
    std::optional<std::string> failure_;
    Pieces pieces_;
    bool has_lengths_;
    ReplayBlock block_{};
    Nanos block_began_{};

    Settings settings_;          ///< settings in the last frame
    std::vector<double> values_; ///< values in the last frame of all controls that a replay stores
    Nanos refresh_{};
    bool was_reset_     = false;
    bool open_          = false; ///< true: a frame has begun and has not ended
    std::int64_t frame_ = 0;     ///< number of finished frames
    std::int64_t tick_  = 0;     ///< number of physics steps so far
    Nanos now_{};                ///< sum of all frame times so far
    timestep::StepPlan plan_{};
    std::int64_t steps_ = 0;    ///< number of steps in this frame so far
    double h_           = 0.0;  ///< length of the last step in seconds
    bool may_change_h_  = true; ///< true: a setting has changed, so the next step may have another length
    sim::Input input_{};        ///< user's input in the last step
};

} // namespace lab
