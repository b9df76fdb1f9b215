// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_step.hpp -- FixedStep (the accumulator), AtMostOne, Deadline, FixedSteady: exact time
// A Grant (overload.hpp) is the number of steps that a frame may run, and the time kept for later frames.
// give_back_unrun_steps() takes steps that did not run out of the plan again, and carries or drops their time.
#ifndef TIMESTEP_STEPPERS_FIXED_STEP_HPP
#define TIMESTEP_STEPPERS_FIXED_STEP_HPP

#include "timestep/overload.hpp"

namespace timestep
{

/// Base class: an accumulator without rounding errors. It counts time as a whole number of units of ExactTimeUnit.
class ExactAccumulator
{
public:
    static constexpr ClockRelation clock_relation = ClockRelation::lags;
    static constexpr OverloadActions accepted_actions = all_overload_actions;

    constexpr ExactAccumulator() = default;
    constexpr explicit ExactAccumulator(Rate r)
        : rate_{r}
        , time_unit_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    /// Changes the step rate. Rounds carried() to nanoseconds, and limits it to ExactTimeUnit::max_time().
    constexpr void set_rate(Rate r)
    {
        const Nanos old_carried = carried();
        rate_ = r;
        time_unit_ = ExactTimeUnit{r};
        carried_units_ = time_unit_.to_units(detail::clamp(old_carried, -time_unit_.max_time(), time_unit_.max_time()));
        dropped_units_below_1_ns_ = 0; // less than 1 ns, in the unit of the old rate; not converted
    }
    constexpr Nanos carried() const { return time_unit_.to_nanos(carried_units_); }
    constexpr void discard_carried() { carried_units_ = 0; }

    /// Removes the steps in `left`, which did not run, from `plan`. `overload` limits the time kept for later frames.
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        return_steps(plan, left, overload, 0);
    }

protected:
    /// The length of a step, in units of 1/ExactTimeUnit::units_per_ns nanosecond.
    constexpr std::int64_t step_units() const { return time_unit_.units_per_step; }

    /// The time to simulate now: `frame_time`, at most time_unit_.max_time(), plus the time left from earlier frames.
    constexpr DueTime due_time(Nanos frame_time) const
    {
        return due_time_in_units(time_unit_.to_units(detail::min(frame_time, time_unit_.max_time())));
    }

    [[gnu::always_inline]] constexpr StepPlan apply_grant(Nanos frame_time, const DueTime& due, const Grant& grant)
    {
        const Nanos carried_before = carried();
        carried_units_ = grant.kept_time;

        const Nanos dropped =
            frame_time - detail::min(frame_time, time_unit_.max_time()) +
            truncate_dropped(due.total_time() - grant.steps * time_unit_.units_per_step - grant.kept_time);
        return {.steps = grant.steps,
                .dt = time_unit_.step_ns(),
                .dt_seconds = step_seconds(rate_),
                .stepped = frame_time - dropped - (carried() - carried_before),
                .carried = carried(),
                .dropped = dropped,
                .alpha = static_cast<double>(carried_units_) / static_cast<double>(time_unit_.units_per_step)};
    }

    static constexpr Grant grant_with_lead(DueTime due, const auto& overload, std::int64_t max_lead_units)
    {
        due.carried_time += max_lead_units;
        due.subtract_lead();
        Grant grant{.steps = 0, .kept_time = due.total_time()};
        if (due.frame_time >= 0) grant = overload.grant(due);
        grant.kept_time -= max_lead_units;
        return grant;
    }

    // Removes the steps that did not run from `plan`. The overload policy decides how much of their time is carried.
    constexpr void return_steps(StepPlan& plan, const StepsLeft& left, const auto& overload,
                                std::int64_t max_lead_units)
    {
        const Nanos carried_before = carried();
        const DueTime due = due_time_in_units(left.steps * time_unit_.units_per_step);
        const Grant grant = grant_with_lead(due, overload, max_lead_units);
        carried_units_ = grant.steps * time_unit_.units_per_step + grant.kept_time;

        const Nanos dropped = truncate_dropped(due.total_time() - carried_units_);
        plan.steps -= left.steps;
        plan.stepped -= dropped + (carried() - carried_before);
        plan.carried = carried();
        plan.dropped += dropped;
        plan.alpha = static_cast<double>(carried_units_) / static_cast<double>(time_unit_.units_per_step);
    }

private:
    constexpr DueTime due_time_in_units(std::int64_t frame_time) const
    {
        return {.frame_time = frame_time,
                .carried_time = carried_units_,
                .step_length = time_unit_.units_per_step,
                .units_per_ns = time_unit_.units_per_ns,
                .max_time = time_unit_.max_time()};
    }

    // Carries the fraction of a nanosecond to the next call.
    constexpr Nanos truncate_dropped(std::int64_t dropped_units)
    {
        if (dropped_units == 0) return Nanos::zero();
        dropped_units_below_1_ns_ += dropped_units;
        const Nanos whole_ns = Nanos{dropped_units_below_1_ns_ / time_unit_.units_per_ns};
        dropped_units_below_1_ns_ %= time_unit_.units_per_ns;
        return whole_ns;
    }

    Rate rate_{};
    ExactTimeUnit time_unit_{};
    std::int64_t carried_units_ = 0;
    std::int64_t dropped_units_below_1_ns_ = 0;
};

/// The accumulator: runs all whole steps that are due and carries the rest. Exact at any rational rate.
///   frames  |------|--------|---|---------|
///   steps   |----|----|----|----|----|----|~~      ~~ is carried over: alpha = carried / dt
class FixedStep : public ExactAccumulator
{
public:
    static constexpr std::string_view name = "fixed-step";

