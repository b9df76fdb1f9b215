// SPDX-License-Identifier: MIT
// timestep/steppers/frame_driven.hpp -- steppers whose steps follow the frames; only SemiFixed and Gated can carry time
// A Grant (overload.hpp) is the number of steps that a frame may run, and the time kept for later frames.
// give_back_unrun_steps() takes steps that did not run out of the plan again, and carries or drops their time.
// StepPlan::filter_error includes rounding errors; no delta filter runs here.
#ifndef TIMESTEP_STEPPERS_FRAME_DRIVEN_HPP
#define TIMESTEP_STEPPERS_FRAME_DRIVEN_HPP

#include "timestep/overload.hpp"
#include "timestep/rounding.hpp"

namespace timestep
{

/// Every frame runs one step of fixed size, whatever the frame time is.
///   frames  |------|-----------|-----|------|
///   steps   |----| |----|      |----||----|       one step at the start of each frame, all equally long
class FrameLocked
{
public:
    static constexpr std::string_view name = "frame-locked";
    static constexpr ClockRelation clock_relation = ClockRelation::unrelated;
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    constexpr explicit FrameLocked(Rate r = {})
        : rate_{r}
        , dt_{step_ns(r)}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { *this = FrameLocked{r}; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        return {
            .steps = 1, .dt = dt_, .dt_seconds = step_seconds(rate_), .stepped = dt_, .dropped = in.frame_time - dt_};
    }

private:
    Rate rate_;
    Nanos dt_;
};

/// One step per frame, of the length of the measured frame time.
///   frames  |------|------------|---|------|
///   steps          |------|------------|---|------|      the same lengths, one frame later
class Variable
{
public:
    static constexpr std::string_view name = "variable";
    static constexpr ClockRelation clock_relation = ClockRelation::equal;
    static constexpr OverloadActions accepted_actions = OverloadActions::cap_frame_time;

    constexpr explicit Variable(Rate r = {})
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const std::int64_t frame_ns = in.frame_time.count();
        const auto [full_frames, rest] =
            overload.grant({.frame_time = frame_ns, .step_length = detail::max<std::int64_t>(frame_ns, 1)});
        const Nanos dt{full_frames * frame_ns + rest};
        return {.steps = dt > Nanos::zero() ? 1 : 0,
                .dt = dt,
                .dt_seconds = to_seconds(dt),
                .stepped = dt,
                .dropped = in.frame_time - dt};
    }

private:
    Rate rate_;
};

/// Full steps, then one shorter step for the rest of the frame. dt is rounded to the nearest nanosecond.
///   frames  |----------|--------|-------------|
///   steps   |----|----|-||----|---||----|----|--|      no time is carried over
class SemiFixed
{
public:
    static constexpr std::string_view name = "semi-fixed";
    static constexpr ClockRelation clock_relation = ClockRelation::equal;
    static constexpr OverloadActions accepted_actions =
        OverloadActions::cap_frame_time | OverloadActions::count_frame_as_one_step | OverloadActions::cap_steps;

    /// Time left after a frame's full steps is carried to the next frame if it is shorter than this; 0: never.
    Nanos smallest_tail{};

    constexpr explicit SemiFixed(Rate r = {})
        : rate_{r}
        , dt_{step_ns(r)}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r)
    {
        rate_ = r;
        dt_ = step_ns(r);
    }
    constexpr Nanos carried() const { return carried_; }
    constexpr void discard_carried() { carried_ = Nanos::zero(); }

    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const Nanos carried_before = carried_;
        const Grant grant = overload.grant({.frame_time = in.frame_time.count(),
                                            .carried_time = carried_before.count(),
                                            .step_length = dt_.count(),
                                            .rest_runs_as_tail = true});
        const Nanos rest = Nanos{grant.kept_time};
        carried_ = rest < smallest_tail ? rest : Nanos::zero();
        const Nanos stepped = grant.steps * dt_ + rest - carried_;
        return {.steps = grant.steps,
                .dt = dt_,
                .dt_seconds = step_seconds(rate_),
                .tail = rest - carried_,
                .stepped = stepped,
                .carried = carried_,
                .dropped = in.frame_time - stepped - (carried_ - carried_before)};
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<SemiFixed, &SemiFixed::smallest_tail>(
                "smallest_tail", "ms", 0.0, 20.0,
                "If the time left of a frame after its full steps is shorter than this limit, the time is carried to "
                "the next frame. A longer remainder gets its own step."),
        };
    }

private:
    Rate rate_;
    Nanos dt_;
    Nanos carried_{};
};

/// Divides each frame into equal steps of at most dt. Calculates in float32.
/// Source:  Unreal Engine, physics substepping: MaxSubstepDeltaTime 1/60 s, MaxSubsteps 6.
/// Promise: no step is longer than dt, no time is carried over, and there is no short step at the end.
/// Price:   the step size differs from frame to frame, so no run can be reproduced.
/// Breaks:  a frame longer than max_substeps * dt is clamped to this length: slow motion.
///   frames  |----------|--------|-------------|
///   steps   |-----|----|---|----|----|----|---|      equal steps within a frame
class Substepped
{
public:
    static constexpr std::string_view name = "substepped";
    static constexpr ClockRelation clock_relation = ClockRelation::equal;
    static constexpr OverloadActions accepted_actions = OverloadActions::cap_frame_time;

    std::int64_t max_substeps = 6; ///< largest number of steps in a frame, 1 to 64

