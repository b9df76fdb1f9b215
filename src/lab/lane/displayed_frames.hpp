// lab/lane/displayed_frames.hpp -- the state that a frame shows, a history of recent frames, and a screen that can tear
#pragma once

#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "timestep/step_plan.hpp"

#include <deque>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// Simulated time that a frame shows minus the newest simulated time; never positive for an interpolated frame.
Nanos shown_minus_newest_time(const timestep::StepPlan& plan);
/// Simulated time that a frame shows minus the newest simulated time, in s and not rounded to nanoseconds.
double shown_minus_newest_seconds(const timestep::StepPlan& plan);

/// Computes the state that a frame shows. `last_input` is the input of the newest physics step.
void compute_shown_state(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last_input,
                         scenes::AnyState& shown);

/// Stores the data of recent frames (scenes::Moment: a frame's telemetry and states, scenes/moment.hpp).
/// Skips frames if not all frames of 10 s fit into the memory limit.
class FrameHistory
{
public:
    static constexpr Nanos min_time_span{10'000'000'000}; ///< 10 s; the history covers at least this time

    explicit FrameHistory(std::size_t max_bytes)
        : max_bytes_{max_bytes}
    {
    }

    /// Stores a copy of a frame, or skips the frame if memory is short. Add frames in order of their wall times.
    void append_or_skip_to_save_memory(const scenes::Moment& moment);
    void clear();

    /// The newest stored frame that began at `wall_time` or earlier, or else the oldest one; null if none is stored.
    const scenes::StoredMoment* moment_at_or_oldest(Nanos wall_time) const;
    std::size_t size() const { return moments_.size(); }
    std::size_t byte_size() const { return byte_size_; }

private:
    std::deque<scenes::StoredMoment> moments_;
    std::size_t max_bytes_;
    std::size_t byte_size_ = 0;
};

/// A horizontal band of the screen that shows one frame. It ends where the next band begins, or at the lower edge.
struct ScreenBand
{
    double top = 0.0; ///< upper edge: 0 at the top of the screen, 1 at the bottom
    scenes::Moment moment;
};

struct DisplayContent
{
    /// Ordered from top to bottom. After a tear there are several, before the first displayed frame none.
    std::vector<ScreenBand> screen_bands;
    /// Frames that have newly reached the screen, oldest first.
    std::vector<scenes::Moment> new_moments;
};

} // namespace lab
