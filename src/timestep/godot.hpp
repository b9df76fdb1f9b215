// SPDX-License-Identifier: MIT
// timestep/godot.hpp -- the stepper and the delta filter of Godot 4, main/main_timer_sync.cpp, which change frame times
#ifndef TIMESTEP_GODOT_HPP
#define TIMESTEP_GODOT_HPP

#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep
{

/// Reports slightly changed frame times to the game, so that the steps per frame follow a regular pattern.
/// Source:  MainTimerSync (since 3.1, 2019).
/// Promise: with noisy 60 Hz frame times, every frame has one step, and the reported frame times are smooth.
/// Price:   the sum of the reported frame times is wrong by up to half a step.
/// Breaks:  at 59.94 Hz or another near-multiple of the step rate, some frames have one step more or less.
///   frames  |----|---|-----|----|---|------|
///   steps   |----|----|----|----|----|----|
class Godot : public RealAccumulator<double, 1>
{
public:
    static constexpr std::string_view name = "godot";

    /// Godot's physics_jitter_fix: allowed error of the game time, 0 to 2 steps. Use 0 with interpolation.
    double jitter_fix = 0.5;
    std::int64_t max_steps = 8; ///< most steps in a frame, 1 or more; Godot's max_physics_steps_per_frame

    constexpr explicit Godot(Rate r = hz(60), double jitter_fix_steps = 0.5, std::int64_t max_steps_a_frame = 8)
        : RealAccumulator{r}
        , jitter_fix{jitter_fix_steps}
        , max_steps{max_steps_a_frame}
        , rate_hz_{to_hertz(r)}
        , step_s_{step_seconds(r)}
    {
        for (std::size_t i = 0; i < history_size; ++i)
            typical_step_totals_[i] = recent_step_totals_[i] = static_cast<std::int64_t>(i);
    }

    constexpr void set_rate(Rate r)
    {
        RealAccumulator::set_rate(r);
        rate_hz_ = to_hertz(r);
        step_s_ = step_seconds(r);
    }
    /// The sum of the measured frame times minus the sum of the frame times that were reported to the game, in seconds.
    constexpr double deficit_seconds() const { return deficit_s_; }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried();
        const std::int64_t due_steps =
            advance_checked(static_cast<double>(us_counter_.count_ticks(clamped_to_24_h(in.frame_time))) / 1e6);
        const std::int64_t steps = detail::min(due_steps, detail::checked_at_least(max_steps, 1));
        const Nanos dropped = dropped_truncator_.truncate(static_cast<double>(due_steps - steps) * step_s_);
        return finish_plan(in.frame_time, carried_before,
                           {.steps = steps, .dt = from_seconds(step_s_), .dt_seconds = step_s_, .dropped = dropped},
                           step_s_);
    }

    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto&)
    {
        carry_unrun_steps(plan, left.steps, step_s_);
    }

    static constexpr auto knobs()
    {
        using G = Godot;
        return std::array{
            knob<G, &G::jitter_fix>("jitter_fix", "steps", 0.0, 2.0,
                                    "The sum of the frame times that the game gets may differ from real time by up to "
                                    "this many steps, so that the number of steps per frame stays regular."),
            knob<G, &G::max_steps>("max_steps", "steps", 1, 100,
                                   "Upper limit of the steps in a frame; further due steps are dropped."),
        };
    }

