// SPDX-License-Identifier: MIT
// timestep/steppers/godot.hpp -- keeps a regular pattern of step counts by changing frame times slightly
// Source:  Godot 4, main/main_timer_sync.cpp, MainTimerSync (since 3.1, 2019).
// Promise: with noisy 60 Hz frame times every frame has one step, and the reported frame time (Godot's process delta)
//          is smooth as well.
// Price:   the reported clock is off by up to jitter_fix steps (the sum of filter_error), a single reported frame time
//          by up to twice as much; picture and physics are off by the same amount.
// Breaks:  if the frame rate is close to a multiple of the step rate but not equal to it (59.94 Hz), the pattern breaks
//          now and then. Godot's manual says to set jitter_fix to 0 for interpolation.
//   frames  |----|---|-----|----|---|------|
//   steps   |----|----|----|----|----|----|
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/tick_clock.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// Reads whole microseconds and counts seconds in doubles, as Godot does. The field filter_error of the plan (decision
/// for a frame) is the measured frame time minus the frame time that this stepper reports, with rounding errors and
/// with the fraction of a microsecond that the clock has not counted yet. The sum of all filter_errors is deficit(), to
/// a microsecond. This sum stays within jitter_fix steps, unless a frame time had to be raised because it was not
/// positive.
class Godot
{
public:
    static constexpr std::string_view name = "godot";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    double jitter_fix =
        0.5; ///< largest error of the clock of reported frame times, in steps, 0 to 2; Godot's physics_jitter_fix
    std::int64_t max_steps = 8; ///< most steps in a frame, 1 or more; Godot's max_physics_steps_per_frame

    constexpr Godot()
        : Godot{hz(60)}
    {
    }
    constexpr explicit Godot(Rate r, double fix = 0.5, std::int64_t most = 8)
        : jitter_fix{fix}
        , max_steps{most}
    {
        set_rate(r);
        for (std::size_t i = 0; i < slots; ++i) typical_[i] = recent_[i] = static_cast<std::int64_t>(i);
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r)
    {
        rate_ = r;
        hz_   = hertz(r);
        h_    = step_seconds(r);
    }
    constexpr Nanos carried() const { return from_seconds(accumulated_); }
    constexpr void discard_carried() { accumulated_ = 0.0; }
    /// Returns by how many seconds the frame times that this stepper reports lag the measured ones, summed over all
    /// frames.
    constexpr double deficit() const { return deficit_; }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the steps
    /// itself, to max_steps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        constexpr Nanos longest = 24h;
        const Nanos before      = carried();
        const Nanos frame       = detail::min(in.frame, longest);

        const std::int64_t due   = advance(static_cast<double>(clock_.elapsed(frame)) / 1e6);
        const std::int64_t steps = detail::min(due, detail::at_least(max_steps, 1));
        const Nanos stepped      = stepped_.take(static_cast<double>(steps) * h_);
        const Nanos dropped      = dropped_.take(static_cast<double>(due - steps) * h_) + (in.frame - frame);
        return {.steps        = steps,
                .dt           = from_seconds(h_),
                .dt_seconds   = h_,
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = dropped,
                .filter_error = in.frame - stepped - (carried() - before) - dropped,
                .alpha        = accumulated_ / h_};
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        accumulated_ += detail::product(static_cast<double>(left.steps), h_);
        detail::carry_left(plan, left.steps, carried() - plan.carried);
        plan.alpha = accumulated_ / h_;
    }

    static constexpr auto knobs()
    {
        using G = Godot;
        return std::array{
            knob<G, &G::jitter_fix>("jitter_fix", "steps", 0.0, 2.0,
                                    "How far the clock may be bent to keep the pattern of steps."),
            knob<G, &G::max_steps>("max_steps", "steps", 1, 100, "More steps than this in one frame are dropped."),
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
    static constexpr double between(double x, double min, double max) { return x < min ? min : x > max ? max : x; }

    // Returns the number of steps that are due in this frame. Updates `accumulated_` (the carried time) and `deficit_`
    // (the sum of measured minus reported frame times).
    constexpr std::int64_t advance(double measured)
    {
        // `least` is the shortest frame time that may be reported. It is a float, because Godot's source uses a float
        // for it.
        const float least    = detail::max(static_cast<float>(measured / 8.0), 1e-6F);
        const double process = measured + deficit_;
        std::int64_t steps   = typical_steps(process);

        const double ahead = process - accumulated_;
        const double delta = smoothed(process, ahead, static_cast<double>(least));
        accumulated_       = delta - ahead;
        if (accumulated_ > h_)
        {
            const std::int64_t extra = floor_of(accumulated_ * hz_);
            accumulated_ -= detail::product(static_cast<double>(extra), h_);
            steps += extra;
        }
        deficit_ = process - delta;
        return steps;
    }

    // Returns the number of steps for this frame that fits the pattern of the last frames; jitter_fix limits how far it
    // may differ from the due time.
    constexpr std::int64_t typical_steps(double process)
    {
        accumulated_ += process;
        std::int64_t steps = floor_of(accumulated_ * hz_);
        const double fix   = detail::in_range(jitter_fix, 0.0, 2.0);

        std::int64_t low = typical_[0], high = low + 1;
        bool learn = !expected(low, high);
        if (steps < low)
        {
            const std::int64_t possible = floor_of(detail::product(accumulated_, hz_) + fix);
            learn                       = learn || possible < low;
            steps                       = detail::min(possible, low);
        }
        else if (steps > high)
        {
            const std::int64_t possible = floor_of(detail::product(accumulated_, hz_) - fix);
            learn                       = learn || possible > high;
            steps                       = detail::max(possible, high);
        }
        steps = detail::max<std::int64_t>(steps, 0);
        accumulated_ -= detail::product(static_cast<double>(steps), h_);
        record(steps, learn);
        return steps;
    }

    // Narrows the range [low, high] to the step counts for this frame with which the last 2, 3, ... 12 frames together
    // take their typical number of steps (`typical_`), or one more. Returns false if no step count does this.
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

    // Returns the frame time to report: `process` (measured time plus deficit), moved towards the typical step count.
    // With `ahead` as the result no time is carried, with `ahead` + one step a whole step is. `least` is the shortest
    // frame time that may be reported. Several limits apply in order; if they contradict each other, the last one wins.
    constexpr double smoothed(double process, double ahead, double least) const
    {
        double delta        = process;
        const Range average = average_steps();
        if (average.frames > 3)
            delta = between(delta, detail::product(average.min, h_), detail::product(average.max, h_));
        const double most = detail::product(detail::in_range(jitter_fix, 0.0, 2.0), h_);
        delta             = between(delta, process - most, process + most);
        delta             = between(delta, ahead, ahead + h_);
        return detail::max(delta, least);
    }

    // Returns the range for the number of steps per frame that agrees with as many recent frames as possible.
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

    Rate rate_{};
    double hz_ = 60.0, h_ = 1.0 / 60.0;
    // Element i: number of steps that i + 1 successive frames typically take; they may take one step more.
    std::array<std::int64_t, slots> typical_{};
    std::array<std::int64_t, slots> recent_{}; // element i: number of steps in the last i + 1 frames
    double accumulated_ = 0.0;                 // time in seconds that is carried to the next frame
    double deficit_     = 0.0;                 // sum of all measured minus all reported frame times, in seconds
    TickClock clock_{1us};
    WholeNanos stepped_{}, dropped_{};
};

} // namespace timestep
