// SPDX-License-Identifier: MIT
// timestep/steppers/float32.hpp -- Bullet, Defold, Minecraft: accumulators that keep carried time in a float32 number
// give_back_unrun_steps() takes steps that did not run out of the plan again, and carries or drops their time.
// StepPlan::filter_error has the rounding errors; no delta filter runs here.
#ifndef TIMESTEP_STEPPERS_FLOAT32_HPP
#define TIMESTEP_STEPPERS_FLOAT32_HPP

#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep
{

/// Bullet's stepSimulation: subtracts the time of all due steps, but runs at most `max_substeps` of these steps.
/// Source:  Bullet 3, btDiscreteDynamicsWorld.cpp, stepSimulation(timeStep, maxSubSteps = 1).
/// Promise: one call of stepSimulation in each frame runs at most max_substeps steps.
/// Price:   with the default maxSubSteps = 1, a frame in which two steps are due silently loses one of them.
/// Breaks:  float32 rounding: at 60 Hz each frame adds an error of up to 4 ns to the counted time.
///   frames  |----|---------|----|      max_substeps = 1
///   steps   |----|----|    |----|      the long frame's second step is lost
class Bullet : public RealAccumulator<float, 1> // carried_units_ is in seconds
{
public:
    static constexpr std::string_view name = "bullet";

    std::int64_t max_substeps = 1; ///< largest number of steps in a frame, 1 or more; further due steps are lost

    constexpr explicit Bullet(Rate r = {}, std::int64_t max_steps_a_frame = 1)
        : RealAccumulator{r}
        , max_substeps{max_steps_a_frame}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried();
        const float step_s = step_length_s(); // the length of a step; `dt` is the same number
        const auto dt = static_cast<double>(step_s);

        carried_units_ += static_cast<float>(to_clamped_units(in.frame_time));
        std::int64_t due_steps = 0;
        if (carried_units_ >= step_s)
        {
            due_steps = static_cast<std::int64_t>(carried_units_ / step_s);
            carried_units_ -= detail::unfused_product(static_cast<float>(due_steps), step_s);
        }
        const std::int64_t steps = detail::min(due_steps, detail::checked_at_least(max_substeps, 1));
        const Nanos dropped = dropped_truncator_.truncate(static_cast<double>(due_steps - steps) * dt);
        return finish_plan(in.frame_time, carried_before,
                           {.steps = steps, .dt = from_seconds(dt), .dt_seconds = dt, .dropped = dropped}, step_s);
    }

    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto&)
    {
        carry_unrun_steps(plan, left.steps, step_length_s());
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Bullet, &Bullet::max_substeps>(
            "max_substeps", "steps", 1, 100, "Upper limit of the steps in a frame; further due steps are dropped.")};
    }

private:
    constexpr float step_length_s() const { return static_cast<float>(step_seconds(rate())); }

    NanosTruncator dropped_truncator_{};
};

/// Defold's fixed update: a frame longer than a step runs one step of the frame's length.
/// Source:  Defold, engine/engine/src/engine.cpp, CalcTimeStep: float32, on a clock of whole microseconds.
/// Promise: at frame rates above the step rate, all steps are equally long.
/// Price:   at frame rates below the step rate, the step length varies: the physics differs with the frame rate.
/// Breaks:  if the refresh rate equals the step rate, some frames have no step, because of the 1 us clock.
///   frames  |--|--|--|----------|--|
///   steps     |----|     |----------|     the long frame's step is as long as the frame
class Defold : public RealAccumulator<float, 1>
{
public:
    static constexpr std::string_view name = "defold";
    static constexpr ClockRelation clock_relation = ClockRelation::equal;

    using RealAccumulator::RealAccumulator;

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        constexpr float max_frame_s = 0.5F;
        const Nanos carried_before = carried();
        const auto measured_s =
            static_cast<float>(static_cast<double>(us_counter_.count_ticks(clamped_to_24_h(in.frame_time))) / 1e6);
        const float counted_s = detail::min(measured_s, max_frame_s);
        const float step_s = detail::max(counted_s, 1.0F / static_cast<float>(to_hertz(rate())));
        const auto dt = static_cast<double>(step_s);

