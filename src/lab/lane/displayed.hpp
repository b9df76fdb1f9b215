// lab/lane/displayed.hpp -- the displayed frames of a lane: the state that a frame shows, the frames of the last
// seconds, and the screen of a display, which can show parts of several frames
#pragma once

#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "timestep/step_plan.hpp"

#include <deque>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// Returns the simulated time that the picture of a frame shows, minus the simulated time of the newest state. It is
/// negative for a loop that interpolates between the last two states, and positive for a loop that predicts a state.
Nanos behind_newest(const timestep::StepPlan& plan);
/// Returns the simulated time that the picture of a frame shows, minus the simulated time of the newest state, in
/// seconds. Unlike behind_newest(), it is not rounded to nanoseconds.
double seconds_behind_newest(const timestep::StepPlan& plan);

/// Computes the state that the picture of a frame shows, and writes it to `shown`. A loop with the presentation
/// render_tick shows a state after the newest one: a copy of the world is stepped by the carried time to find it. In
/// this step, the buttons that are held in `last`, the user's input in the last step, stay held.
void present(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last,
             scenes::AnyState& shown);

/// Keeps the pictures of a loop's last seconds, within a limit of memory. It covers at least the last 10 s. If the
/// memory is too small for all frames of 10 s, because the loop has many frames or large states (scene Storm), it keeps
/// only frames at equal distances in time. If the memory is larger, it covers more than 10 s.
class LaneHistory
{
public:
    static constexpr Nanos reach{10'000'000'000}; ///< shortest time that a full history covers: 10 s

    /// `budget` is the limit of memory in bytes.
    explicit LaneHistory(std::size_t budget)
        : budget_{budget}
    {
    }

    /// Adds a frame. Frames must be added in the order of their wall times. Ignores a frame that alone exceeds the
    /// limit of memory, and a frame that began less than 10 s / N after the last kept frame; N is the number of such
    /// frames for which the memory is sufficient.
    void keep(const scenes::Moment& moment);
    void clear();

    /// Returns the newest kept frame that began at wall time `wall` or earlier. If all kept frames began later, returns
    /// the oldest kept frame. Returns null if no frame is kept.
    const scenes::KeptMoment* at(Nanos wall) const;
    std::size_t size() const { return kept_.size(); }
    /// Returns the memory in use, in bytes; at most the limit.
    std::size_t bytes() const { return bytes_; }

private:
    std::deque<scenes::KeptMoment> kept_;
    std::size_t budget_;
    std::size_t bytes_ = 0;
};

/// A part of a screen that shows one picture. The part ends where the next part begins, or at the lower edge.
struct ScreenPart
{
    double top = 0.0;      ///< upper edge: 0 at the top of the screen, 1 at the bottom
    scenes::Moment moment; ///< the frame whose picture this part shows
};

struct Screen
{
    /// Parts of the screen from top to bottom: several if pictures tear, none before the first picture.
    std::vector<ScreenPart> parts;
    /// Pictures that reached the screen since the last call of on_screen(), oldest first.
    std::vector<scenes::Moment> arrived;
};

} // namespace lab
