// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_seconds.hpp -- accumulators in a double: FixedMillis, FixedSeconds, Babylon, UnrealAsync
#ifndef TIMESTEP_STEPPERS_FIXED_SECONDS_HPP
#define TIMESTEP_STEPPERS_FIXED_SECONDS_HPP

#include "timestep/overload.hpp"
#include "timestep/rounding.hpp"

namespace timestep
{

/// Base class of accumulators that count time as a floating-point number, in units of 1/units_per_second s.
template <class Real, int units_per_second>
class RealAccumulator
{
public:
    static constexpr ClockRelation clock_relation = ClockRelation::lags;
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    constexpr explicit RealAccumulator(Rate r = {})
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(static_cast<double>(carried_units_) / units_per_second); }
    constexpr void discard_carried() { carried_units_ = 0; }

    /// Takes the steps in `left`, which did not run, out of `plan`, and keeps all their time for later frames.
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto&)
    {
        carry_unrun_steps(plan, left.steps, last_step_units_);
    }

protected:
    /// Converts a frame time, clamped to 24 h, to units of 1/units_per_second s, the unit of carried_units_.
    static constexpr double to_clamped_units(Nanos frame_time)
    {
        return static_cast<double>(clamped_to_24_h(frame_time).count()) / (1e9 / units_per_second);
    }
    static constexpr Nanos clamped_to_24_h(Nanos frame_time) { return detail::min(frame_time, Nanos{24h}); }

    /// Fills in the times and alpha of `plan`, and drops frame time above 24 h. Set carried_units_, the time left for
    /// the next frame, before the call. `step_units` is the length of a step, in units of 1/units_per_second s.
    constexpr StepPlan finish_plan(Nanos frame_time, Nanos carried_before, StepPlan plan, Real step_units)
    {
        last_step_units_ = step_units;
        plan.stepped = stepped_truncator_.truncate(static_cast<double>(plan.steps) * plan.dt_seconds);
        plan.carried = carried();
        plan.dropped += frame_time - clamped_to_24_h(frame_time);
        plan.filter_error = frame_time - plan.stepped - (plan.carried - carried_before) - plan.dropped;
        plan.alpha = static_cast<double>(carried_units_ / step_units);
        return plan;
    }

    constexpr void carry_unrun_steps(StepPlan& plan, std::int64_t steps, Real step_units)
    {
        carried_units_ += detail::unfused_product(static_cast<Real>(steps), step_units);
        detail::carry_unrun_steps(plan, steps, carried() - plan.carried);
        plan.alpha = static_cast<double>(carried_units_ / step_units);
    }

    Real carried_units_ = 0; ///< carried time, in units of 1/units_per_second seconds

private:
    Rate rate_;
    Real last_step_units_ = 1; // length of the last plan's steps, in units of 1/units_per_second seconds
    NanosTruncator stepped_truncator_{};
};

/// The accumulator of JavaScript loops: milliseconds in a double.
/// Source:  MainLoop.js (at most 240 steps a frame) and Phaser 3, arcade/World.js (any number of steps).
/// Promise: equal steps; every due step runs.
/// Price:   rounding errors of less than 1 us per hour in total; a due step can run one frame late.
/// Breaks:  if more than `max_steps` steps are due after a pause, the game runs fast for several frames.
///   carried |--------------------|    - dt - dt - dt ...    until it is less than dt
class FixedMillis : public RealAccumulator<double, 1000>
{
public:
    static constexpr std::string_view name = "fixed-millis";
    static constexpr std::int64_t highest_step_limit = 1'000'000;

    /// Largest number of steps in a frame, 1 to `highest_step_limit`; further due steps wait.
    std::int64_t max_steps = highest_step_limit;

    constexpr explicit FixedMillis(Rate r = {}, std::int64_t max_steps_a_frame = highest_step_limit)
        : RealAccumulator{r}
        , max_steps{max_steps_a_frame}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried();
        const double step_units = 1e3 * static_cast<double>(rate().den) / static_cast<double>(rate().num);

        carried_units_ += to_clamped_units(in.frame_time);
        const std::int64_t step_limit = detail::checked_clamp(max_steps, 1, highest_step_limit);
        std::int64_t steps = 0;
        for (; carried_units_ >= step_units && steps < step_limit; ++steps) carried_units_ -= step_units;
        return finish_plan(in.frame_time, carried_before,
                           {.steps = steps, .dt = step_ns(rate()), .dt_seconds = step_seconds(rate())}, step_units);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<FixedMillis, &FixedMillis::max_steps>(
            "max_steps", "steps", 1, highest_step_limit,
            "Upper limit of the steps in a frame; further due steps wait for the next frame.")};
    }
};

/// The accumulator of engines that count seconds in a double.
/// Source:  cannon-es, World.step (drops further due steps); Cocos Creator, PhysicsSystem.postUpdate (keeps them).
/// Promise: equal steps, at most `max_steps` of them in a frame.
/// Price:   rounding: if the frame rate equals the step rate, a step can run one frame late.
/// Breaks:  if keeps_due_steps is true, the backlog grows without limit on a machine that is too slow.
///   carried |--------------------|    - dt - dt - dt ...    until it is less than dt, or max_steps have run
class FixedSeconds : public RealAccumulator<double, 1>
{
public:
    static constexpr std::string_view name = "fixed-seconds";