        carried_units_ += counted_s;
        const auto steps = static_cast<std::int64_t>(carried_units_ / step_s);
        // The product of `steps` and `step_s` is rounded, and can be slightly larger than the time that is due.
        carried_units_ = detail::max(carried_units_ - static_cast<float>(steps) * step_s, 0.0F);

        const Nanos dropped = dropped_truncator_.truncate(static_cast<double>(measured_s - counted_s));
        StepPlan plan{.steps = steps, .dt = from_seconds(dt), .dt_seconds = dt, .dropped = dropped};
        plan = finish_plan(in.frame_time, carried_before, plan, step_s);
        plan.alpha = 1.0;
        return plan;
    }

    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        RealAccumulator::give_back_unrun_steps(plan, left, overload);
        plan.alpha = 1.0;
    }

private:
    ClockTickCounter us_counter_{1us};
    NanosTruncator dropped_truncator_{};
};

/// Minecraft's client timer: a clock of whole milliseconds; ticks are counted in float32.
/// Source:  decompiled Minecraft Java Edition, net.minecraft.client.Timer.advanceTime and Minecraft.runTick.
/// Promise: no frame runs more than 10 ticks.
/// Price:   a frame of more than half a second (at 20 ticks a second) loses the ticks beyond the tenth.
/// Breaks:  the clock counts whole milliseconds, so alpha moves in steps of 1/50 at 20 ticks a second.
///   frames  |---|---|---|---|--------------------|
///   ticks   |--------------|--------------|------       alpha = the carried fraction of a tick
class Minecraft
{
public:
    static constexpr std::string_view name = "minecraft";
    static constexpr ClockRelation clock_relation = ClockRelation::lags;
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    std::int64_t max_ticks = 10; ///< largest number of ticks in a frame, 1 or more; further due ticks are dropped

    constexpr explicit Minecraft(Rate r = hz(20))
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    /// Changes the tick rate. Keeps the accumulated time, within the precision of float32.
    constexpr void set_rate(Rate r)
    {
        const float old_tick_millis = tick_millis();
        rate_ = r;
        partial_tick_ = partial_tick_ * old_tick_millis / tick_millis();
    }
    constexpr Nanos carried() const { return from_seconds(static_cast<double>(partial_tick_) * dt()); }
    constexpr void discard_carried() { partial_tick_ = 0.0F; }
    /// The length of a tick in ms, rounded to float32 as in Minecraft's timer.
    constexpr float tick_millis() const { return 1000.0F / static_cast<float>(to_hertz(rate_)); }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        constexpr Nanos max_frame_time = 24h;
        const Nanos carried_before = carried();
        const Nanos counted_time = detail::min(in.frame_time, max_frame_time);

        partial_tick_ += static_cast<float>(ms_counter_.count_ticks(counted_time)) / tick_millis();
        const auto due_steps = static_cast<std::int64_t>(partial_tick_);
        partial_tick_ -= static_cast<float>(due_steps);
        const std::int64_t steps = detail::min(due_steps, detail::checked_at_least(max_ticks, 1));

        const Nanos stepped = stepped_truncator_.truncate(static_cast<double>(steps) * dt());
        const Nanos dropped =
            dropped_truncator_.truncate(static_cast<double>(due_steps - steps) * dt()) + (in.frame_time - counted_time);
        return {.steps = steps,
                .dt = from_seconds(dt()),
                .dt_seconds = dt(),
                .stepped = stepped,
                .carried = carried(),
                .dropped = dropped,
                .filter_error = in.frame_time - stepped - (carried() - carried_before) - dropped,
                .alpha = static_cast<double>(partial_tick_)};
    }

    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto&)
    {
        partial_tick_ += static_cast<float>(left.steps);
        detail::carry_unrun_steps(plan, left.steps, carried() - plan.carried);
        plan.alpha = static_cast<double>(partial_tick_);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Minecraft, &Minecraft::max_ticks>(
            "max_ticks", "steps", 1, 1000, "Upper limit of the ticks in a frame; further due ticks are dropped.")};
    }

private:
    constexpr double dt() const { return static_cast<double>(tick_millis()) / 1e3; }

    Rate rate_;
    ClockTickCounter ms_counter_{1ms};
    float partial_tick_ = 0.0F; // fraction of a tick that is carried to the next frame
    NanosTruncator stepped_truncator_{}, dropped_truncator_{};
};

} // namespace timestep
#endif
