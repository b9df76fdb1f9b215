// play/recorder.hpp -- writes a lane's inputs as a replay file that grows; a kill loses at most a second
#pragma once

#include "io/output_files.hpp"
#include "lab/step_interceptor.hpp"
#include "play/replay_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace play
{

/// To be a lane's hand from its start to its end. A block leaves the program once a second of the lane's own clock.
class ReplayRecorder final : public lab::StepInterceptor
{
public:
    /// `start`: with which the lane was made. Without the lengths of frames the file is a tenth as long; loops whose
    /// steps are whole run the same from it.
    ReplayRecorder(std::string path, const lab::Settings& start, bool has_lengths = true);

    /// The rest of it, and its end.
    void finish();
    /// One line once something could not be written; nothing more is, then.
    const std::optional<std::string>& failure() const { return failure_; }
    const std::string& path() const { return path_; }
    std::int64_t frames() const { return frame_; }
    std::int64_t ticks() const { return tick_; }

    void begin_frame(const lab::Settings& settings, const timestep::FrameInput& in,
                     const timestep::StepPlan& plan) override;
    void before_step(double h, physics::Input& input) override;
    void after_step(const physics::World& world) override;
    void reset() override { was_reset_ = true; }

private:
    void end_frame();
    void look(const lab::Settings& settings);
    template <class What>
    void note(What what);
    void write_block();
    void add(const std::string& text);

    std::string path_;
    io::GrowingFile file_;
    std::optional<std::string> failure_;
    Pieces pieces_;
    bool has_lengths_;
    Block block_{};
    Nanos block_began_{};

    lab::Settings settings_; ///< as they were in the last frame
    std::vector<double> values_;
    Nanos refresh_{};
    bool was_reset_     = false;
    bool open_          = false; ///< a frame has begun, and may take steps
    std::int64_t frame_ = 0;     ///< frames that have ended
    std::int64_t tick_  = 0;     ///< steps so far
    Nanos now_{};                ///< the sum of all frames
    timestep::StepPlan plan_{};
    std::int64_t steps_ = 0; ///< of the frame
    double h_           = 0.0;
    bool may_change_h_  = true;
    physics::Input input_{}; ///< of the last step
};

} // namespace play
