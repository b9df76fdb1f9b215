// lab/lane/reference.hpp -- reference motions: the same scene simulated without delays, for comparison with a loop's
// pictures
//
// Every lane has a reference motion: the same scene, integrator and input in even steps of the loop's rate. It is
// computed at two times. The ring, which the window draws as an outline, is the motion at the start of the frame: the
// present of a PC that is never late. The motion at the simulated time that the picture shows tells whether the picture
// is wrong or only late. A lane that the window shows also has a fine reference: the same scene in steps of
// 1/4800 s, so small that the step size has no visible effect on the motion.
#pragma once

#include "lab/settings/keyboard.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "telemetry/frames.hpp"
#include "timestep/loop.hpp"

#include <optional>

namespace lab
{

using timestep::Nanos;

/// The times to which a reference motion must be simulated in one frame of its loop.
struct ReferenceFrame
{
    Nanos wall{};            ///< wall time at the start of the frame
    Nanos game{};            ///< game clock (sum of frame times) at `wall`
    double state_time = 0.0; ///< simulated time in s for which the reference motion must be computed
    double lead       = 0.0; ///< simulated time in s from `state_time` to the start of the frame
};

class Reference
{
public:
    /// `max_dots` is the largest number of past positions (drawn as dots) that the reference keeps.
    explicit Reference(std::size_t max_dots);

    scenes::World world;

    /// Puts the world of the reference motion back to its start.
    void reset();
    /// Continues from the present state of `other`.
    void continue_from(const scenes::World& other);
    /// Advances the world in steps of `h` > 0 seconds up to the time frame.state_time, and computes state() for that
    /// time by interpolation between its last two states.
    void advance(const ReferenceFrame& frame, double h, const sim::Input& input);
    /// Records a press or release of a key at the wall time `at`.
    void press(Nanos at, Button button, bool down) { keyboard_.push(at, button, down); }
    /// The simulated time of state(), in s.
    double state_time() const { return state_time_; }
    const scenes::AnyState& state() const { return state_; }
    const telemetry::Ring<scenes::ReferenceDot>& dots() const { return dots_; }
    /// The body's coordinate in metres in state(); NaN if the scene has no reference motion.
    double x() const;
    /// False for a scene that is too expensive to simulate twice.
    bool has_reference() const { return world.type().has_reference; }

private:
    void step(const ReferenceFrame& frame, double h, const sim::Input& input);

    telemetry::Ring<scenes::ReferenceDot> dots_;
    Keyboard keyboard_{};
    double state_time_    = 0.0;
    double last_dot_time_ = 0.0; ///< simulated time of the newest dot (drawn past position), in s
    scenes::AnyState state_{};
};

/// The size in s of the steps that `loop` runs on a display with the refresh period `refresh` when no frame is late.
/// 1/60 s for a loop whose steps follow the frame time, and for a loop that never steps. The loop must not have run
/// yet.
double reference_step_of(timestep::Loop loop, Nanos refresh);

/// One frame of a loop.
struct LaneFrame
{
    timestep::FrameInput in{};
    Nanos wall{};        ///< wall time at the start of the frame
    Nanos game{};        ///< game clock (sum of frame times) at `wall`
    Nanos clock_error{}; ///< reading of the PC's clock at the start of the frame, minus the true time
    double simulated_and_carried =
        0.0;            ///< simulated time of the loop's world plus the carried time, before this frame, in s
    double shown = 0.0; ///< simulated time in s that this frame's picture shows
};

/// The reference motions of one loop. The ring and the fine reference advance by the true frame times, without the
/// errors of clock readings, and without the time that the loop drops. So the rings of all loops with equal steps are
/// at the same place.
class References
{
public:
    /// `is_shown` is true if the window shows the loop: only then there are dots and the motion `fine_reference`.
    explicit References(bool is_shown);

    Reference ring;                          ///< at the present time of a PC that is never late
    Reference at_shown;                      ///< at the time that the loop's picture shows
    std::optional<Reference> fine_reference; ///< in very small steps

    template <class F>
    void for_each_world(F&& f)
    {
        f(ring.world);
        f(at_shown.world);
        if (fine_reference) f(fine_reference->world);
    }
    /// Restarts all worlds. The loop's next frame sets their times.
    void restart();
    /// Continues `at_shown` from the state of `world` after a change of loop, so that the new loop's states are not
    /// compared with the old loop's errors.
    void continue_from(const scenes::World& world);
    /// The coordinate of `at_shown`. NaN within one step of `plan` after a body was teleported, such as to the start of
    /// a lap: the body may still be at the end of its lap in one of the two simulations.
    double x_at_shown(const scenes::World& world, const timestep::StepPlan& plan) const;
    /// Returns the step size in seconds of the reference motion; 0 before the first frame.
    double step() const { return step_; }
    /// Of the display in the last frame; zero if it is unknown.
    Nanos refresh() const { return refresh_; }
    /// Marks step() as out of date because the loop may have changed: the next frame computes it again.
    void invalidate_step() { is_step_outdated_ = true; }
    /// Advances to a new frame. `loop` has not run yet; copies of it plan test frames, to find step().
    void advance(const LaneFrame& frame, const timestep::Loop& loop, const sim::Input& input);
    /// Records the error of the clock reading in a paused frame: the next frame time is the difference of two readings.
    void record_pause(Nanos clock_error) { clock_error_ = clock_error; }
    void press(Nanos at, Button button, bool down);

private:
    /// Simulated time of `ring` in a frame, minus clock_, in s; empty before the first frame.
    std::optional<double> ring_lead_;
    /// Simulated time of `fine_reference` in a frame, minus clock_, in s; empty before the first frame.
    std::optional<double> fine_lead_;
    double step_           = 0.0;
    bool is_step_outdated_ = true;     ///< true: the next frame must compute step_ again
    Nanos refresh_{};                  ///< refresh period for which step_ was computed
    Nanos clock_{};                    ///< sum of the frame times without the errors of clock readings
    std::optional<Nanos> clock_error_; ///< error of the last frame's clock reading; empty before the first frame
};

} // namespace lab
