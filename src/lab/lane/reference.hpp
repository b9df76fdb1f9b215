// lab/lane/reference.hpp -- a motion to hold a lane's pictures against: the same world, on a clock that nothing delays
//
// Every lane has a perfect PC: the same scene, integrator, input and step, on the wall clock, without lag, noise or
// cost, and shown without stutter. Between the lane's picture and that one lies what its PC and its loop's pacing did,
// and nothing else. A lane that is looked at has mathematics as well: the same scene in steps so fine that what the
// step does to the motion cannot be seen.
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

/// A frame as a reference is told of it.
struct ReferenceFrame
{
    Nanos wall{};       ///< when it was measured
    Nanos game{};       ///< game's clock then
    double shows = 0.0; ///< simulated seconds of the world that a picture of it is to show
    double leads = 0.0; ///< seconds that the clock is ahead of that
};

class Reference
{
public:
    /// Keeps the last `dots` dots.
    explicit Reference(std::size_t dots);

    scenes::World world;

    /// To the world's start.
    void reset();
    /// Goes on from where that world is.
    void take_over(const scenes::World& other);
    /// In steps of `h` > 0 seconds up to the frame, and blended between the last two.
    void advance(const ReferenceFrame& frame, double h, const sim::Input& input);
    /// Every press reaches the step during which it happened.
    void press(Nanos at, Button button, bool down) { keyboard_.push(at, button, down); }
    /// Seconds of its world at the last frame.
    double shows() const { return shows_; }
    /// As it is at the last frame.
    const scenes::AnyState& state() const { return state_; }
    const telemetry::Ring<scenes::ReferenceDot>& dots() const { return dots_; }
    /// Where that is; NaN where nobody knows.
    double x() const;
    /// Some scenes cost too much to run twice.
    bool follows() const { return world.scene_row().has_reference; }

private:
    void step(const ReferenceFrame& frame, double h, const sim::Input& input);

    telemetry::Ring<scenes::ReferenceDot> dots_;
    Keyboard keyboard_{};
    double shows_    = 0.0;
    double last_dot_ = 0.0; ///< simulated second
    scenes::AnyState state_{};
};

/// What a loop does when nothing is late.
struct Rhythm
{
    double step = 0.0; ///< seconds: its own, or the refresh period where a step is a frame
    double lags = 0.0; ///< seconds that its pictures are old: a step where they lie between the last two states
};
/// Of a `loop` that has not run yet, on a display of that refresh period; zero is taken for 1/60 s.
Rhythm rhythm_of(timestep::Loop loop, Nanos refresh);

/// A lane's frame, as its references are told of it.
struct LaneFrame
{
    timestep::FrameInput in{};
    Nanos wall{};         ///< when it was measured
    Nanos game{};         ///< game's clock then
    Nanos clock_error{};  ///< of the reading that measured it
    double account = 0.0; ///< simulated seconds of the lane's world, and those that its loop owes it
};

/// What a lane is held against, on a clock that shows what time really passed in the game.
class References
{
public:
    /// With dots and the mathematics, for a lane that is looked at.
    explicit References(bool looked_at);

    Reference perfect;
    std::optional<Reference> mathematics;

    template <class F>
    void for_each_world(F&& f)
    {
        f(perfect.world);
        if (mathematics) f(mathematics->world);
    }
    /// To the world's start; their clocks start with the lane's account of its next frame.
    void restart();
    /// Another loop drives the lane: what the one before did to the world is not its fault.
    void go_on_from(const scenes::World& world);
    /// Nothing before the first frame.
    const std::optional<Rhythm>& rhythm() const { return rhythm_; }
    /// Of the display, as the loop is told; zero when nobody knows.
    Nanos refresh() const { return refresh_; }
    /// The loop was turned, or may have been.
    void invalidate_schedule() { doubtful_ = true; }
    /// `loop` as it is set, which has not run.
    void advance(const LaneFrame& frame, const timestep::Loop& loop, const sim::Input& input);
    /// The game's clock stood still, up to that reading.
    void stand_still(Nanos clock_error) { clock_error_ = clock_error; }
    void press(Nanos at, Button button, bool down);

private:
    std::optional<double> perfect_ahead_;     ///< s, its clock less `clock_`; found at its first frame
    std::optional<double> mathematics_ahead_; ///< likewise
    std::optional<Rhythm> rhythm_;
    bool doubtful_ = true; ///< to be found anew at the next frame
    Nanos refresh_{};      ///< for which it was found
    Nanos clock_{};
    Nanos clock_error_{};
};

} // namespace lab
