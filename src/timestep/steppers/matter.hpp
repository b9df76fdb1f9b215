// SPDX-License-Identifier: MIT
// timestep/steppers/matter.hpp -- the Runner of matter-js: averages and rounds frame times, then takes fixed steps
// Source:  matter-js 0.20.0, src/core/Runner.js, Runner.tick: the mean of the central 80 % of the last 100 frames, in
//          their order in time; rounded to 1000 / round(fps) ms; the kept time is cut to this frame time plus 1.5
//          steps; a step is taken while 1.5 steps are kept; at most two steps a frame.
// Promise: a display with a whole number of hertz gets the same pattern of steps all the time.
// Price:   a frame over 66.7 ms counts as the last averaged frame time: the rest of it is lost.
// Breaks:  when the frame rate changes, the mean begins to change after ten frames and is right only after ninety.
//   kept    |----------|----------|-----|      a step is taken while at least 1.5 steps are kept
#pragma once

#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// Counts milliseconds in doubles. Starts in the state that matter-js's Runner has after its first frame: a time of
/// 1/60 s is kept. carried() is the kept time minus this 1/60 s, so it can be negative. The field filter_error of the
/// plan (decision for a frame) contains the changes by averaging and by rounding to whole frame rates, and rounding
/// errors.
class Matter
{
public:
    static constexpr std::string_view name = "matter";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    constexpr Matter() { history_[0] = usual; }
    constexpr explicit Matter(Rate r)
        : Matter{}
    {
        rate_ = r;
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds((kept_ - usual) / 1e3); }
    constexpr void discard_carried() { kept_ = usual; }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper itself limits the
    /// kept time and the number of steps.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const Nanos before  = carried();
        const double step   = 1e3 * static_cast<double>(rate_.den) / static_cast<double>(rate_.num);
        const double margin = step + step / 2.0; // 1.5 steps: a step is taken while at least this time is kept
        const double frame  = snapped(smoothed(accepted(in.frame)));
        last_               = frame;

        const double admitted = detail::min(kept_ + frame, frame + margin);
        const double lost     = kept_ + frame - admitted;
        kept_                 = admitted;
        std::int64_t steps    = 0;
        while (kept_ >= margin && steps < most_steps(step))
        {
            kept_ -= step;
            ++steps;
        }

        const Nanos stepped = stepped_.take(static_cast<double>(steps) * step_seconds(rate_));
        const Nanos dropped = dropped_.take(lost / 1e3);
        return {.steps        = steps,
                .dt           = step_ns(rate_),
                .dt_seconds   = step_seconds(rate_),
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = dropped,
                .filter_error = in.frame - stepped - (carried() - before) - dropped,
                .alpha        = (kept_ - usual) / step};
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        const double step = 1e3 * static_cast<double>(rate_.den) / static_cast<double>(rate_.num);
        kept_ += detail::product(static_cast<double>(left.steps), step);
        detail::carry_left(plan, left.steps, carried() - plan.carried);
        plan.alpha = (kept_ - usual) / step;
    }

private:
    static constexpr double usual        = 1000.0 / 60.0; // frame time in milliseconds before the first measurement
    static constexpr double longest      = 1000.0 / 15.0;
    static constexpr double frame_budget = 1000.0 / 30.0;
    static constexpr std::int64_t window = 100; // largest number of frame times in the history

    constexpr double accepted(Nanos frame) const
    {
        const double millis = static_cast<double>(frame.count()) / 1e6;
        return frame == Nanos::zero() || millis > longest ? last_ : millis;
    }

    // Adds `millis` to the history of frame times. Returns the mean of the history without its oldest and its newest
    // tenth; returns `millis` if nothing is left.
    constexpr double smoothed(double millis)
    {
        history_[static_cast<std::size_t>(next_)] = millis;
        next_                                     = (next_ + 1) % window;
        seen_                                     = detail::min(seen_ + 1, window);
        const auto from                           = static_cast<std::int64_t>(static_cast<double>(seen_) * 0.1);
        const auto to                             = static_cast<std::int64_t>(static_cast<double>(seen_) * 0.9);
        if (from >= to) return millis;
        double sum = 0.0;
        for (std::int64_t i = from; i < to; ++i)
            sum += history_[static_cast<std::size_t>((next_ - seen_ + i + window) % window)];
        return sum / static_cast<double>(to - from);
    }

    // Rounds the frame rate that belongs to the frame time `millis` to a whole number of frames per second. Returns the
    // frame time of the rounded rate, in milliseconds.
    static constexpr double snapped(double millis)
    {
        return 1000.0 / static_cast<double>(static_cast<std::int64_t>(1000.0 / millis + 0.5));
    }

    static constexpr std::int64_t most_steps(double step)
    {
        const double steps = frame_budget / step;
        const auto whole   = static_cast<std::int64_t>(steps);
        return whole + (static_cast<double>(whole) < steps ? 1 : 0);
    }

    Rate rate_{};
    std::array<double, window> history_{}; // last frame times in milliseconds; a ring buffer
    std::int64_t next_ = 1, seen_ = 1;
    double last_ = usual; // last frame time in milliseconds, after averaging and rounding
    double kept_ = usual; // time in milliseconds that is kept for steps; starts at 1/60 s, as in matter-js
    WholeNanos stepped_{}, dropped_{};
};

} // namespace timestep
