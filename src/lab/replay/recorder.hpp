// lab/replay/recorder.hpp -- writes the inputs of a lane to a replay file while the lane runs. If the program is
// killed, at most the last second is lost
#pragma once

#include "base/output_files.hpp"
#include "lab/lane/step_interceptor.hpp"
#include "lab/replay/replay_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// Records the inputs of a lane. The caller must pass the recorder to Lane::intercept_steps before the lane's first
/// frame. The recorder writes one block for each second of the lane's wall clock.
class ReplayRecorder final : public StepInterceptor
{
public:
    /// `start` are the settings with which the lane was made. Without frame times (`has_lengths` is false), the file is
    /// about a tenth as large, and only loops whose steps are whole give the same states.
    ReplayRecorder(std::string path, const Settings& start, bool has_lengths = true);

    /// Writes the last block and the end of the file.
    void finish();
    /// Returns one line with the error if the file could not be written; after an error nothing more is written.
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

    Settings settings_;          ///< settings of the last frame
    std::vector<double> values_; ///< values of all stored controls in the last frame
    Nanos refresh_{};
    bool was_reset_     = false;
    bool open_          = false; ///< a frame has begun and has not ended
    std::int64_t frame_ = 0;     ///< number of frames that have ended
    std::int64_t tick_  = 0;     ///< number of steps so far
    Nanos now_{};                ///< sum of all frame times
    timestep::StepPlan plan_{};
    std::int64_t steps_ = 0;    ///< steps taken in this frame
    double h_           = 0.0;  ///< size of the last step in seconds
    bool may_change_h_  = true; ///< a setting has changed, so the next step may have another size
    sim::Input input_{};        ///< input of the last step
};

} // namespace lab
