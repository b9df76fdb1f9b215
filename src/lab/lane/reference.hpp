// lab/lane/reference.hpp -- the reference motion of a scene, in equal steps without delays, with which loops are judged
#pragma once

#include "lab/lane/input_track.hpp"
#include "lab/settings/keyboard.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "telemetry/frames.hpp"
#include "timestep/preset.hpp"
#include "timestep/step_plan.hpp"

#include <optional>

namespace lab
{

struct ReferenceTarget
{
    Nanos wall_time{}; ///< wall time at the start of the frame
    Nanos game_time{}; ///< game clock at `wall_time`
    double state_time_s = 0.0; ///< simulated time in s to which the motion advances
    double time_to_frame_start_s = 0.0; ///< simulated time in s from `state_time_s` to the start of the frame
};

/// A simulation of the loop's scene in equal steps, with which the loop's own simulation is compared.
class ReferenceMotion
{
public:
    /// `max_positions` is the largest number of past positions that past_positions() stores for drawing.
    explicit ReferenceMotion(std::size_t max_positions);

    scenes::World world;

    /// Keeps the key presses that no step has read yet.
    void reset();
    /// Does nothing without a reference motion.
    void copy_world(const scenes::World& other);
    /// Continues from the state of `released`, at its simulated time. Does nothing without a reference motion.
    void take_over(const scenes::World& released);
    /// Simulates the scene up to the time target.state_time_s.
    void advance(const ReferenceTarget& target, double step_seconds, const InputTrack& input);
    void set_button(Nanos wall_time, Button button, bool is_down) { keyboard_.add_event(wall_time, button, is_down); }
    double state_time_s() const { return state_time_s_; } ///< simulated time of state() in s
    const scenes::AnyState& state() const { return state_; }
    const telemetry::RingBuffer<scenes::ReferenceSample>& past_positions() const { return past_positions_; }
    /// In metres or radians; NaN if the scene has no reference motion.
    double body_x() const;
    /// In metres; NaN without a camera, or if the scene is not simulated.
    double camera_x() const;
    bool scene_has_reference_motion() const { return world.type().has_reference_motion; }

private:
    void advance_camera(Nanos game_time, double frame_seconds);

    telemetry::RingBuffer<scenes::ReferenceSample> past_positions_;
    Keyboard keyboard_{};
    double state_time_s_ = 0.0;
    double last_position_time_s_ = 0.0; ///< simulated time of the newest element of past_positions_, in s
    scenes::AnyState state_{};
    scenes::FollowCamera camera_{};
};

/// Step size in s of a loop that has not run yet; 1/60 s if the loop has no constant step size.
double constant_step_seconds(timestep::Loop loop, Nanos refresh_period);

struct LaneFrameTimes
{
    timestep::FrameInput loop_input{};
    Nanos wall_time{}; ///< wall time at the start of the frame
    Nanos game_time{}; ///< game clock at `wall_time`
    Nanos clock_error{}; ///< clock reading at the start of the frame minus the true time
    /// Simulated time in s at which the references are before this frame, if it is the first one after a reset.
    double first_frame_time_s = 0.0;
    double shown_time_s = 0.0; ///< simulated time in s that this frame shows
};

/// Reference motions of one loop's scene, simulated in equal steps, for comparison with the motion of the loop.
class LaneReferences
{
public:
    explicit LaneReferences(bool has_fine_step_reference);

    ReferenceMotion frame_start_reference; ///< motion at the start of the frame, drawn as a ring
    ReferenceMotion shown_time_reference; ///< motion at the simulated time that the frame shows
    std::optional<ReferenceMotion> fine_step_reference; ///< like frame_start_reference, in steps of 1/4800 s

    void for_each_motion(auto&& visit)
    {
        visit(frame_start_reference);
        visit(shown_time_reference);
        if (fine_step_reference) visit(*fine_step_reference);
    }
    /// Keeps the key presses that no step has read yet.
    void reset();
    /// Continues all motions from the state in which the user has let go of the body. Their clock then shows
    /// `frame_start_time_s`, the simulated plus carried time of the loop, at the start of the frame of advance().
    void take_over(const scenes::World& released, double frame_start_time_s);
    /// Correct coordinate of the body (m or rad) at the time that the frame shows; NaN for one step after a teleport.
    double x_at_shown_time(const scenes::World& world, const timestep::StepPlan& plan) const;
    /// Step size in s with which the reference motion is simulated; 0 before the first frame.
    double step_seconds() const { return step_seconds_; }
    /// Refresh period of the display in the last frame; zero if unknown.
    Nanos refresh_period() const { return refresh_period_; }
    /// Makes the next frame compute step_seconds() again. Must be called when the loop may have changed.
    void invalidate_step_size() { is_step_size_outdated_ = true; }
    void advance(const LaneFrameTimes& frame, const timestep::Loop& loop, const InputTrack& input);
    /// Must be called in each paused frame: advance() needs the last frame's clock error (reading minus true time).
    void record_clock_error(Nanos clock_error) { last_clock_error_ = clock_error; }
    void set_button(Nanos wall_time, Button button, bool is_down);

private:
    std::optional<double> simulated_minus_clock_s_;
    std::optional<double> released_frame_start_s_; ///< argument of take_over() since the last advance()
    std::optional<scenes::World> released_world_; ///< argument of the last take_over() since the last reset
    double step_seconds_ = 0.0;
    bool is_step_size_outdated_ = true; ///< true: the next frame must compute step_seconds_
    Nanos refresh_period_{}; ///< refresh period for which step_seconds_ was computed
    Nanos error_free_clock_{}; ///< sum of the frame times without clock reading errors
    std::optional<Nanos> last_clock_error_; ///< clock reading error of the last frame; empty before the first frame
};

} // namespace lab
