// lab/lane/reference.hpp -- reference motions: the same scene simulated without delays, for comparison with a loop's
// pictures
//
// Every lane (a loop with its world) has the reference "perfect PC": the same scene, integrator, input and step on a PC
// without lag, clock noise or cost. A picture differs from it only because of the lane's PC and the loop's waiting. A
// lane that the window shows also has the reference "mathematics": the same scene in steps of 1/4800 s, so small that
// the step size has no visible effect on the motion.
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

/// The times of a loop's frame to which a reference motion is advanced.
struct ReferenceFrame
{
    Nanos wall{};       ///< wall time at the start of the frame
    Nanos game{};       ///< game clock (sum of frame times) at `wall`
    double shows = 0.0; ///< simulated time in s that the reference's picture must show
    double leads = 0.0; ///< seconds by which `shows` is older than the present
};

class Reference
{
public:
    /// `dots` is the largest number of past positions (drawn as dots) that the reference keeps.
    explicit Reference(std::size_t dots);

    scenes::World world;

    /// Puts the reference's world back to its start.
    void reset();
    /// Continues from the present state of the world `other`.
    void take_over(const scenes::World& other);
    /// Advances the world in steps of `h` > 0 seconds until it has reached the time frame.shows. Then interpolates
    /// state() to that time.
    void advance(const ReferenceFrame& frame, double h, const sim::Input& input);
    /// Passes a key press (`down`) or release to the step during which it happens.
    void press(Nanos at, Button button, bool down) { keyboard_.push(at, button, down); }
    /// Returns the simulated time in seconds that the reference's picture shows.
    double shows() const { return shows_; }
    /// Returns the state at the simulated time shows().
    const scenes::AnyState& state() const { return state_; }
    const telemetry::Ring<scenes::ReferenceDot>& dots() const { return dots_; }
    /// Returns the body's coordinate in metres at the simulated time shows(); NaN if the scene has no reference motion.
    double x() const;
    /// True if the scene has a reference motion. Scenes that are too expensive to simulate twice have none.
    bool follows() const { return world.scene_row().has_reference; }

private:
    void step(const ReferenceFrame& frame, double h, const sim::Input& input);

    telemetry::Ring<scenes::ReferenceDot> dots_;
    Keyboard keyboard_{};
    double shows_    = 0.0;
    double last_dot_ = 0.0; ///< simulated time of the newest dot, in s
    scenes::AnyState state_{};
};

/// The step size and the picture age of a loop when no frame is late.
struct Rhythm
{
    double step = 0.0; ///< size of a step in s; the refresh period if the loop takes one step a frame
    double lags = 0.0; ///< age of the pictures in s: one step for a loop that interpolates, otherwise 0
};
/// Returns the step size and picture age of `loop` on a display with the refresh period `refresh`; zero stands for 1/60
/// s. The loop must not have run yet.
Rhythm rhythm_of(timestep::Loop loop, Nanos refresh);

/// The data of one frame of a loop that its reference motions need.
struct LaneFrame
{
    timestep::FrameInput in{};
    Nanos wall{};         ///< wall time at the start of the frame
    Nanos game{};         ///< game clock (sum of frame times) at `wall`
    Nanos clock_error{};  ///< error of the clock reading at `wall`
    double account = 0.0; ///< simulated time of the loop's world plus the time that the loop carries, in s
};

/// The reference motions of one loop: the perfect PC (no delays) and, if the window shows the loop, the mathematics
/// (very small steps). They advance by the true frame times, without the errors of clock readings.
class References
{
public:
    /// `looked_at` is true if the window shows the loop: only then there are dots (past positions) and the reference
    /// `mathematics`.
    explicit References(bool looked_at);

    Reference perfect;
    std::optional<Reference> mathematics;

    template <class F>
    void for_each_world(F&& f)
    {
        f(perfect.world);
        if (mathematics) f(mathematics->world);
    }
    /// Puts the reference worlds back to their start. The loop's next frame sets their clocks (LaneFrame::account).
    void restart();
    /// Lets the perfect PC continue from the state of `world`. Call it when another loop is chosen, so that the new
    /// loop is not compared with the old loop's errors.
    void go_on_from(const scenes::World& world);
    /// Returns the loop's step size and picture age when no frame is late; empty before the first frame.
    const std::optional<Rhythm>& rhythm() const { return rhythm_; }
    /// Returns the display's refresh period as the loop gets it; zero if it is unknown.
    Nanos refresh() const { return refresh_; }
    /// Marks rhythm() as out of date because the loop may have changed: the next frame computes it again.
    void invalidate_schedule() { doubtful_ = true; }
    /// Advances both reference motions to a new frame. `loop` is a copy of the loop that has not run yet.
    void advance(const LaneFrame& frame, const timestep::Loop& loop, const sim::Input& input);
    /// Stores the error of the clock reading of a paused frame. In such a frame, call it instead of advance().
    void stand_still(Nanos clock_error) { clock_error_ = clock_error; }
    void press(Nanos at, Button button, bool down);

private:
    std::optional<double> perfect_ahead_;     ///< clock of `perfect` minus clock_, in s; empty before the first frame
    std::optional<double> mathematics_ahead_; ///< clock of `mathematics` minus clock_, in s; empty before it has run
    std::optional<Rhythm> rhythm_;
    bool doubtful_ = true; ///< true: the next frame must compute rhythm_ again
    Nanos refresh_{};      ///< refresh period for which rhythm_ was computed
    Nanos clock_{};        ///< sum of the frame times without the errors of clock readings
    Nanos clock_error_{};  ///< error of the last frame's clock reading
};

} // namespace lab
