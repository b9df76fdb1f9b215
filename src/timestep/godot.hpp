// SPDX-License-Identifier: MIT
// timestep/godot.hpp -- the two corrections of frame times in Godot 4, main/main_timer_sync.cpp: the stepper
// MainTimerSync and the delta filter DeltaSmoother
#pragma once

#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep
{

/// Keeps a regular pattern of step counts by changing frame times slightly. The plan's filter_error is the measured
/// frame time minus the frame time that this stepper reports, plus rounding errors and the fraction of a microsecond
/// that is not counted yet. The sum of all filter_errors is deficit(), to a microsecond. The sum stays within
/// jitter_fix steps, unless a frame time had to be raised because it was not positive.
/// Source:  MainTimerSync (since 3.1, 2019).
/// Promise: with noisy 60 Hz frame times every frame has one step, and reported frame times (process delta) are smooth.
/// Price:   the error of the reported clock (the sum of filter_error) is up to jitter_fix steps, that of a single
///          reported frame time up to twice as much; the displayed state and the physics have the same error.
/// Breaks:  if the frame rate is near, but not at, a multiple of the step rate (59.94 Hz), the pattern breaks now and
///          then. Godot's manual says to set jitter_fix to 0 for interpolation.
///   frames  |----|---|-----|----|---|------|
///   steps   |----|----|----|----|----|----|
class Godot : public FloatAccount<double, 1>
{
public:
    static constexpr std::string_view name = "godot";

    /// Largest error of the clock of reported frame times, in steps, 0 to 2; Godot's physics_jitter_fix.
    double jitter_fix      = 0.5;
    std::int64_t max_steps = 8; ///< most steps in a frame, 1 or more; Godot's max_physics_steps_per_frame

    constexpr explicit Godot(Rate r = hz(60), double fix = 0.5, std::int64_t most = 8)
        : FloatAccount{r}
        , jitter_fix{fix}
        , max_steps{most}
        , hz_{hertz(r)}
        , h_{step_seconds(r)}
    {
        for (std::size_t i = 0; i < slots; ++i) typical_[i] = recent_[i] = static_cast<std::int64_t>(i);
    }

    constexpr void set_rate(Rate r)
    {
        FloatAccount::set_rate(r);
        hz_ = hertz(r);
        h_  = step_seconds(r);
    }
    /// The sum of measured minus reported frame times so far, in seconds.
    constexpr double deficit() const { return deficit_; }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const Nanos before       = carried();
        const std::int64_t due   = advance(static_cast<double>(clock_.advance(shortened(in.frame))) / 1e6);
        const std::int64_t steps = detail::min(due, detail::at_least(max_steps, 1));
        const Nanos dropped      = dropped_.take(static_cast<double>(due - steps) * h_);
        return settle(in.frame, before, {.steps = steps, .dt = from_seconds(h_), .dt_seconds = h_, .dropped = dropped},
                      h_);
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        carry(plan, left.steps, h_);
    }

    static constexpr auto knobs()
    {
        using G = Godot;
        return std::array{
            knob<G, &G::jitter_fix>(
                "jitter_fix", "steps", 0.0, 2.0,
                "Largest clock error, in steps, that is accepted to keep the number of steps per frame regular."),
            knob<G, &G::max_steps>("max_steps", "steps", 1, 100,
                                   "Largest number of steps in a frame; further due steps are dropped."),
        };
    }

private:
    static constexpr std::size_t slots = 12;

    struct Range
    {
        double min, max;
        std::size_t frames; // number of recent frames whose step counts are in the range from `min` to `max`
    };

    static constexpr std::int64_t floor_of(double x)
    {
        const auto cut = static_cast<std::int64_t>(x);
        return static_cast<double>(cut) > x ? cut - 1 : cut;
    }

    // Returns the number of due steps. Updates `kept_`, the carried time, and `deficit_`.
    constexpr std::int64_t advance(double measured)
    {
        // The shortest frame time that may be reported; a float, as in Godot's source.
        const float least    = detail::max(static_cast<float>(measured / 8.0), 1e-6F);
        const double process = measured + deficit_;
        std::int64_t steps   = typical_steps(process);

        const double ahead = process - kept_;
        const double delta = smoothed(process, ahead, static_cast<double>(least));
        kept_              = delta - ahead;
        if (kept_ > h_)
        {
            const std::int64_t extra = floor_of(kept_ * hz_);
            kept_ -= detail::product(static_cast<double>(extra), h_);
            steps += extra;
        }
        deficit_ = process - delta;
        return steps;
    }

    // Returns the step count that fits the pattern of the last frames, with an error limited by jitter_fix.
    constexpr std::int64_t typical_steps(double process)
    {
        kept_ += process;
        std::int64_t steps = floor_of(kept_ * hz_);
        const double fix   = detail::in_range(jitter_fix, 0.0, 2.0);

        std::int64_t low = typical_[0], high = low + 1;
        bool learn = !expected(low, high);
        if (steps < low)
        {
            const std::int64_t possible = floor_of(detail::product(kept_, hz_) + fix);
            learn                       = learn || possible < low;
            steps                       = detail::min(possible, low);
        }
        else if (steps > high)
        {
            const std::int64_t possible = floor_of(detail::product(kept_, hz_) - fix);
            learn                       = learn || possible > high;
            steps                       = detail::max(possible, high);
        }
        steps = detail::max<std::int64_t>(steps, 0);
        kept_ -= detail::product(static_cast<double>(steps), h_);
        record(steps, learn);
        return steps;
    }

    // Narrows the range [low, high] to the step counts for this frame with which the last 2, 3, ... 12 frames together
    // run their typical number of steps (`typical_`), or one more. Returns false if no step count does this.
    constexpr bool expected(std::int64_t& low, std::int64_t& high) const
    {
        for (std::size_t i = 0; i + 1 < slots; ++i)
        {
            const std::int64_t needed = typical_[i + 1] - recent_[i];
            if (needed > high || needed + 1 < low) return false;
            low  = detail::max(low, needed);
            high = detail::min(high, needed + 1);
        }
        return true;
    }

    constexpr void record(std::int64_t steps, bool learn)
    {
        for (std::size_t i = slots - 1; i > 0; --i) recent_[i] = recent_[i - 1] + steps;
        recent_[0] = steps;
        if (!learn) return;
        for (std::size_t i = 0; i < slots; ++i) typical_[i] = detail::clamp(typical_[i], recent_[i] - 1, recent_[i]);
    }

    // The frame time to report: `process` (measured time plus deficit), moved towards the typical step count. The
    // result `ahead` carries no time, `ahead` plus one step carries a whole step. `least` is the shortest frame time
    // that may be reported. The limits apply in order; the last limit wins.
    constexpr double smoothed(double process, double ahead, double least) const
    {
        double delta        = process;
        const Range average = average_steps();
        if (average.frames > 3)
            delta = detail::clamp(delta, detail::product(average.min, h_), detail::product(average.max, h_));
        const double most = detail::product(detail::in_range(jitter_fix, 0.0, 2.0), h_);
        delta             = detail::clamp(delta, process - most, process + most);
        delta             = detail::clamp(delta, ahead, ahead + h_);
        return detail::max(delta, least);
    }

    // The range of the mean step count per frame that fits as many recent frames as possible.
    constexpr Range average_steps() const
    {
        double min = static_cast<double>(typical_[0]), max = min + 1.0;
        for (std::size_t i = 1; i < slots; ++i)
        {
            const double low  = static_cast<double>(typical_[i]) / static_cast<double>(i + 1);
            const double high = static_cast<double>(typical_[i] + 1) / static_cast<double>(i + 1);
            if (low > max || high < min) return {min, max, i};
            min = detail::max(min, low);
            max = detail::min(max, high);
        }
        return {min, max, slots};
    }

    double hz_, h_; // the step rate in hertz, and the length of a step in seconds
    // Element i: typical number of steps in i + 1 successive frames; one step more is also typical.
    std::array<std::int64_t, slots> typical_{};
    std::array<std::int64_t, slots> recent_{}; // element i: number of steps in the last i + 1 frames
    double deficit_ = 0.0;                     // sum of all measured minus all reported frame times, in seconds
    TickClock clock_{1us};
    WholeNanos dropped_{};
};

