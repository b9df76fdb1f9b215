// telemetry/metrics.hpp -- the metrics of a loop, such as its speed, and functions that compute them
//
// The very first frame has no measured frame time. It is only the starting point for the second frame. Paused frames,
// in which the game clock stood still, do not count in the metrics.
#pragma once

#include "telemetry/frame_sample.hpp"

#include <limits>

namespace telemetry
{

/// Returns the number of steps taken in a frame, including the shorter last step (tail).
constexpr std::int64_t steps_of(const FrameSample& s) { return s.plan.steps + (s.plan.tail > Nanos::zero() ? 1 : 0); }

/// Returns whether the frame's last step was a tiny step: shorter than a tenth of the loop's step. Such a step occurs
/// when a frame is only a little longer than a whole number of steps.
constexpr bool has_tiny_step(const FrameSample& s)
{
    return s.plan.tail > Nanos::zero() && s.plan.tail * 10 < s.plan.dt;
}

/// Returns whether most metrics include this frame: all frames except paused ones and the very first one.
constexpr bool counts(const FrameSample& s) { return !is_paused(s) && (s.frame != 0 || s.measured != Nanos::zero()); }

/// Returns the animation error of a picture. `simulated_step` is the simulated time since the previous displayed
/// picture, `screen_step` the wall time between the two on the screen. Positive if the picture shows more motion than
/// fits the wall time.
constexpr Nanos animation_error(Nanos simulated_step, Nanos screen_step) { return simulated_step - screen_step; }

/// Returns the largest |animation error| that is not a jump: half of the loop's step `dt`, at most 8 ms. A larger error
/// is visible as a doubled or a skipped picture. Returns 8 ms if `dt` is 0 (unknown).
constexpr Nanos jump_limit(Nanos dt)
{
    constexpr Nanos most{8'000'000};
    return dt > Nanos::zero() && dt / 2 < most ? dt / 2 : most;
}

/// Returns whether the frame's picture was extrapolated: it shows an estimate of a later state, which can be wrong.
constexpr bool is_estimate(const FrameSample& s)
{
    return s.plan.presentation == timestep::Presentation::extrapolate ||
           s.plan.presentation == timestep::Presentation::render_tick;
}

/// Returns whether the user can see that a frame lost (or gained) the time `lost`: from 1 ms on.
constexpr bool changes_time(Nanos lost) { return lost > Nanos{1'000'000} || lost < -Nanos{1'000'000}; }
/// Returns whether the user can see that a frame lost or gained time. It lost time if more than 1 ms of its frame time
/// is neither simulated nor carried. It gained time if it simulated more than 1 ms that has not passed.
constexpr bool changes_time(const timestep::StepPlan& plan) { return changes_time(plan.dropped + plan.filter_error); }

/// Statistics of the animation error's absolute value over all displayed frames, in milliseconds. The user sees this
/// error as judder (uneven motion). If a picture repeats the previous one, its error is the time between the two on the
/// screen.
struct AnimationError
{
    double mean_ms = 0.0;
    double rms_ms  = 0.0;
    double p99_ms  = 0.0; ///< 99th percentile of the absolute error in milliseconds, interpolated as in numpy
    double max_ms  = 0.0;
    /// Mean absolute error in milliseconds by PresentMon's rule: a picture counts only if it shows a later simulated
    /// time than the previous picture.
    double presentmon_mean_ms = 0.0;
    double jumps_per_minute   = 0.0; ///< pictures with an absolute error over jump_limit(), per minute of screen time
};

/// Returns the loop's own clock: the sum of all time that the loop has simulated or carries to the next frame.
constexpr Nanos loop_clock(const FrameSample& s) { return s.simulated + s.plan.carried; }
/// Returns the age of a frame's picture: the loop's own clock (simulated plus carried time) minus the simulated time
/// that the picture shows. This is the delay that the loop alone adds.
constexpr Nanos picture_age(const FrameSample& s) { return loop_clock(s) - s.shown; }
/// Returns by how much the loop's own clock (simulated plus carried time) is behind the game clock: all time so far
/// that was dropped, or removed by the loop's delta filter (which smooths or limits frame times).
constexpr Nanos behind(const FrameSample& s) { return s.game - loop_clock(s); }

/// Two delays: how old the pictures are, and how far the loop's own clock is behind the game clock (the sum of all
/// frame times). They are independent: if the time of a freeze is dropped, the loop's clock stays behind by that time,
/// but later pictures are not older.
struct PictureAge
{
    double age_mean_ms   = 0.0;
    double age_spread_ms = 0.0; ///< standard deviation of the picture age; 0 if all pictures have the same age
    double age_max_ms    = 0.0;
    /// Mean display latency in ms: picture age plus the time from the start of the frame to the screen.
    double latency_mean_ms = 0.0;
    double behind_mean_ms  = 0.0;
};

/// Statistics of the pictures that reached the screen.
struct OnScreen
{
    std::int64_t pictures = 0; ///< number of pictures that reached the screen
    /// Average number of pictures per second, from the first to the last picture on the screen.
    double per_second = 0.0;
    double torn_share = 0.0; ///< fraction of the shown pictures that did not wait for a refresh (tearing), 0 to 1
};

/// The progress of the simulation compared with the wall clock. Both are measured from the end of the first frame's
/// steps to the end of the last frame's steps. A step counts when it has been computed, not when it is due.
struct Progress
{
    double speed    = 1.0; ///< simulated time divided by wall time; 1 is correct
    double drift_ms = 0.0; ///< simulated time minus wall time in milliseconds
    /// Sum of the dropped (never simulated) time in milliseconds; negative if more time was simulated than passed.
    double dropped_ms = 0.0;
    double spin_share = 0.0; ///< fraction of the wall time that the loop spent spinning (waiting with a busy core)
};

/// Statistics of the number of steps in a frame.
struct StepCounts
{
    std::int64_t total         = 0;   ///< number of steps in all frames, including the very first frame
    std::int64_t tiny          = 0;   ///< number of steps shorter than a tenth of the loop's step
    std::int64_t most          = 0;   ///< largest number of steps in one frame
    double zero_share          = 0.0; ///< fraction of the frames without a step, 0 to 1
    double multi_share         = 0.0; ///< fraction of the frames with two or more steps, 0 to 1
    std::int64_t longest_zero  = 0;   ///< largest number of consecutive frames without a step
    std::int64_t longest_multi = 0;   ///< largest number of consecutive frames with two or more steps
};

/// Errors of the simulation, and of the positions that the pictures show.
struct Accuracy
{
    /// Energy in the newest state divided by the energy at the start; NaN if the energy at the start was zero.
    double energy_ratio = 1.0;
    /// Largest distance in metres between the position in a picture and the reference motion (the same world, simulated
    /// in steps of constant length) at the simulated time that the picture shows; state_error_rms is the root mean
    /// square. A picture that is shown late but is otherwise correct has no such error. NaN if all pictures are
    /// extrapolated, or if the scene has no reference motion.
    double state_error_max = std::numeric_limits<double>::quiet_NaN();
    double state_error_rms = std::numeric_limits<double>::quiet_NaN();
    /// Largest distance in metres between the position in a picture and the exact motion at the simulated time that the
    /// picture shows. The causes are the integrator, its step size and linear interpolation; lateness has no effect.
    /// NaN if the exact motion is unknown.
    double integration_error_max = std::numeric_limits<double>::quiet_NaN();
    /// Largest position of the body in any picture, in metres; NaN without pictures.
    double shown_max = std::numeric_limits<double>::quiet_NaN();
    /// Position of the body in the newest state, in metres; NaN without frames.
    double x_end = std::numeric_limits<double>::quiet_NaN();
};

/// Statistics of the measured frame times, in milliseconds. telemetry/frame_times.hpp has further statistics.
struct Pacing
{
    double mean_ms = 0.0;
    double p50_ms  = 0.0; ///< median frame time
    double p99_ms  = 0.0; ///< 99th percentile of the frame times, interpolated as in numpy
    double max_ms  = 0.0;
    /// Root mean square, in milliseconds, of the differences between consecutive frame times.
    double change_rms_ms = 0.0;
};

struct Metrics
{
    std::int64_t frames = 0; ///< number of all frames, including paused frames and the very first frame
    Pacing pacing{};
    Progress progress{};
    StepCounts steps{};
    AnimationError animation{};
    PictureAge age{};
    OnScreen screen{};
    Accuracy accuracy{};
};

} // namespace telemetry
