// lab/lane/reference.hpp -- reference motions to compare a lane's pictures with: the same scene without any delay
//
// Every lane has a perfect PC: the same scene, integrator, input and step on the wall clock, without lag, noise or
// cost, and shown without stutter. The difference between the lane's picture and this one is caused only by the lane's
// PC and by the loop's pacing. A lane on the stage also has the mathematics: the same scene in steps of 1/4800 s, so
// small that the effect of the step size on the motion is not visible.
#pragma once

#include "lab/settings/keyboard.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "telemetry/ring.hpp"
#include "timestep/loop.hpp"

#include <optional>

namespace lab
{

using timestep::Nanos;

/// One frame of a reference.
struct ReferenceFrame
{
    Nanos wall{};       ///< wall time at which the frame was measured
    Nanos game{};       ///< game clock at that time
    double shows = 0.0; ///< simulated seconds that the reference's picture must show
    double leads = 0.0; ///< seconds by which the clock is ahead of `shows`
};

class Reference
{
public:
    /// The reference keeps its last `dots` dots.
    explicit Reference(std::size_t dots);

    scenes::World world;

    /// Puts the world back to its start.
    void reset();
    /// Continues from the state of `other`.
    void take_over(const scenes::World& other);
    /// Steps the world with steps of `h` > 0 seconds to frame.shows or beyond it. state() is then interpolated between
    /// the last two steps.
    void advance(const ReferenceFrame& frame, double h, const sim::Input& input);
    /// Passes a key press or release to the step during which it happens.
    void press(Nanos at, Button button, bool down) { keyboard_.push(at, button, down); }
    /// Returns the simulated seconds that the last frame shows.
    double shows() const { return shows_; }
    /// Returns the state that the last frame shows.
    const scenes::AnyState& state() const { return state_; }
    const telemetry::Ring<scenes::ReferenceDot>& dots() const { return dots_; }
    /// Returns the body's coordinate in state(); NaN if the scene has no reference.
    double x() const;
    /// True if the scene has a reference. Some scenes cost too much to run twice.
    bool follows() const { return world.scene_row().has_reference; }

private:
    void step(const ReferenceFrame& frame, double h, const sim::Input& input);

    telemetry::Ring<scenes::ReferenceDot> dots_;
    Keyboard keyboard_{};
    double shows_    = 0.0;
    double last_dot_ = 0.0; ///< simulated second of the last dot
    scenes::AnyState state_{};
};

/// The schedule of a loop when no frame is late.
struct Rhythm
{
    double step = 0.0; ///< seconds of a step: the loop's step, or the refresh period if the loop steps once a frame
    double lags = 0.0; ///< picture age in seconds: one step for a loop that interpolates, otherwise 0
};
/// Returns the schedule of `loop` on a display with that refresh period. `loop` must not have run yet. For a refresh
/// period of zero it uses 1/60 s.
Rhythm rhythm_of(timestep::Loop loop, Nanos refresh);

/// The data of a lane's frame that its references need.
struct LaneFrame
{
    timestep::FrameInput in{};
    Nanos wall{};         ///< wall time at which the frame was measured
    Nanos game{};         ///< game clock at that time
    Nanos clock_error{};  ///< error of the clock reading that measured the frame
    double account = 0.0; ///< simulated seconds of the lane's world plus the seconds that its loop carries
};

/// The references of one lane: the perfect PC and, for a lane on the stage, the mathematics. Their clock counts the
/// true frame times, without the errors of clock readings.
class References
{
public:
    /// `looked_at` is true for a lane on the stage: only then there are dots and `mathematics`.
    explicit References(bool looked_at);

    Reference perfect;
    std::optional<Reference> mathematics;

    template <class F>
    void for_each_world(F&& f)
    {
        f(perfect.world);
        if (mathematics) f(mathematics->world);
    }
    /// Puts the worlds back to their start. Their clocks start at LaneFrame::account of the lane's next frame.
    void restart();
    /// Lets the perfect PC continue from `world`. Call it when another loop starts to drive the lane, so that errors of
    /// the old loop do not count against the new loop.
    void go_on_from(const scenes::World& world);
    /// Returns the schedule of the lane's loop; empty before the first frame.
    const std::optional<Rhythm>& rhythm() const { return rhythm_; }
    /// Returns the refresh period of the display as the loop gets it; zero if it is unknown.
    Nanos refresh() const { return refresh_; }
    /// Call it when the loop may have changed: the next frame then computes rhythm() again.
    void invalidate_schedule() { doubtful_ = true; }
    /// Advances both references to the lane's frame. `loop` has the lane's settings and must not have run.
    void advance(const LaneFrame& frame, const timestep::Loop& loop, const sim::Input& input);
    /// Skips a frame in which the game clock stood still. `clock_error` is the error of that frame's clock reading.
    void stand_still(Nanos clock_error) { clock_error_ = clock_error; }
    void press(Nanos at, Button button, bool down);

private:
    std::optional<double> perfect_ahead_;     ///< clock of `perfect` minus clock_, in s; empty before the first frame
    std::optional<double> mathematics_ahead_; ///< clock of `mathematics` minus clock_, in s; empty before it has run
    std::optional<Rhythm> rhythm_;
    bool doubtful_ = true; ///< rhythm_ must be computed again at the next frame
    Nanos refresh_{};      ///< refresh period for which rhythm_ was computed
    Nanos clock_{};        ///< sum of the true frame times
    Nanos clock_error_{};  ///< error of the last clock reading
};

} // namespace lab
