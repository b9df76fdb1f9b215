// lab/lane/reference.hpp -- reference motions: the same scene simulated without delays, for comparison with the frames
// of a loop
//
// A reference motion has the scene, integrator and input of its lane, and equal steps at the loop's rate. It is
// computed for two times. `ring`, drawn as an outline, is the motion at the start of the frame, without the lateness of
// the frame. `at_shown_time` is the motion at the simulated time that the frame shows; a frame that differs from it is
// wrong, not only late. A lane that the window shows also has a fine reference: the same scene in steps of 1/4800 s, so
// small that the step size has no visible effect on the motion.
#pragma once

#include "lab/settings/keyboard.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "telemetry/frames.hpp"
#include "timestep/preset.hpp"
#include "timestep/step_plan.hpp"

#include <optional>

namespace lab
{

using timestep::Nanos;

/// The times to which a reference motion must be simulated in one frame of its loop.
struct ReferenceTimes
{
    Nanos wall_time{};                ///< wall time at the start of the frame
    Nanos game_time{};                ///< game clock at `wall_time`
    double state_time          = 0.0; ///< simulated time in s to which the reference motion must advance
    double time_to_frame_start = 0.0; ///< simulated time in s from `state_time` to the start of the frame
};

class ReferenceMotion
{
public:
    /// `max_dots` is the largest number of past positions that the reference keeps for drawing (dots()).
    explicit ReferenceMotion(std::size_t max_dots);

    scenes::World world;

    void reset();
    /// Copies the present state of `other`, unless the scene has no reference motion.
    void copy_state(const scenes::World& other);
    /// Advances the world in steps of `h` > 0 seconds up to frame.state_time, and computes state() for that time by
    /// interpolation between the last two states.
    void advance(const ReferenceTimes& frame, double h, const sim::Input& input);
    /// Stores a press or release of a key for the steps that follow.
    void set_button(Nanos wall_time, Button button, bool is_down) { keyboard_.add_event(wall_time, button, is_down); }
    /// The simulated time of state(), in s.
    double state_time() const { return state_time_; }
    const scenes::AnyState& state() const { return state_; }
    const telemetry::RingBuffer<scenes::ReferenceDot>& dots() const { return dots_; }
    /// The body's coordinate in state(), in metres or radians; NaN if the scene has no reference motion.
    double x() const;
    /// The position in metres of the reference's camera, which is at the body of state() or moves toward it in each
    /// frame, without steps; NaN without a camera or a reference motion.
    double camera_x() const;
    /// False for a scene that is too expensive to simulate twice.
    bool has_reference() const { return world.type().has_reference; }

private:
    void run_step(const ReferenceTimes& frame, double h, const sim::Input& input);
    void advance_camera(Nanos game_time, double seconds);

    telemetry::RingBuffer<scenes::ReferenceDot> dots_;
    Keyboard keyboard_{};
    double state_time_    = 0.0;
    double last_dot_time_ = 0.0; ///< simulated time of the newest element of dots_, in s
    scenes::AnyState state_{};
    scenes::FollowCamera camera_{};
};

/// The step size in s of `loop` on a display with this refresh period when no frame is late. 1/60 s for a loop whose
/// steps follow the frame time, and for a loop that never steps. The loop must not have run yet.
double compute_reference_step_seconds(timestep::Loop loop, Nanos refresh_period);

/// The times of one frame of a loop.
struct LaneFrameTimes
{
    timestep::FrameInput input{};
    Nanos wall_time{};                  ///< wall time at the start of the frame
    Nanos game_time{};                  ///< game clock at `wall_time`
    Nanos clock_error{};                ///< clock reading at the start of the frame minus the true time
    double simulated_and_carried = 0.0; ///< simulated plus carried time of the loop before this frame, in s
    double shown_time            = 0.0; ///< simulated time in s that this frame shows
};

/// The reference motions of one loop. `ring` and `fine_reference` advance by the true frame times, without clock
/// reading errors and dropped time. So the rings of all loops with equal steps are at the same position.
class LaneReferences
{
public:
    /// `is_shown` is true if the window shows the loop. Only then dots() are stored and `fine_reference` is computed.
    explicit LaneReferences(bool is_shown);

    ReferenceMotion ring;                          ///< motion at the start of the frame
    ReferenceMotion at_shown_time;                 ///< motion at the simulated time that the frame shows
    std::optional<ReferenceMotion> fine_reference; ///< motion in steps of 1/4800 s

    template <class F>
    void for_each_world(F&& f)
    {
        f(ring.world);
        f(at_shown_time.world);
        if (fine_reference) f(fine_reference->world);
    }
    /// Restarts all worlds. The loop's next frame sets their times.
    void restart();
    /// Copies `world` to `at_shown_time` after a change of loop: errors of the old loop do not count for the new one.
    void copy_to_at_shown_time(const scenes::World& world);
    /// The coordinate of `at_shown_time`. NaN within one step of `plan` after a teleport, for example to the start of a
    /// lap, because the body of only one of the two simulations may have been teleported yet.
    double x_at_shown_time(const scenes::World& world, const timestep::StepPlan& plan) const;
    /// Step size of `ring` and `at_shown_time` in seconds; 0 before the first frame.
    double step_seconds() const { return step_seconds_; }
    /// Refresh period of the display in the last frame; zero if unknown.
    Nanos refresh_period() const { return refresh_period_; }
    /// Makes the next frame compute step_seconds() again, because the loop may have changed.
    void invalidate_step_size() { is_step_size_outdated_ = true; }
    /// Advances to a new frame. `loop` must not have run yet; copies of it plan test frames to compute step_seconds().
    void advance(const LaneFrameTimes& frame, const timestep::Loop& loop, const sim::Input& input);
    /// Stores the clock reading error of a paused frame, because the next frame time is the difference of two readings.
    void set_clock_error(Nanos clock_error) { clock_error_ = clock_error; }
    void set_button(Nanos wall_time, Button button, bool is_down);

private:
    /// Simulated time of `ring` minus clock_, in s; empty before the first frame.
    std::optional<double> ring_lead_;
    /// Simulated time of `fine_reference` minus clock_, in s; empty before the first frame.
    std::optional<double> fine_lead_;
    double step_seconds_        = 0.0;
    bool is_step_size_outdated_ = true; ///< true: the next frame must compute step_seconds_
    Nanos refresh_period_{};            ///< refresh period for which step_seconds_ was computed
    Nanos clock_{};                     ///< sum of the frame times without clock reading errors
    std::optional<Nanos> clock_error_;  ///< clock reading error of the last frame; empty before the first frame
};

} // namespace lab
