// lab/replay/recorder.hpp -- writes a lane's inputs as a replay file that grows; a kill loses at most a second
#pragma once

#include "base/output_files.hpp"
#include "lab/lane/step_interceptor.hpp"
#include "lab/replay/replay_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// To be a lane's hand from its start to its end. A block leaves the program once a second of the lane's own clock.
class ReplayRecorder final : public StepInterceptor
{
public:
    /// `start`: with which the lane was made. Without the lengths of frames the file is a tenth as long; loops whose
    /// steps are whole run the same from it.
    ReplayRecorder(std::string path, const Settings& start, bool has_lengths = true);

    /// The rest of it, and its end.
    void finish();
    /// One line once something could not be written; nothing more is, then.
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

    Settings settings_; ///< as they were in the last frame
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
    sim::Input input_{}; ///< of the last step
};

} // namespace lab