private:
    static constexpr std::size_t history_size = 12;

    struct StepRange
    {
        double min, max;
        std::size_t frame_count; // the usual totals of steps in 1, 2, ... frame_count frames agree with this range
    };

    static constexpr std::int64_t floor_to_int(double x)
    {
        const auto truncated = static_cast<std::int64_t>(x);
        return static_cast<double>(truncated) > x ? truncated - 1 : truncated;
    }

    // MainTimerSync::advance_checked() of Godot. Smooths a frame time in s and adds it to the accumulator. Subtracts
    // the steps to run, and returns their number.
    constexpr std::int64_t advance_checked(double measured_s)
    {
        // Lower limit of the frame time that is reported to the game; a float, as in Godot's source.
        const float min_positive_s = detail::max(static_cast<float>(measured_s / 8.0), 1e-6F);
        const double corrected_s = measured_s + deficit_s_;
        std::int64_t steps = advance_core(corrected_s);

        const double min_reported_s = corrected_s - carried_units_;
        const double reported_s =
            detail::max(limited_frame_seconds(corrected_s, min_reported_s), static_cast<double>(min_positive_s));
        carried_units_ = reported_s - min_reported_s;
        if (carried_units_ > step_s_)
        {
            const std::int64_t extra_steps = floor_to_int(carried_units_ * rate_hz_);
            carried_units_ -= detail::unfused_product(static_cast<double>(extra_steps), step_s_);
            steps += extra_steps;
        }
        deficit_s_ = corrected_s - reported_s;
        return steps;
    }

    // MainTimerSync::advance_core() of Godot. Prefers a number of steps that continues the usual pattern.
    constexpr std::int64_t advance_core(double corrected_s)
    {
        carried_units_ += corrected_s;
        std::int64_t steps = floor_to_int(carried_units_ * rate_hz_);
        const double max_error = detail::checked_clamp(jitter_fix, 0.0, 2.0);

        std::int64_t low = typical_step_totals_[0], high = low + 1;
        bool breaks_pattern = !try_narrow_to_pattern(low, high);
        if (steps < low)
        {
            const std::int64_t reachable = floor_to_int(detail::unfused_product(carried_units_, rate_hz_) + max_error);
            breaks_pattern = breaks_pattern || reachable < low;
            steps = detail::min(reachable, low);
        }
        else if (steps > high)
        {
            const std::int64_t reachable = floor_to_int(detail::unfused_product(carried_units_, rate_hz_) - max_error);
            breaks_pattern = breaks_pattern || reachable > high;
            steps = detail::max(reachable, high);
        }
        steps = detail::max<std::int64_t>(steps, 0);
        carried_units_ -= detail::unfused_product(static_cast<double>(steps), step_s_);
        record_steps(steps, breaks_pattern);
        return steps;
    }

    constexpr bool try_narrow_to_pattern(std::int64_t& low, std::int64_t& high) const
    {
        for (std::size_t i = 0; i + 1 < history_size; ++i)
        {
            const std::int64_t needed_steps = typical_step_totals_[i + 1] - recent_step_totals_[i];
            if (needed_steps > high || needed_steps + 1 < low) return false;
            low = detail::max(low, needed_steps);
            high = detail::min(high, needed_steps + 1);
        }
        return true;
    }

    // Adapts the usual pattern to the recorded steps if they break it.
    constexpr void record_steps(std::int64_t steps, bool breaks_pattern)
    {
        for (std::size_t i = history_size - 1; i > 0; --i) recent_step_totals_[i] = recent_step_totals_[i - 1] + steps;
        recent_step_totals_[0] = steps;
        if (!breaks_pattern) return;
        for (std::size_t i = 0; i < history_size; ++i)
            typical_step_totals_[i] =
                detail::clamp(typical_step_totals_[i], recent_step_totals_[i] - 1, recent_step_totals_[i]);
    }

    constexpr double limited_frame_seconds(double corrected_s, double min_reported_s) const
    {
        double reported_s = corrected_s;
        const StepRange mean_steps = mean_step_range();
        if (mean_steps.frame_count > 3)
            reported_s = detail::clamp(reported_s, detail::unfused_product(mean_steps.min, step_s_),
                                       detail::unfused_product(mean_steps.max, step_s_));
        const double max_deviation_s = detail::unfused_product(detail::checked_clamp(jitter_fix, 0.0, 2.0), step_s_);
        reported_s = detail::clamp(reported_s, corrected_s - max_deviation_s, corrected_s + max_deviation_s);
        return detail::clamp(reported_s, min_reported_s, min_reported_s + step_s_); // carries 0 to 1 step
    }

    constexpr StepRange mean_step_range() const
    {
        double min = static_cast<double>(typical_step_totals_[0]), max = min + 1.0;
        for (std::size_t i = 1; i < history_size; ++i)
        {
            const double low = static_cast<double>(typical_step_totals_[i]) / static_cast<double>(i + 1);
            const double high = static_cast<double>(typical_step_totals_[i] + 1) / static_cast<double>(i + 1);
            if (low > max || high < min) return {min, max, i};
            min = detail::max(min, low);
            max = detail::min(max, high);
        }
        return {min, max, history_size};
    }

    double rate_hz_, step_s_; // the step rate in hertz, and the length of a step in seconds
    // Element i: i + 1 frames usually have this number of steps or one more.
    std::array<std::int64_t, history_size> typical_step_totals_{};
    std::array<std::int64_t, history_size> recent_step_totals_{}; // element i: number of steps in the last i + 1 frames
    double deficit_s_ = 0.0; // sum of all measured minus all reported frame times, in seconds
    ClockTickCounter us_counter_{1us};
    NanosTruncator dropped_truncator_{};
};

/// Rounds frame times to whole periods of the estimated refresh rate; counts in whole microseconds, as Godot does.
/// Source:  DeltaSmoother (since 3.4, 2021). Godot uses it only with VSYNC.
/// Promise: once the estimate is confirmed (after a few seconds), each frame time counts as whole refresh periods.
/// Price:   at 60 Hz, a period counts as 16,666 us, not 16,666.67: in 7 minutes this adds up to one period too many.
/// Breaks:  below 50 fps it never makes an estimate; it cannot distinguish 59.94 Hz from 60 Hz.
///   measured  16.4  16.9  16.7  33.1  16.8 ms     counted  1  1  1  2  1 periods
class GodotSmoother
{
public:
    static constexpr std::string_view name = "godot-smoother";

    constexpr Nanos filter(const FrameInput& in)
    {
        return smooth_frame_time(us_counter_.count_ticks(in.frame_time)) * 1us;
    }

    /// The estimated refresh rate of the display in hertz; 0 if there is no estimate yet.
    constexpr std::int64_t estimated_hz() const { return estimated_hz_; }
    /// True if several measurements agree with the estimate of the refresh rate. Only then filter() rounds frame times.
    constexpr bool is_confirmed() const { return is_confirmed_; }

private:
    static constexpr std::int64_t frames_per_estimate = 60;
    static constexpr std::int64_t frames_per_check = 64;

