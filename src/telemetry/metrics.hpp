// telemetry/metrics.hpp -- the metrics of a lane, computed by pure functions from its frame samples
//
// The very first frame has no measured frame time, so it is not judged; it is only the starting point of the next
// frames. Paused frames, in which the game clock stood still, do not count in any metric.
#pragma once

#include "telemetry/frame_sample.hpp"

#include <limits>
#include <span>

namespace telemetry
{

/// Returns the number of steps that a frame ran, including a shorter last step.
constexpr std::int64_t steps_of(const FrameSample& s) { return s.plan.steps + (s.plan.tail > Nanos::zero() ? 1 : 0); }

/// Returns whether the frame's last step was shorter than a tenth of the loop's step. This happens when a frame is only
/// a little longer than a whole number of steps.
constexpr bool has_tiny_step(const FrameSample& s)
{
    return s.plan.tail > Nanos::zero() && s.plan.tail * 10 < s.plan.dt;
}

/// Returns whether the metrics count this frame: it is not paused and not the very first frame.
constexpr bool counts(const FrameSample& s) { return !is_paused(s) && (s.frame != 0 || s.measured != Nanos::zero()); }

/// Returns the animation error of two displayed frames: (shown time now - before) - (screen time now - before).
/// Positive if the motion in the picture went too far.
constexpr Nanos animation_error(Nanos simulated_step, Nanos screen_step) { return simulated_step - screen_step; }

/// Statistics of the animation error's absolute value over all displayed frames: the visible judder. The error of a
/// picture that repeats the picture before is the screen time between the two.
struct AnimationError
{
    double mean_ms = 0.0;
    double rms_ms  = 0.0;
    double p99_ms  = 0.0; ///< 99th percentile (QuantileRule::r7)
    double max_ms  = 0.0;
    /// Mean animation error by PresentMon's rule: a picture that shows no later time than the picture before does not
    /// count.
    double presentmon_mean_ms = 0.0;
};
AnimationError animation_error(std::span<const FrameSample> samples);

/// Returns the loop's own clock: all time that the loop has simulated or carries.
constexpr Nanos loop_clock(const FrameSample& s) { return s.simulated + s.plan.carried; }
/// Returns the age of a frame's picture on the loop's clock: the delay that the loop alone adds.
constexpr Nanos picture_age(const FrameSample& s) { return loop_clock(s) - s.shown; }
/// Returns how far the loop's clock is behind the game clock: the time that was dropped or filtered away so far.
constexpr Nanos behind(const FrameSample& s) { return s.game - loop_clock(s); }

/// The age of the pictures, and how far the game is behind the game clock. These are separate figures: if the time of a
/// freeze is dropped, the game stays behind by this time, but later pictures are not older.
struct PictureAge
{
    double age_mean_ms = 0.0;
    double age_max_ms  = 0.0;
    /// Mean display latency: age plus the time from the start of the frame to the screen. Displayed frames only.
    double latency_mean_ms = 0.0;
    double behind_mean_ms  = 0.0;
};
PictureAge picture_age(std::span<const FrameSample> samples);

/// The pictures that reached the screen.
struct OnScreen
{
    std::int64_t pictures = 0;   ///< number of pictures that reached the screen
    double torn_share     = 0.0; ///< share of pictures that were shown without waiting for a refresh
};
OnScreen on_screen(std::span<const FrameSample> samples);

/// The simulation's progress relative to the wall clock, from the first sample to the last. A step counts when it is
/// finished: in a spiral of death there are always steps that are due but not finished.
struct Progress
{
    double speed      = 1.0; ///< simulated time / wall time
    double drift_ms   = 0.0; ///< simulated time - wall time
    double dropped_ms = 0.0; ///< sum of the dropped time; negative if the loop added time
    double spin_share = 0.0; ///< share of the wall time that the loop's pacer spent spinning
};
Progress progress(std::span<const FrameSample> samples);

/// Statistics of the number of steps in a frame.
struct StepCounts
{
    std::int64_t total         = 0;   ///< steps in all samples, including the first
    std::int64_t tiny          = 0;   ///< number of steps shorter than a tenth of the loop's step
    std::int64_t most          = 0;   ///< most steps in one frame
    double zero_share          = 0.0; ///< share of frames without a step
    double multi_share         = 0.0; ///< share of frames with two or more steps
    std::int64_t longest_zero  = 0;   ///< most consecutive frames without a step
    std::int64_t longest_multi = 0;   ///< most consecutive frames with two or more steps
};

/// The accuracy of the physics and of the pictures' positions.
struct Accuracy
{
    /// Energy in the newest state / energy at the start; NaN if the start energy was zero.
    double energy_ratio = 1.0;
    /// Distance in metres between the position in the pictures and the position in a perfect PC's pictures. A perfect
    /// PC runs the same loop without delays, so this error comes from this PC and the loop's pacing. NaN if unknown.
    double position_error_max = std::numeric_limits<double>::quiet_NaN();
    double position_error_rms = std::numeric_limits<double>::quiet_NaN();
    /// Distance in metres between the position in the pictures and the exact motion at the shown time. This error
    /// comes from the integrator, its step and linear interpolation; lateness does not count. NaN if unknown.
    double integration_error_max = std::numeric_limits<double>::quiet_NaN();
    /// Largest coordinate in a picture, in metres; NaN without pictures.
    double shown_max = std::numeric_limits<double>::quiet_NaN();
    /// Coordinate of the newest state, in metres; NaN without samples.
    double x_end = std::numeric_limits<double>::quiet_NaN();
};
Accuracy accuracy(std::span<const FrameSample> samples, double start_energy);

/// Statistics of the measured frame times. telemetry/frame_times.hpp has more of them, also for recordings.
struct Pacing
{
    double mean_ms       = 0.0;
    double p50_ms        = 0.0; ///< median frame time (QuantileRule::r7)
    double p99_ms        = 0.0; ///< 99th percentile of the frame times (QuantileRule::r7)
    double max_ms        = 0.0;
    double change_rms_ms = 0.0; ///< RMS of the differences between consecutive frame times
};
Pacing pacing(std::span<const FrameSample> samples);

struct Metrics
{
    std::int64_t frames = 0; ///< number of samples
    Pacing pacing{};
    Progress progress{};
    StepCounts steps{};
    AnimationError animation{};
    PictureAge age{};
    OnScreen screen{};
    Accuracy accuracy{};
};
Metrics metrics(std::span<const FrameSample> samples, double start_energy);

} // namespace telemetry
