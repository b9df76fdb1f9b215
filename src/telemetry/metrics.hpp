// telemetry/metrics.hpp -- what became of a lane, in numbers: pure functions over frame samples
//
// The very first frame has measured nothing and is nobody's fault: it is where the others start from. Frames in which
// the game's clock stood still (paused) count nowhere.
#pragma once

#include "telemetry/frame_sample.hpp"

#include <limits>
#include <span>

namespace telemetry
{

/// Steps that a frame ran, a shorter last one included.
constexpr std::int64_t steps_of(const FrameSample& s) { return s.plan.steps + (s.plan.tail > Nanos::zero() ? 1 : 0); }

/// A step shorter than a tenth of the loop's own: what a frame that is hardly longer than its steps leaves over.
constexpr bool has_tiny_step(const FrameSample& s)
{
    return s.plan.tail > Nanos::zero() && s.plan.tail * 10 < s.plan.dt;
}

/// Whether a frame is one to be judged: not paused, and not the very first.
constexpr bool counts(const FrameSample& s) { return !is_paused(s) && (s.frame != 0 || s.measured != Nanos::zero()); }

/// How far the motion in the pictures is from the motion of time: the animation error,
/// (simulated time shown now - before) - (time on the screen now - before), of two displayed frames. Positive: the
/// picture moved too far.
constexpr Nanos animation_error(Nanos simulated_step, Nanos screen_step) { return simulated_step - screen_step; }

/// Of its absolute value, over all displayed frames: what the eye calls judder. A picture that repeats the one before
/// is wrong by as long as it stood.
struct AnimationError
{
    double mean_ms = 0.0;
    double rms_ms  = 0.0;
    double p99_ms  = 0.0; ///< rule R7
    double max_ms  = 0.0;
    /// The mean by PresentMon's rule: a picture that shows no later time than the one before has no error (NA).
    double presentmon_mean_ms = 0.0;
};
AnimationError animation_error(std::span<const FrameSample> samples);

/// The loop's own clock: all the time that it has let in and neither given up nor filtered away.
constexpr Nanos loop_clock(const FrameSample& s) { return s.simulated + s.plan.carried; }
/// How old the picture of a frame is on that clock: what the loop alone adds.
constexpr Nanos picture_age(const FrameSample& s) { return loop_clock(s) - s.shown; }
/// How far that clock is behind the game's: what was dropped, and what a filter took away, in all frames so far.
constexpr Nanos behind(const FrameSample& s) { return s.game - loop_clock(s); }

/// How old the pictures are, and how far the game is behind. Kept apart: a freeze that is given up on makes the game
/// late for good, and none of the later pictures older.
struct PictureAge
{
    double age_mean_ms = 0.0;
    double age_max_ms  = 0.0;
    /// The age plus the way from the start of the frame to the screen. Displayed frames only.
    double latency_mean_ms = 0.0;
    double behind_mean_ms  = 0.0;
};
PictureAge picture_age(std::span<const FrameSample> samples);

/// What became of the pictures.
struct OnScreen
{
    std::int64_t pictures = 0;   ///< that reached the screen
    double torn_share     = 0.0; ///< of them, without waiting for a refresh
};
OnScreen on_screen(std::span<const FrameSample> samples);

/// Whether the simulation keeps up with the wall clock, from the first sample to the last. A step counts when it has
/// been finished: in a spiral of death the steps that are due are never the steps that are done.
struct Progress
{
    double speed      = 1.0; ///< simulated by wall time
    double drift_ms   = 0.0; ///< simulated less wall time
    double dropped_ms = 0.0; ///< sum of what was given up on; negative where time was made up
    double spin_share = 0.0; ///< of wall time for which a pacer kept the core busy, waiting
};
Progress progress(std::span<const FrameSample> samples);

/// How many steps frames took.
struct StepCounts
{
    std::int64_t total         = 0;   ///< over all samples, the first included
    std::int64_t tiny          = 0;   ///< of all, shorter than a tenth of the loop's step
    std::int64_t most          = 0;   ///< in one frame
    double zero_share          = 0.0; ///< of frames without a step
    double multi_share         = 0.0; ///< of frames with two or more
    std::int64_t longest_zero  = 0;   ///< frames in a row without a step
    std::int64_t longest_multi = 0;   ///< frames in a row with two or more
};

/// What became of the physics.
struct Accuracy
{
    /// Energy in the newest state by energy at the start; NaN where there was none.
    double energy_ratio = 1.0;
    /// Metres between what the pictures show and what those of a perfect PC would, on which the same loop's step is
    /// never late: what this PC and the loop's pacing did. NaN where nobody knows.
    double position_error_max = std::numeric_limits<double>::quiet_NaN();
    double position_error_rms = std::numeric_limits<double>::quiet_NaN();
    /// Metres between what the pictures show and the exact motion at the moment that they show: what the integrator,
    /// its step and a straight blend did, however late the picture is. NaN where nobody knows.
    double integration_error_max = std::numeric_limits<double>::quiet_NaN();
    /// Metres: the largest coordinate that a picture showed; NaN for no picture.
    double shown_max = std::numeric_limits<double>::quiet_NaN();
    /// Metres: the coordinate of the newest state; NaN for none.
    double x_end = std::numeric_limits<double>::quiet_NaN();
};
Accuracy accuracy(std::span<const FrameSample> samples, double start_energy);

/// Of the frame times as the loop measured them. telemetry/frame_times.hpp has more, for recordings too.
struct Pacing
{
    double mean_ms       = 0.0;
    double p50_ms        = 0.0; ///< percentiles by rule R7
    double p99_ms        = 0.0;
    double max_ms        = 0.0;
    double change_rms_ms = 0.0; ///< of differences between neighbours
};
Pacing pacing(std::span<const FrameSample> samples);

struct Metrics
{
    std::int64_t frames = 0; ///< samples
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