    constexpr explicit Substepped(Rate r = {}, std::int64_t max_steps_a_frame = 6)
        : max_substeps{max_steps_a_frame}
        , rate_{r}
        , time_unit_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r)
    {
        rate_ = r;
        time_unit_ = ExactTimeUnit{r};
    }
    constexpr Nanos carried() const { return Nanos::zero(); }

    /// In the returned plan, dt_seconds is the exact length of a step; dt is rounded to the nearest nanosecond.
    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const std::int64_t max_steps = detail::checked_clamp(max_substeps, 1, 64);
        const Nanos granted_time = time_granted_by(in.frame_time, overload);
        const auto max_step_s = static_cast<float>(step_seconds(rate_));
        const float max_frame_s = static_cast<float>(max_steps) * max_step_s;
        const float frame_s = detail::min(static_cast<float>(to_seconds(granted_time)), max_frame_s);
        // The number of steps is 0 only if the frame time is zero.
        const std::int64_t steps = bounded_ceil(frame_s / max_step_s, max_steps);
        const float step_s = steps == 0 ? max_step_s : frame_s / static_cast<float>(steps);
        const Nanos stepped = stepped_truncator_.truncate(static_cast<double>(steps) * static_cast<double>(step_s));
        const Nanos dropped = in.frame_time - granted_time + time_beyond_steps(granted_time, max_steps);
        return {.steps = steps,
                .dt = steps == 0 ? Nanos::zero() : from_seconds(static_cast<double>(step_s)),
                .dt_seconds = static_cast<double>(step_s),
                .stepped = stepped,
                .dropped = dropped,
                .filter_error = in.frame_time - stepped - dropped};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Substepped, &Substepped::max_substeps>(
            "max_substeps", "steps", 1, 64,
            "Upper limit of the steps in a frame; the rest of a longer frame is dropped.")};
    }

private:
    constexpr Nanos time_granted_by(Nanos frame_time, const auto& overload) const
    {
        const Grant grant =
            overload.grant({.frame_time = time_unit_.to_units(detail::min(frame_time, time_unit_.max_time())),
                            .step_length = time_unit_.units_per_step,
                            .units_per_ns = time_unit_.units_per_ns,
                            .max_time = time_unit_.max_time()});
        return time_unit_.to_nanos(grant.steps * time_unit_.units_per_step + grant.kept_time);
    }
    // The part of `time` by which it is longer than `max_steps` full steps.
    constexpr Nanos time_beyond_steps(Nanos time, std::int64_t max_steps) const
    {
        if (time_unit_.units_per_step > INT64_MAX / max_steps) return Nanos::zero();
        return detail::max(time - time_unit_.to_nanos(max_steps * time_unit_.units_per_step), Nanos::zero());
    }
    static constexpr std::int64_t bounded_ceil(float x, std::int64_t max)
    {
        const auto whole = static_cast<std::int64_t>(x);
        return detail::min(static_cast<float>(whole) < x ? whole + 1 : whole, max);
    }

    Rate rate_;
    ExactTimeUnit time_unit_;
    NanosTruncator stepped_truncator_{};
};

/// Adds up frame times until they reach 1/rate (the gate), then simulates the sum as one step.
/// Source:  Quake 1, host.c, Host_FilterTime, 1996: at most 72 steps a second; each step is clamped to 1 ms..100 ms.
/// Promise: no step is too short for float arithmetic, and at most 72 network packets a second are sent.
/// Price:   steps still vary in length: the physics depends on the frame rate.
/// Breaks:  at a frame rate just above the gate's rate, every second frame has no step.
///   frames  |--|--|--|--|------|      two short frames open the gate
///   steps      |-----|  |-------|
class Gated
{
public:
    static constexpr std::string_view name = "gated";
    static constexpr ClockRelation clock_relation = ClockRelation::equal;
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    Nanos min_step = 1ms; ///< shortest step; shorter steps are raised to this; 0 or more
    Nanos max_step = 100ms; ///< longest step; longer steps are clamped to this

    constexpr explicit Gated(Rate max_step_rate = {})
        : rate_{max_step_rate}
        , time_unit_{max_step_rate}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r)
    {
        rate_ = r;
        time_unit_ = ExactTimeUnit{r};
    }
    constexpr Nanos carried() const { return carried_; }
    constexpr void discard_carried() { carried_ = Nanos::zero(); }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const Nanos carried_before = carried_;
        const Nanos collected_time = carried_before + detail::min(in.frame_time, time_unit_.max_time());
        const bool is_step_due =
            time_unit_.to_units(detail::min(collected_time, time_unit_.max_time())) >= time_unit_.units_per_step;
        const Nanos min_dt = detail::checked_at_least(min_step, 0ns);
        const Nanos dt = is_step_due ? detail::max(min_dt, detail::min(collected_time, max_step)) : Nanos::zero();
        carried_ = is_step_due ? Nanos::zero() : collected_time;
        return {.steps = is_step_due ? 1 : 0,
                .dt = dt,
                .dt_seconds = to_seconds(dt),
                .stepped = dt,
                .carried = carried_,
                .dropped = in.frame_time - (dt + carried_ - carried_before)};
    }

    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft&, const auto&)
    {
        carried_ = plan.stepped;
        plan.carried = carried_;
        plan.stepped = Nanos::zero();
        plan.steps = 0;
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<Gated, &Gated::min_step>("min", "ms", 0.0, 10.0,
                                          "Lower limit of the step length; shorter steps are raised to this limit."),
            knob<Gated, &Gated::max_step>("max", "ms", 10.0, 1000.0,
                                          "Upper limit of the step length; longer steps are cut to this limit."),
        };
    }

private:
    Rate rate_;
    ExactTimeUnit time_unit_;
    Nanos carried_{};
};

} // namespace timestep
#endif
