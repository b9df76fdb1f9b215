// telemetry/metrics.hpp -- what became of a lane, in numbers: pure functions over frame samples
//
// The very first frame has measured nothing and is nobody's fault: it is where the others start from. Frames in which
// the game's clock stood still (paused) count nowhere.
#pragma once

#include "telemetry/frame_sample.hpp"

#include <limits>
#include <span>
#include <vector>

namespace telemetry
{

/// Steps that a frame ran, a shorter last one included.
constexpr std::int64_t steps_of(const FrameSample& s) { return s.plan.steps + (s.plan.tail > Nanos::zero() ? 1 : 0); }

/// Whether a frame is one to be judged: not paused, and not the very first.
constexpr bool counts(const FrameSample& s) { return !is_paused(s) && (s.frame != 0 || s.measured != Nanos::zero()); }

/// How far the motion in the pictures is from the motion of time: PresentMon's animation error,
/// (simulated time shown now - before) - (time on the screen now - before), of two displayed frames. Positive: the
/// picture moved too far.
constexpr Nanos animation_error(Nanos simulated_step, Nanos screen_step) { return simulated_step - screen_step; }

/// Of its absolute value, over all displayed frames: what the eye calls judder.
struct AnimationError
{
    double mean_ms = 0.0;
    double rms_ms  = 0.0;
    double p99_ms  = 0.0; ///< rule R7
    double max_ms  = 0.0;
};
AnimationError animation_error(std::span<const FrameSample> samples);

/// How old the pictures are.
struct PictureAge
{
    /// Clock reading that the frame was made from less the simulated time that its picture shows: what the loop alone
    /// adds. Time given up on stays in it, for the game is behind the clock by that much.
    double age_mean_ms = 0.0;
    double age_max_ms  = 0.0;
    /// Time on the screen less the simulated time shown: the age plus the way to the screen. Displayed frames only.
    double latency_mean_ms = 0.0;
};
PictureAge picture_age(std::span<const FrameSample> samples);

/// What became of the pictures.
struct OnScreen
{
    std::int64_t pictures = 0;   ///< that reached the screen
    double torn_share     = 0.0; ///< of them, without waiting for a refresh
};
OnScreen on_screen(std::span<const FrameSample> samples);

/// Whether the simulation keeps up with the wall clock, from the first sample to the last.
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
    std::int64_t most          = 0;   ///< in one frame
    double zero_share          = 0.0; ///< of frames without a step
    double multi_share         = 0.0; ///< of frames with two or more
    std::int64_t longest_zero  = 0;   ///< frames in a row without a step
    std::int64_t longest_multi = 0;   ///< frames in a row with two or more
};
StepCounts step_counts(std::span<const FrameSample> samples);
/// How many frames took 0, 1, 2 ... steps; the last of `bins` (at least 1) counts all that took more.
std::vector<std::int64_t> step_histogram(std::span<const FrameSample> samples, std::size_t bins);

/// What became of the physics.
struct Accuracy
{
    /// Energy in the newest state by energy at the start; NaN where there was none.
    double energy_ratio = 1.0;
    /// Metres between what the pictures show and the exact motion at the moment that they show; NaN where nobody knows
    /// that.
    double position_error_max = std::numeric_limits<double>::quiet_NaN();
    double position_error_rms = std::numeric_limits<double>::quiet_NaN();
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
/// Those frame times themselves.
std::vector<Nanos> measured_frames(std::span<const FrameSample> samples);

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
