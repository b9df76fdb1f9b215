// SPDX-License-Identifier: MIT
// timestep/filters.hpp -- delta filters: they change measured frame times before the stepper gets them
#ifndef TIMESTEP_FILTERS_HPP
#define TIMESTEP_FILTERS_HPP

#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// Limits each frame time to the range from `min` to `max`.
/// Source:  Quake 1, host.c, Host_FilterTime, 1996 (1 ms to 100 ms); PixiJS ticker, minFPS 10 (100 ms).
/// Promise: a frame counts for at least `min` and at most `max`.
/// Price:   slow motion while frames are longer than `max`, fast motion while frames are shorter than `min`.
/// Breaks:  statistics of StepPlan::dropped, because the lost time is in StepPlan::filter_error.
struct Clamp
{
    static constexpr std::string_view name = "clamp";

    Nanos min = 1ms; ///< shorter frame times count as this; 0 or more
    Nanos max = 100ms; ///< longer frame times count as this; not less than min

    constexpr Nanos filter(const FrameInput& in) const
    {
        return detail::max(detail::checked_at_least(min, 0ns), detail::min(in.frame_time, max));
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<Clamp, &Clamp::min>("min", "ms", 0.0, 20.0,
                                     "Lower limit of the frame time; shorter times are raised to this limit."),
            knob<Clamp, &Clamp::max>("max", "ms", 10.0, 1000.0,
                                     "Upper limit of the frame time; longer times are cut to this limit."),
        };
    }
};

/// Replaces each frame time by the mean of the last frame times. Remainders of the division go to the next frame.
/// Source:  Phaser 3, core/TimeStep.js, smoothDelta (10 frames; a time over 200 ms is replaced by an older one).
/// Promise: the time of one late frame is spread over the next frames, so no single step is long.
/// Price:   the game clock can lag the wall clock by nearly the time of all averaged frames.
/// Breaks:  after every change of the frame rate, the game's speed is wrong for as many frames as are averaged.
class MovingAverage
{
public:
    static constexpr std::string_view name = "moving-average";
    static constexpr std::int64_t max_frame_count = 64;

    std::int64_t frame_count = 10; ///< averaged frames, 1 to `max_frame_count`; in the first frames, all so far
    /// Longest accepted frame time, 0 to 1 year. A longer one is replaced by the last accepted frame time.
    Nanos max_accepted_frame_time = 200ms;

    constexpr MovingAverage() = default;
    constexpr explicit MovingAverage(std::int64_t averaged_frames, Nanos max_frame_time = 200ms)
        : frame_count{averaged_frames}
        , max_accepted_frame_time{max_frame_time}
    {
    }

    constexpr Nanos filter(const FrameInput& in)
    {
        const std::int64_t new_size = detail::checked_clamp(frame_count, 1, max_frame_count);
        const Nanos limit = detail::checked_clamp(max_accepted_frame_time, 0ns, 24h * 365);
        if (in.frame_time <= limit) last_accepted_time_ = in.frame_time;
        if (new_size != window_size_) resize_window(new_size);
        if (averaged_frame_count_ == new_size) window_sum_ -= window_times_[next_index_];
        window_times_[next_index_] = in.frame_time <= limit ? in.frame_time : detail::min(last_accepted_time_, limit);
        window_sum_ += window_times_[next_index_];
        averaged_frame_count_ = detail::min(averaged_frame_count_ + 1, new_size);
        next_index_ = next_index_ + 1 == static_cast<std::size_t>(new_size) ? 0 : next_index_ + 1;

        const Nanos total = window_sum_ + remainder_;
        const Nanos mean = total / averaged_frame_count_;
        remainder_ = averaged_frame_count_ == new_size ? total - mean * averaged_frame_count_ : Nanos::zero();
        return mean;
    }

