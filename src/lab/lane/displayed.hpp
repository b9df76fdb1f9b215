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

/// The simulated time that the picture of a frame shows, minus that of the newest state: negative for a loop that
/// interpolates, positive for one that extrapolates.
Nanos shown_minus_newest(const timestep::StepPlan& plan);
/// As shown_minus_newest(), in seconds, not rounded to nanoseconds.
double shown_minus_newest_seconds(const timestep::StepPlan& plan);

/// Computes the state that the picture of a frame shows. With the presentation render_tick, a copy of the world runs a
/// step of the carried time, in which the buttons of `last_input`, the user's input in the last step, stay held.
void compute_shown_state(const scenes::World& world, const timestep::StepPlan& plan, const sim::Input& last_input,
                         scenes::AnyState& shown);

/// Keeps the pictures of a loop's last seconds, at least 10 s, within a limit of memory. If the memory is too small for
/// all frames of 10 s, it keeps only frames at equal distances in time.
class LaneHistory
{
public:
    static constexpr Nanos min_reach{10'000'000'000}; ///< shortest time that a full history covers: 10 s

    /// `budget` is in bytes.
    explicit LaneHistory(std::size_t budget)
        : budget_{budget}
    {
    }

    /// Adds a frame; frames must come in the order of their wall times. Ignores a frame that alone exceeds the limit,
    /// and a frame that began less than 10 s / N after the last kept frame, if N such frames fit.
    void keep(const scenes::Moment& moment);
    void clear();

    /// The newest kept frame that began at wall time `wall` or earlier; if there is none, the oldest kept frame. Null
    /// if no frame is kept.
    const scenes::KeptMoment* at(Nanos wall) const;
    std::size_t size() const { return kept_.size(); }
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