    using ExactAccumulator::ExactAccumulator;

    [[gnu::always_inline]] constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const DueTime due = due_time(in.frame_time);
        return apply_grant(in.frame_time, due, overload.grant(due));
    }
};

/// Runs one step in a frame if a step is due, never two.
/// Source:  Jolt Physics, TestFramework/Application/Application.cpp.
/// Promise: no frame ever runs more than one step, so there is no spiral of death.
/// Price:   if the frame rate is below the step rate, the game runs in slow motion.
/// Breaks:  never; but under overload the game runs slower than the wall clock.
///   frames  |--|--|--|--------------|--|
///   steps     |----|                |----|----|      the long frame runs one step, carries one, drops the rest
class AtMostOne : public FixedStep
{
public:
    static constexpr std::string_view name = "at-most-one";
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    using FixedStep::FixedStep;

    constexpr StepPlan plan(const FrameInput& in, const auto&) { return FixedStep::plan(in, OneStep{}); }
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto&)
    {
        FixedStep::give_back_unrun_steps(plan, left, OneStep{});
    }
};

/// Runs each step as soon as its time begins, so up to one step is simulated in advance.
/// Source:  deWiTTERS, "deWiTTERS Game Loop", 2007 (next_game_tick); bevy_rapier, TimestepMode::Interpolated.
/// Promise: interpolated frames are smooth and show the present, not the time a step ago as with an accumulator.
/// Price:   the newest step is simulated up to a step before its time, so input takes effect up to a step later.
/// Breaks:  if a step takes longer to compute than dt and no time is dropped, the frames get longer and longer.
///   frames  |------|--------|---|---------|
///   steps   |----|----|----|----|----|----|==      ==: the lead, simulated in advance; alpha = 1 - lead / dt
class Deadline : public ExactAccumulator
{
public:
    static constexpr std::string_view name = "deadline";
    static constexpr ClockRelation clock_relation = ClockRelation::leads;

    using ExactAccumulator::ExactAccumulator;

    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const DueTime due = due_time(in.frame_time);
        StepPlan plan = apply_grant(in.frame_time, due, grant_with_lead(due, overload, max_lead_units()));
        plan.alpha = alpha_with_lead(plan.alpha);
        return plan;
    }
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        return_steps(plan, left, overload, max_lead_units());
        plan.alpha = alpha_with_lead(plan.alpha);
    }

private:
    static constexpr double alpha_with_lead(double carried_steps) { return detail::max(carried_steps + 1.0, 0.0); }
    // How far the simulation may run ahead of the clock: one time unit less than a step.
    constexpr std::int64_t max_lead_units() const { return step_units() - 1; }
};

/// An accumulator that repeats the step count of the last frame as long as `slack` permits.
/// Source:  the idea of Godot's physics_jitter_fix in its simplest form: hysteresis.
/// Promise: at a frame rate near the step rate every frame runs one step; a plain accumulator runs 1, 0, 2, 1.
/// Price:   the simulated clock may be up to `slack` steps ahead or behind, so alpha can leave [0, 1) by `slack`.
/// Breaks:  at frame rates far above the step rate, steps come in groups: 0, 0, 0, 1, 1, 1 for 60 Hz at 120 fps.
///   frames  |----|---|-----|----|----|      with timer noise
///   steps   |----|----|----|----|----|      one step in each frame
class FixedSteady : public ExactAccumulator
{
public:
    static constexpr std::string_view name = "fixed-steady";

    double slack = 0.5; ///< allowed lead of the simulated clock, and allowed lag beyond one step; in steps, 0 to 1

    constexpr FixedSteady() = default;
    constexpr explicit FixedSteady(Rate r, double slack_steps = 0.5)
        : ExactAccumulator{r}
        , slack{slack_steps}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        DueTime due = due_time(in.frame_time);
        if (due.carried_time < -due.step_length) due.subtract_lead();
        const Grant grant = due.total_time() < 0 ? Grant{0, due.total_time()} : steady_grant(due, overload.grant(due));
        last_step_count_ = grant.steps;
        return apply_grant(in.frame_time, due, grant);
    }
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        ExactAccumulator::give_back_unrun_steps(plan, left, overload);
        last_step_count_ = plan.steps;
    }

    static constexpr auto knobs()
    {
        return std::array{knob<FixedSteady, &FixedSteady::slack>(
            "slack", "steps", 0.0, 1.0,
            "How far the simulation may run ahead of the game clock to keep the number "
            "of steps per frame constant. The simulation may fall behind by one step more.")};
    }

private:
    constexpr Grant steady_grant(const DueTime& due, const Grant& grant) const
    {
        const bool drops_time = grant.steps * due.step_length + grant.kept_time != due.total_time();
        if (last_step_count_ < 0 || drops_time) return grant;
        const auto max_lead_units =
            static_cast<std::int64_t>(detail::checked_clamp(slack, 0.0, 1.0) * static_cast<double>(due.step_length));
        const std::int64_t min_steps =
            -detail::floor_div(-(due.total_time() - due.step_length - max_lead_units), due.step_length);
        const std::int64_t max_steps = detail::floor_div(due.total_time() + max_lead_units, due.step_length);
        const std::int64_t steps =
            detail::max<std::int64_t>(detail::clamp(last_step_count_, min_steps, detail::max(min_steps, max_steps)), 0);
        return {steps, due.total_time() - steps * due.step_length};
    }

    std::int64_t last_step_count_ = -1; // number of steps in the last frame; -1 before the first frame
};

} // namespace timestep
#endif