/// Estimates the refresh rate, then rounds each frame time to whole refresh periods. Counts whole microseconds, as
/// Godot does; carries the fraction of a microsecond to the next frame.
/// Source:  DeltaSmoother (since 3.4, 2021). Godot uses it only with VSYNC.
/// Promise: once the estimate is confirmed (after a few seconds), each frame time counts as one or two refresh periods.
/// Price:   periods are rounded down to whole microseconds, 16,666 at 60 Hz: one extra period every seven minutes.
/// Breaks:  at frame rates below 50 fps it never makes an estimate; it cannot distinguish 59.94 Hz from 60 Hz.
///   measured  16.4  16.9  16.7  33.1  16.8 ms     counted  1  1  1  2  1 periods
class GodotSmoother
{
public:
    static constexpr std::string_view name = "godot-smoother";

    constexpr Nanos filter(const FrameInput& in) { return smoothed(clock_.advance(in.frame)) * 1us; }

    /// The estimated refresh rate of the display in hertz; 0 if there is no estimate yet.
    constexpr std::int64_t estimate() const { return estimated_fps_; }
    /// True if the estimated refresh rate has been confirmed often enough to be used.
    constexpr bool complete() const { return complete_; }

private:
    static constexpr std::int64_t readings_per_average = 60;
    static constexpr std::int64_t frames_per_gate      = 64;