    // How many measured frame rates were equal to, above or below the estimated rate since it was last changed.
    struct RateCounts
    {
        std::int64_t equal = 0, far_above = 0, far_below = 0, one_above = 0, one_below = 0;
    };

    // Returns `frame_us`, a frame time in microseconds, rounded to refresh periods if the refresh rate is known.
    constexpr std::int64_t smooth_frame_time(std::int64_t frame_us)
    {
        if (frame_us > 1'000'000) return frame_us;
        recheck_smoothing(frame_us);
        if (!is_smoothing_enabled_ || frame_us < 1'000) return frame_us;
        if (!is_estimate_final_) add_frame_to_estimate(frame_us);
        if (!is_confirmed_) return frame_us;

        remainder_us_ += frame_us;
        const std::int64_t period_us = 1'000'000 / confirmed_hz_;
        const std::int64_t period_count = detail::max<std::int64_t>(remainder_us_ / period_us, 1);
        remainder_us_ -= period_count * period_us;
        return period_count * period_us;
    }

    // Every 64 frames, enables smoothing if the frame rate is within 5 % of the refresh rate; otherwise disables it.
    constexpr void recheck_smoothing(std::int64_t frame_us)
    {
        check_time_sum_us_ += frame_us;
        if (++check_frame_count_ == frames_per_check)
        {
            const std::int64_t mean_us = check_time_sum_us_ / frames_per_check;
            if (is_confirmed_ && mean_us > 0)
            {
                const double ratio = 1e6 / static_cast<double>(mean_us) / static_cast<double>(estimated_hz_);
                is_smoothing_enabled_ = ratio > 0.95 && ratio < 1.05;
            }
            check_time_sum_us_ = 0;
            check_frame_count_ = 0;
        }
    }

    // Adds a frame time in microseconds. After 60 frames, updates the estimated refresh rate with their mean.
    constexpr void add_frame_to_estimate(std::int64_t frame_us)
    {
        estimate_time_sum_us_ += frame_us;
        if (++estimate_frame_count_ < frames_per_estimate) return;
        const std::int64_t mean_us = estimate_time_sum_us_ / frames_per_estimate;
        estimate_frame_count_ = 0;
        estimate_time_sum_us_ = 0;
        refine_estimate(static_cast<std::int64_t>(1e6 / static_cast<double>(mean_us) + 0.5));
    }

    // Counts means equal to the estimated refresh rate, above it and below it. Repeated ones change the estimate.
    constexpr void refine_estimate(std::int64_t mean_fps)
    {
        if (estimated_hz_ == 0)
        {
            if (mean_fps < 50) return; // too slow: the game is still loading, or drops frames
            estimated_hz_ = mean_fps;
        }
        if (mean_fps == estimated_hz_)
            confirm_estimate();
        else if (mean_fps < estimated_hz_)
            lower_estimate(mean_fps);
        else
            raise_estimate(mean_fps);
    }

    constexpr void confirm_estimate()
    {
        ++counts_.equal;
        if (is_confirmed_ && counts_.equal == 20)
            is_estimate_final_ = true;
        else if (!is_confirmed_ && counts_.equal > 2)
        {
            is_confirmed_ = true;
            confirmed_hz_ = estimated_hz_;
        }
    }

    constexpr void lower_estimate(std::int64_t mean_fps)
    {
        if (mean_fps == estimated_hz_ - 1)
        {
            ++counts_.one_below;
            if (counts_.one_below > counts_.equal && counts_.one_below > 2) restart_estimate_at(estimated_hz_ - 1);
            return;
        }
        ++counts_.far_below;
        const bool is_established = is_confirmed_ && counts_.equal > 10;
        if (!is_established && counts_.far_below / 8 > counts_.equal && counts_.far_below > 2)
            restart_estimate_at(estimated_hz_ - 1);
    }

    constexpr void raise_estimate(std::int64_t mean_fps)
    {
        std::int64_t& above_count = mean_fps == estimated_hz_ + 1 ? counts_.one_above : counts_.far_above;
        ++above_count;
        if (above_count > counts_.equal && above_count > 1)
            restart_estimate_at(estimated_hz_ + detail::max<std::int64_t>((mean_fps - estimated_hz_) / 2, 1));
    }

    constexpr void restart_estimate_at(std::int64_t new_estimate_hz)
    {
        estimated_hz_ = new_estimate_hz;
        counts_ = {};
        is_confirmed_ = false;
    }

    ClockTickCounter us_counter_{1us};
    std::int64_t estimated_hz_ = 0, confirmed_hz_ = 0;
    std::int64_t estimate_time_sum_us_ = 0, estimate_frame_count_ = 0;
    std::int64_t check_time_sum_us_ = 0, check_frame_count_ = 0;
    std::int64_t remainder_us_ = 0;
    RateCounts counts_{};
    bool is_smoothing_enabled_ = true;
    bool is_confirmed_ = false;
    bool is_estimate_final_ = false;
};

} // namespace timestep
#endif
