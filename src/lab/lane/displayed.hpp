// lab/lane/displayed.hpp -- the displayed frames of a lane: the state that a frame shows, a history of the last
// seconds, and the screen of a display, which shows parts of several frames if they tear
#pragma once

#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "timestep/step_plan.hpp"

#include <deque>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// The simulated time that a frame shows minus that of the newest state: negative for a loop that interpolates,
/// positive for a loop that extrapolates.
Nanos shown_minus_newest(const timestep::StepPlan& plan);
/// As shown_minus_newest(), but in seconds and without rounding to nanoseconds.
double shown_minus_newest_seconds(const timestep::StepPlan& plan);

/// Computes the state that a frame shows. With the presentation render_tick, a copy of the world runs one step over the
/// carried time, with the buttons of `last_input` (the input of the last step) held.
void compute_shown_state(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last_input,
                         scenes::AnyState& shown);

/// Keeps the displayed states of a loop for at least the last 10 s, within a memory limit. If not all frames of 10 s
/// fit, it keeps only frames at equal time intervals.
class LaneHistory
{
public:
    static constexpr Nanos min_time_span{10'000'000'000}; ///< shortest time span of a full history: 10 s

    explicit LaneHistory(std::size_t max_bytes)
        : max_bytes_{max_bytes}
    {
    }

    /// Adds a frame; frames must be added in the order of their wall times. Ignores a frame that alone exceeds the
    /// memory limit. If only N frames fit, ignores a frame that began less than 10 s / N after the last kept frame.
    void add(const scenes::Moment& moment);
    void clear();

    /// The newest kept frame that began at `wall_time` or earlier, else the oldest; null if the history is empty.
    const scenes::KeptMoment* moment_at(Nanos wall_time) const;
    std::size_t size() const { return moments_.size(); }
    std::size_t bytes() const { return bytes_; }

private:
    std::deque<scenes::KeptMoment> moments_;
    std::size_t max_bytes_;
    std::size_t bytes_ = 0;
};

/// A horizontal part of a screen that shows one frame. It ends where the next part begins, or at the lower edge.
struct ScreenPart
{
    double top = 0.0;      ///< upper edge: 0 at the top of the screen, 1 at the bottom
    scenes::Moment moment; ///< the frame that this part shows
};

struct Screen
{
    /// Parts of the screen from top to bottom: several after a tear, none before the first displayed frame.
    std::vector<ScreenPart> parts;
    /// Frames that reached the screen since the last call of LaneRun::on_screen(), oldest first.
    std::vector<scenes::Moment> new_moments;
};

} // namespace lab