    static constexpr auto knobs()
    {
        using M = MovingAverage;
        return std::array{
            knob<M, &M::frame_count>("n", "frames", 1, max_frame_count, "Number of frame times in the average."),
            knob<M, &M::max_accepted_frame_time>(
                "sane", "ms", 1.0, 2000.0,
                "A frame time above this limit is replaced by the newest frame time within the limit."),
        };
    }

private:
    constexpr void resize_window(std::int64_t new_size)
    {
        window_size_ = new_size;
        averaged_frame_count_ = 0;
        next_index_ = 0;
        window_sum_ = remainder_ = Nanos::zero();
    }

    std::array<Nanos, max_frame_count> window_times_{};
    Nanos window_sum_{}, remainder_{};
    Nanos last_accepted_time_ = Nanos::max();
    std::int64_t window_size_ = 0;
    std::int64_t averaged_frame_count_ = 0;
    std::size_t next_index_ = 0;
};

/// Replaces each frame time by a running average: average += weight * (frame time - average).
/// Source:  sokol_app.h by A. Weissflog, sapp_frame_duration: weight 0.025, frame times clamped to 1 us - 100 ms.
/// Promise: removes nearly all timer noise and stores only one number.
/// Price:   after the frame rate changes by a few percent, the game's speed is wrong for dozens of frames.
/// Breaks:  the game clock drifts from the wall clock: time removed by smoothing is never added back.
class ExponentialAverage
{
public:
    static constexpr std::string_view name = "exponential-average";

    double weight = 0.025; ///< share of the difference by which each frame time moves the average, 0.001 to 1
    Nanos min = 1us; ///< shorter frame times count as this; 0 or more
    Nanos max = 100ms; ///< longer frame times count as this; not less than min
    Nanos restart_threshold = 4ms; ///< a frame time farther than this from the average becomes the new average

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos min_frame_time = detail::checked_at_least(min, 0ns);
        const auto frame_ns = static_cast<double>(detail::max(min_frame_time, detail::min(in.frame_time, max)).count());
        const double difference_ns = frame_ns - average_ns_;
        const double max_difference_ns = static_cast<double>(restart_threshold.count());
        average_ns_ =
            difference_ns > max_difference_ns || difference_ns < -max_difference_ns
                ? frame_ns
                : average_ns_ + detail::unfused_product(detail::checked_clamp(weight, 0.001, 1.0), difference_ns);
        return Nanos{static_cast<std::int64_t>(average_ns_ + 0.5)};
    }

    static constexpr auto knobs()
    {
        using E = ExponentialAverage;
        return std::array{
            knob<E, &E::weight>("weight", "", 0.001, 1.0, "Weight of the newest frame time in the running average."),
            knob<E, &E::min>("min", "us", 0.0, 10000.0,
                             "Lower limit of the frame time; shorter times are raised to this limit."),
            knob<E, &E::max>("max", "ms", 10.0, 1000.0,
                             "Upper limit of the frame time; longer times are cut to this limit."),
            knob<E, &E::restart_threshold>("reset", "ms", 0.1, 100.0,
                                           "If a frame time differs from the average by more than this limit, the "
                                           "average starts again with this frame time."),
        };
    }

private:
    double average_ns_ = -1e18; // far from every frame time, so that the first frame starts the average
};

/// Averages frame times; replaces an average near a common refresh period by this period.
/// Source:  sokol_time.h by A. Weissflog, stm_round_to_common_refresh_rate, applied to an average as in sokol_app.
/// Promise: on a display with a common refresh rate, every frame has one step despite timer noise of up to 0.25 ms.
/// Price:   a display of 59.94 Hz counts as 60 Hz: the game clock loses a millisecond a second.
/// Breaks:  without VSYNC, a frame time near a refresh period is a coincidence.
class SnapToRefresh
{
public:
    static constexpr std::string_view name = "snap-to-refresh";