    std::int64_t max_steps = 10; ///< largest number of steps in a frame, 1 or more
    bool keeps_due_steps = false; ///< true: further due steps wait for later frames; false: they are dropped

    constexpr explicit FixedSeconds(Rate r = {}, std::int64_t max_steps_a_frame = 10)
        : RealAccumulator{r}
        , max_steps{max_steps_a_frame}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried();
        const double step_units = step_seconds(rate());

        carried_units_ += to_clamped_units(in.frame_time);
        const std::int64_t step_limit = detail::checked_at_least(max_steps, 1);
        std::int64_t steps = 0;
        for (; carried_units_ >= step_units && steps < step_limit; ++steps) carried_units_ -= step_units;
        const double units_before_drop = carried_units_;
        if (!keeps_due_steps) carried_units_ = remainder(carried_units_, step_units);
        return finish_plan(in.frame_time, carried_before,
                           {.steps = steps,
                            .dt = step_ns(rate()),
                            .dt_seconds = step_units,
                            .dropped = dropped_truncator_.truncate(units_before_drop - carried_units_)},
                           step_units);
    }

    static constexpr auto knobs()
    {
        using F = FixedSeconds;
        return std::array{
            knob<F, &F::max_steps>("max_steps", "steps", 1, 1000, "Upper limit of the steps in a frame."),
            knob<F, &F::keeps_due_steps>("keep", "", 0, 1,
                                         "0 drops the due steps beyond max_steps, 1 carries them to later frames."),
        };
    }

private:
    // The remainder of time / divisor without rounding error, like JavaScript's operator %. 0 <= time, 0 < divisor.
    static constexpr double remainder(double time, double divisor)
    {
        double multiple = divisor;
        while (multiple + multiple <= time) multiple += multiple;
        for (; time >= divisor; multiple /= 2.0)
            if (time >= multiple) time -= multiple;
        return time;
    }

    NanosTruncator dropped_truncator_{};
};

/// Babylon.js's deterministic lockstep: one division computes the number of due steps.
/// Source:  Babylon.js, Scene.animate with deterministicLockstep: min(floor(time / step), lockstepMaxSteps) steps.
/// Promise: equal steps; at most `max_steps` of them in a frame; no due step is lost.
/// Price:   after a pause the game runs fast, at `max_steps` steps a frame, until it has caught up.
/// Breaks:  on a machine that is permanently too slow, the backlog grows without limit.
///   carried |--------------------|    / dt = 5 steps: 4 of them run, 1 waits
class Babylon : public RealAccumulator<double, 1000>
{
public:
    static constexpr std::string_view name = "babylon";

    std::int64_t max_steps = 4; ///< largest number of steps in a frame, 1 or more; further due steps wait

    using RealAccumulator::RealAccumulator;

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried();
        const double step_units = step_seconds(rate()) * 1e3;

        carried_units_ += to_clamped_units(in.frame_time);
        const std::int64_t steps =
            detail::min(static_cast<std::int64_t>(carried_units_ / step_units), detail::checked_at_least(max_steps, 1));
        for (std::int64_t i = 0; i < steps; ++i) carried_units_ -= step_units;
        carried_units_ = detail::max(carried_units_, 0.0);

        return finish_plan(in.frame_time, carried_before,
                           {.steps = steps, .dt = step_ns(rate()), .dt_seconds = step_seconds(rate())}, step_units);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Babylon, &Babylon::max_steps>(
            "max_steps", "steps", 1, 1000,
            "Upper limit of the steps in a frame; further due steps wait for the next frame.")};
    }
};

/// Unreal Engine 5's fixed asynchronous physics tick: the step and the frame times are float32, their sum is a double.
/// Source:  public copies of Unreal Engine 5, FPhysicsSolverBase::AdvanceAndDispatch_External with IsUsingFixedDt().
/// Promise: every due step runs, and all steps are equally long.
/// Price:   no limit of steps: with the usual step of 33.333 ms, a frame of 1 s runs 30 steps.
/// Breaks:  if a frame time is zero: then all carried time is simulated as one step.
///   carried |--------------|    floor(carried / dt) steps
class UnrealAsync : public RealAccumulator<double, 1>
{
public:
    static constexpr std::string_view name = "unreal-async";

    constexpr explicit UnrealAsync(Rate r = every(33'333us))
        : RealAccumulator{r}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried();
        double dt = static_cast<double>(static_cast<float>(step_seconds(rate())));

        carried_units_ += static_cast<double>(static_cast<float>(to_clamped_units(in.frame_time)));
        auto steps = static_cast<std::int64_t>(carried_units_ / dt);
        if (in.frame_time == Nanos::zero() && carried_units_ > 0.0) // flush: one step of all carried time
        {
            steps = 1;
            dt = carried_units_;
        }
        carried_units_ -=
            dt * static_cast<double>(steps); // the product is exact: dt is a float32 number, or steps is 1
        return finish_plan(in.frame_time, carried_before, {.steps = steps, .dt = from_seconds(dt), .dt_seconds = dt},
                           dt);
    }
};

} // namespace timestep
#endif
