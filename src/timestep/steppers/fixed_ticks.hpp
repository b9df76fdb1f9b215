// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_ticks.hpp -- the accumulator of an engine that counts whole ticks
// Source:  Bevy (nanoseconds), .NET's TimeSpan and Windows' performance counter (100 ns), Quake III (milliseconds).
// Promise: integer arithmetic: cheap, and only the length of a step is rounded.
// Price:   a step of 1/60 s is not a whole number of ticks: each step is off by up to half a tick if it is rounded to
//          the nearest tick, by up to a whole tick if it is rounded down.
// Breaks:  at a frame rate equal to the step rate, the rounding errors of the steps add up to a missing or an extra
//          step.
//   1/60 s = 16,666,666.67 ns = 166,666.67 ticks of 100 ns = 16.67 ms
#pragma once

#include "timestep/overload/grant.hpp"
#include "timestep/tick_clock.hpp"

namespace timestep
{

/// The way in which a step is rounded to a whole number of ticks.
enum class StepRounding : std::uint8_t
{
    nearest,
    down,
};

/// An accumulator (it adds up frame times and subtracts steps) that counts ticks of a clock; the base class of several
/// engines' steppers. The field filter_error of the plan (decision for a frame) contains the fraction of a tick that
/// the clock has not counted yet.
class FixedTicks
{
public:
    static constexpr std::string_view name = "fixed-ticks";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = on_anything;

    /// Makes a stepper with Bevy's values: 64 steps a second, ticks of one nanosecond.
    constexpr FixedTicks()
        : FixedTicks{hz(64), 1ns, StepRounding::nearest}
    {
    }
    constexpr FixedTicks(Rate r, Nanos tick, StepRounding rounding)
        : clock_{tick}
        , rounding_{rounding}
    {
        set_rate(r);
    }

    constexpr Rate rate() const { return rate_; }
    /// Changes the step rate. The new step is rounded to a whole number of ticks, at least one.
    constexpr void set_rate(Rate r)
    {
        const Scale scale{r};
        const std::int64_t tick = scale.units(clock_.tick());
        const std::int64_t half = rounding_ == StepRounding::nearest ? tick / 2 : 0;
        rate_                   = r;
        step_                   = detail::max<std::int64_t>((scale.step + half) / tick, 1);
    }
    constexpr Nanos carried() const { return carried_ * clock_.tick(); }
    constexpr void discard_carried() { carried_ = 0; }
    /// Returns the length of a step, in ticks of the clock.
    constexpr std::int64_t step() const { return step_; }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Due due = this->due(ticks_of(in.frame));
        return settle(in.frame, due, overload.grant(due));
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload& overload)
    {
        const Due due     = this->due(left.steps * step_);
        const Grant grant = overload.grant(due);
        carried_          = grant.steps * step_ + grant.kept;
        plan.steps -= left.steps;
        plan.stepped -= left.steps * step_ * clock_.tick();
        plan.carried = carried();
        plan.dropped += (due.total() - carried_) * clock_.tick();
        plan.alpha = static_cast<double>(carried_) / static_cast<double>(step_);
    }

protected:
    // The longest frame time that the tick clock counts: a year. The rest of a longer frame time is dropped.
    static constexpr Nanos longest = 24h * 365;

    constexpr std::int64_t ticks_of(Nanos frame) { return clock_.elapsed(detail::min(frame, longest)); }
    constexpr Nanos tick() const { return clock_.tick(); }

    constexpr Due due(std::int64_t ticks) const
    {
        return {.frame = ticks, .carried = carried_, .step = step_, .ns_per = clock_.tick().count()};
    }

    /// Carries out `grant`, the decision of the overload policy (limit of the steps) about the time `due`, and returns
    /// the plan of the frame. `made_up` is additional time that the engine simulates although it has not passed.
    constexpr StepPlan settle(Nanos frame, const Due& due, const Grant& grant, Nanos made_up = Nanos::zero())
    {
        const Nanos before  = carried();
        carried_            = grant.kept;
        const Nanos stepped = grant.steps * step_ * clock_.tick();
        const Nanos dropped = (due.total() - grant.steps * step_ - grant.kept) * clock_.tick() - made_up +
                              (frame - detail::min(frame, longest));
        return {.steps        = grant.steps,
                .dt           = step_ * clock_.tick(),
                .dt_seconds   = to_seconds(step_ * clock_.tick()),
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = dropped,
                .filter_error = frame - stepped - (carried() - before) - dropped,
                .alpha        = static_cast<double>(carried_) / static_cast<double>(step_)};
    }

private:
    TickClock clock_;
    StepRounding rounding_;
    Rate rate_{};
    std::int64_t step_    = 0;
    std::int64_t carried_ = 0;
};

} // namespace timestep