    struct RefreshPeriod
    {
        Nanos period;
        Nanos tolerance; ///< a frame time that differs from the period by less than this counts as the period
    };
    /// snapped() tries the periods in this order and uses the first one within its tolerance.
    static constexpr std::array<RefreshPeriod, 9> periods{{
        {16'666'667ns, 1ms}, // 60 Hz
        {13'888'889ns, 250us}, // 72 Hz
        {13'333'333ns, 250us}, // 75 Hz
        {11'764'706ns, 250us}, // 85 Hz
        {11'111'111ns, 250us}, // 90 Hz
        {10'000'000ns, 500us}, // 100 Hz
        {8'333'333ns, 500us}, // 120 Hz
        {6'944'445ns, 500us}, // 144 Hz
        {4'166'667ns, 1ms}, // 240 Hz
    }};

    std::int64_t frame_count = 8; ///< number of frame times whose mean is rounded to a refresh period, 1 to 64
    Nanos restart_threshold = 1ms; ///< a frame time farther than this from the average restarts the average

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos difference = in.frame_time - mean_;
        if (difference > restart_threshold || difference < -restart_threshold) averaged_frame_count_ = 0;
        averaged_frame_count_ = detail::min(averaged_frame_count_ + 1, detail::checked_clamp(frame_count, 1, 64));
        mean_ = averaged_frame_count_ == 1 ? in.frame_time : mean_ + difference / averaged_frame_count_;
        return snapped(mean_);
    }

    /// The first of `periods` that is nearer to `frame_time` than the period's tolerance; `frame_time` if none is.
    static constexpr Nanos snapped(Nanos frame_time)
    {
        for (const RefreshPeriod& p : periods)
            if (frame_time > p.period - p.tolerance && frame_time < p.period + p.tolerance) return p.period;
        return frame_time;
    }

    static constexpr auto knobs()
    {
        using S = SnapToRefresh;
        return std::array{
            knob<S, &S::frame_count>(
                "n", "frames", 1, 64,
                "Number of frame times in the average. An average near a common refresh period is rounded to it."),
            knob<S, &S::restart_threshold>("restart", "ms", 0.0, 10.0,
                                           "If a frame time differs from the average by more than this limit, the "
                                           "average starts again with this frame time."),
        };
    }

private:
    Nanos mean_{};
    std::int64_t averaged_frame_count_ = 0;
};

/// Replaces the first frame time by zero.
/// Source:  Bevy, bevy_time/src/real.rs: at the first update there is no earlier clock reading.
/// Promise: the game clock starts at zero, however long loading took.
/// Price:   the time of the first frame is lost.
/// Breaks:  never.
class FirstFrameZero
{
public:
    static constexpr std::string_view name = "first-frame-zero";

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos filtered_frame_time = has_started_ ? in.frame_time : Nanos::zero();
        has_started_ = true;
        return filtered_frame_time;
    }

private:
    bool has_started_ = false;
};

/// Rounds frame times down to whole ticks of a coarse clock; the remainder is added to the next frame time.
/// Source:  pygame, src_c/time.c, Clock.tick(): SDL_GetTicks() counts whole milliseconds.
/// Promise: the sum of the rounded frame times lags the measured time by less than a tick.
/// Price:   frames of equal length count as different lengths: 16.67 ms as 16, 17, 17, 16, ... ms.
/// Breaks:  if frames are shorter than a tick, most of them count as zero time.
class WholeTicks
{
public:
    static constexpr std::string_view name = "whole-ticks";

    Nanos tick_length = 1ms; ///< length of a tick of the coarse clock, 1 ns or more

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos uncounted_time = remainder_ + in.frame_time;
        remainder_ = uncounted_time % detail::checked_at_least(tick_length, 1ns);
        return uncounted_time - remainder_;
    }

    static constexpr auto knobs()
    {
        return std::array{knob<WholeTicks, &WholeTicks::tick_length>(
            "tick", "ms", 0.001, 100.0,
            "Length of a tick of the coarse clock; frame times are rounded down to whole ticks.")};
    }

private:
    Nanos remainder_{}; // measured time, less than a tick, that is added to the next frame
};

} // namespace timestep
#endif