    struct Hits
    {
        std::int64_t at = 0, above = 0, below = 0, one_above = 0, one_below = 0;
    };

    constexpr std::int64_t smoothed(std::int64_t us)
    {
        if (us > 1'000'000) return us;
        if (!near_estimate(us) || us < 1'000) return us;
        if (!locked_) read(us);
        if (!complete_) return us;

        leftover_ += us;
        const std::int64_t period  = 1'000'000 / vsync_fps_;
        const std::int64_t periods = detail::max<std::int64_t>(leftover_ / period, 1);
        leftover_ -= periods * period;
        return periods * period;
    }

    // Counts the frame. Every 64 frames, enables smoothing if the measured frame rate is within 5 % of the confirmed
    // estimate of the refresh rate, and disables it otherwise.
    constexpr bool near_estimate(std::int64_t us)
    {
        gate_time_ += us;
        if (++gate_frames_ == frames_per_gate)
        {
            const std::int64_t average = gate_time_ / frames_per_gate;
            if (complete_ && average > 0)
            {
                const double ratio = 1e6 / static_cast<double>(average) / static_cast<double>(estimated_fps_);
                gate_open_         = ratio > 0.95 && ratio < 1.05;
            }
            gate_time_   = 0;
            gate_frames_ = 0;
        }
        return gate_open_;
    }

    // Adds a frame time of `us` microseconds. Every 60 frames, compares their mean rate with the estimated rate.
    constexpr void read(std::int64_t us)
    {
        total_ += us;
        if (++readings_ < readings_per_average) return;
        const std::int64_t average = total_ / readings_per_average;
        readings_                  = 0;
        total_                     = 0;
        judge(static_cast<std::int64_t>(1e6 / static_cast<double>(average) + 0.5));
    }

    constexpr void judge(std::int64_t fps)
    {
        if (estimated_fps_ == 0)
        {
            if (fps < 50) return; // too slow: the game is still loading, or drops frames
            estimated_fps_ = fps;
        }
        if (fps == estimated_fps_)
            confirm();
        else if (fps < estimated_fps_)
            lower(fps);
        else
            raise(fps);
    }

    constexpr void confirm()
    {
        ++hits_.at;
        if (complete_ && hits_.at == 20)
            locked_ = true;
        else if (!complete_ && hits_.at > 2)
        {
            complete_  = true;
            vsync_fps_ = estimated_fps_;
        }
    }

    constexpr void lower(std::int64_t fps)
    {
        if (fps == estimated_fps_ - 1)
        {
            ++hits_.one_below;
            if (hits_.one_below > hits_.at && hits_.one_below > 2) restart_at(estimated_fps_ - 1);
            return;
        }
        // The measured frame rate is at least 2 Hz below the estimate, more likely because of dropped frames than
        // because of a wrong estimate. So the estimate is lowered only if such low rates were measured more than eight
        // times as often as the estimated rate, and never if the estimate was confirmed more than ten times.
        ++hits_.below;
        const bool established = complete_ && hits_.at > 10;
        if (!established && hits_.below / 8 > hits_.at && hits_.below > 2) restart_at(estimated_fps_ - 1);
    }

    constexpr void raise(std::int64_t fps)
    {
        std::int64_t& hits = fps == estimated_fps_ + 1 ? hits_.one_above : hits_.above;
        ++hits;
        if (hits > hits_.at && hits > 1)
            restart_at(estimated_fps_ + detail::max<std::int64_t>((fps - estimated_fps_) / 2, 1));
    }

    constexpr void restart_at(std::int64_t fps)
    {
        estimated_fps_ = fps;
        hits_          = {};
        complete_      = false;
    }

    TickClock clock_{1us};
    std::int64_t estimated_fps_ = 0, vsync_fps_ = 0;
    std::int64_t total_ = 0, readings_ = 0;
    std::int64_t gate_time_ = 0, gate_frames_ = 0;
    std::int64_t leftover_ = 0;
    Hits hits_{};
    bool gate_open_ = true;
    bool complete_  = false;
    bool locked_    = false;
};

} // namespace timestep
