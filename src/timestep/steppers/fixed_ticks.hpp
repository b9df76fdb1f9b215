// SPDX-License-Identifier: MIT
// timestep/steppers/fixed_ticks.hpp -- the accumulators of engines that count whole ticks of a clock
// A Grant (overload.hpp) is the number of steps that a frame may run, and the time kept for later frames.
// give_back_unrun_steps() takes steps that did not run out of the plan again, and carries or drops their time.
// In names such as step_ticks() a tick is one of the clock. Ebitengine and OpenTTD also call a step a tick.
#ifndef TIMESTEP_STEPPERS_FIXED_TICKS_HPP
#define TIMESTEP_STEPPERS_FIXED_TICKS_HPP

#include "timestep/overload.hpp"
#include "timestep/rounding.hpp"

namespace timestep
{

enum class StepRounding : std::uint8_t
{
    nearest,
    down,
};

/// An accumulator that counts whole ticks of a clock; the base class of several engines' steppers.
/// Source:  Bevy (nanoseconds), .NET's TimeSpan and Windows' performance counter (100 ns), Quake III (milliseconds).
/// Promise: integer arithmetic: cheap, and only the length of a step is rounded.
/// Price:   a step, such as 1/60 s, is rounded to whole ticks, by less than one tick.
/// Breaks:  at a frame rate equal to the step rate, rounding errors of steps add up to a missing or an extra step.
///   1/60 s = 16,666,666.67 ns = 166,666.67 ticks of 100 ns = 16.67 ms
class FixedTicks
{
public:
    static constexpr std::string_view name = "fixed-ticks";
    static constexpr ClockRelation clock_relation = ClockRelation::lags;
    static constexpr OverloadActions accepted_actions = all_overload_actions;

    /// Makes Bevy's stepper: 64 steps a second, on a clock that counts nanoseconds.
    constexpr FixedTicks()
        : FixedTicks{hz(64), 1ns, StepRounding::nearest}
    {
    }
    constexpr FixedTicks(Rate r, Nanos tick_length, StepRounding rounding)
        : tick_counter_{tick_length}
        , rounding_{rounding}
    {
        set_rate(r);
    }

    constexpr Rate rate() const { return rate_; }
    /// Changes the step rate. The length of the new step is rounded to a whole number of clock ticks, at least one.
    constexpr void set_rate(Rate r)
    {
        const ExactTimeUnit time_unit{r};
        const std::int64_t units_per_tick = time_unit.to_units(tick_length());
        const std::int64_t rounding_offset = rounding_ == StepRounding::nearest ? units_per_tick / 2 : 0;
        rate_ = r;
        step_ticks_ = detail::max<std::int64_t>((time_unit.units_per_step + rounding_offset) / units_per_tick, 1);
    }
    constexpr Nanos carried() const { return carried_ticks_ * tick_length(); }
    constexpr void discard_carried() { carried_ticks_ = 0; }
    /// The length of a step, in ticks of the clock.
    constexpr std::int64_t step_ticks() const { return step_ticks_; }

    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const DueTime due = due_time(take_ticks(in.frame_time));
        return apply_grant(in.frame_time, due, overload.grant(due));
    }

    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        const DueTime due = due_time(left.steps * step_ticks_);
        const Grant grant = overload.grant(due);
        carried_ticks_ = grant.steps * step_ticks_ + grant.kept_time;
        plan.steps -= left.steps;
        plan.stepped -= left.steps * step_ticks_ * tick_length();
        plan.carried = carried();
        plan.dropped += (due.total_time() - carried_ticks_) * tick_length();
        plan.alpha = static_cast<double>(carried_ticks_) / static_cast<double>(step_ticks_);
    }

protected:
    // The longest frame time that is counted, a year; the rest of a longer frame time is dropped.
    static constexpr Nanos max_frame_time = 24h * 365;

    // Converts `frame_time` to whole ticks; carries the remainder to the next call.
    constexpr std::int64_t take_ticks(Nanos frame_time)
    {
        return tick_counter_.count_ticks(detail::min(frame_time, max_frame_time));
    }
    constexpr Nanos tick_length() const { return tick_counter_.tick_length(); }

    // The time to simulate now, in clock ticks: `frame_ticks` plus the time left from earlier frames.
    constexpr DueTime due_time(std::int64_t frame_ticks) const
    {
        return {.frame_time = frame_ticks,
                .carried_time = carried_ticks_,
                .step_length = step_ticks_,
                .ns_per_unit = tick_length().count()};
    }

    constexpr StepPlan apply_grant(Nanos frame_time, const DueTime& due, const Grant& grant,
                                   std::int64_t dropped_ticks = 0)
    {
        const Nanos carried_before = carried();
        carried_ticks_ = grant.kept_time;
        const Nanos stepped = grant.steps * step_ticks_ * tick_length();
        const Nanos dropped =
            (due.total_time() - grant.steps * step_ticks_ - grant.kept_time + dropped_ticks) * tick_length() +
            (frame_time - detail::min(frame_time, max_frame_time));
        return {.steps = grant.steps,
                .dt = step_ticks_ * tick_length(),
                .dt_seconds = to_seconds(step_ticks_ * tick_length()),
                .stepped = stepped,
                .carried = carried(),
                .dropped = dropped,
                .filter_error = frame_time - stepped - (carried() - carried_before) - dropped,
                .alpha = static_cast<double>(carried_ticks_) / static_cast<double>(step_ticks_)};
    }

private:
    ClockTickCounter tick_counter_;
    StepRounding rounding_;
    Rate rate_{};
    std::int64_t step_ticks_ = 0;
    std::int64_t carried_ticks_ = 0;
};

/// MonoGame's accumulator, in 100 ns ticks. lag_steps() sums each frame's extra steps; a frame of one step subtracts 1.
/// Source:  MonoGame, MonoGame.Framework/Game.cs, Tick(), and FNA, src/Game.cs: 1/60 s is 166,667 ticks.
/// Promise: is_running_slowly() becomes true when lag_steps() reaches 5, and false after lag_steps() is 0 again.
/// Price:   a step of 1/60 s is 33 ns too long: with exact 60 Hz frames one step is missing every 2.3 hours.
/// Breaks:  without an overload policy, a long frame runs all its steps; MonoGame limits the due time to 500 ms.
///   frames  |----|--------------|----|
///   steps   |----|----|----|----|----|      lag_steps() after each frame: 0, 2, 1
class MonoGame : public FixedTicks
{
public:
    static constexpr std::string_view name = "monogame";

    constexpr explicit MonoGame(Rate r = hz(60))
        : FixedTicks{r, 100ns, StepRounding::nearest}
    {
    }

    /// MonoGame's lag counter: a frame of n > 1 steps adds n - 1, a frame of one step subtracts 1, down to 0.
    constexpr std::int64_t lag_steps() const { return lag_steps_; }
    constexpr bool is_running_slowly() const { return is_running_slowly_; }

    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const StepPlan plan = FixedTicks::plan(in, overload);
        if (plan.steps > 0) track_lag(plan.steps);
        return plan;
    }

private:
    constexpr void track_lag(std::int64_t steps)
    {
        lag_steps_ += steps - 1;
        if (is_running_slowly_)
            is_running_slowly_ = lag_steps_ != 0;
        else
            is_running_slowly_ = lag_steps_ >= 5;
        if (steps == 1 && lag_steps_ > 0) --lag_steps_;
    }

    std::int64_t lag_steps_ = 0;
    bool is_running_slowly_ = false;
};

/// The accumulator of cute_framework, on a 10 MHz counter.
/// Source:  R. Gaul, cute_framework, src/cute_time.cpp, cf_update_time: a step of 1/60 s is rounded to 166,666 ticks.
/// Promise: at 60 steps a second or more, the first frame runs an extra step, so there is always a state to draw.
/// Price:   the first frame simulates 1/60 s too much. StepPlan::dropped counts this as a drop of -1/60 s.
/// Breaks:  a step is 67 ns too short: with exact 60 Hz frames there is one extra step every 70 minutes.
///   frames  |----|----|----|
///   steps   |----|----|----|----|      two steps in the first frame: an extra one and its own
class Cute : public FixedTicks
{
public:
    static constexpr std::string_view name = "cute";

    constexpr explicit Cute(Rate r = hz(60))
        : FixedTicks{r, 100ns, StepRounding::down}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        const std::int64_t extra_ticks = has_started_ ? 0 : first_frame_extra_ticks;
        has_started_ = true;
        const DueTime due = due_time(take_ticks(in.frame_time) + extra_ticks);
        StepPlan plan = apply_grant(in.frame_time, due, overload.grant(due), -extra_ticks);
        plan.alpha = exact_alpha();
        return plan;
    }
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        FixedTicks::give_back_unrun_steps(plan, left, overload);
        plan.alpha = exact_alpha();
    }

private:
    // As in cute_framework, alpha is the carried time divided by 1 / rate, not by the step rounded to clock ticks.
    constexpr double exact_alpha() const { return to_seconds(carried()) / step_seconds(rate()); }

    static constexpr std::int64_t first_frame_extra_ticks = 166'666; // 1/60 s in ticks, independent of the step rate

    bool has_started_ = false;
};

/// The StepTimer of the DirectX samples, in 100 ns ticks.
/// Source:  Microsoft, DirectX templates, StepTimer.h: a step of 1/60 s is 166,666 ticks.
/// Promise: on a 60 Hz display every frame has one update, even if frame times vary by up to 0.24 ms.
/// Price:   a 59.94 Hz display counts as 60 Hz: the game runs 0.1 % slow.
/// Breaks:  the rounded frame times do not add up to the wall time; Microsoft's code has no alpha for interpolation.
///   frames  |---|-----|----|------------|
///   steps   |----|----|----|----|----|----|~      ~ is carried to the next frame
class StepTimer : public FixedTicks
{
public:
    static constexpr std::string_view name = "step-timer";
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    Nanos frame_time_limit = 100ms; ///< longer frame times count as this; 0 or more
    Nanos snap_tolerance = 250us; ///< frame times within this of a step count as exactly one step

    constexpr explicit StepTimer(Rate r = hz(60))
        : FixedTicks{r, 100ns, StepRounding::down}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        const std::int64_t measured_ticks = take_ticks(in.frame_time);
        const std::int64_t counted_ticks =
            detail::min<std::int64_t>(measured_ticks, detail::checked_at_least(frame_time_limit, 0ns) / tick_length());
        const std::int64_t difference_ticks = counted_ticks - step_ticks();
        const bool counts_as_step = detail::max(difference_ticks, -difference_ticks) < snap_tolerance / tick_length();
        const DueTime due = due_time(counts_as_step ? step_ticks() : counted_ticks);
        return apply_grant(in.frame_time, due, grant_all(due.total_time(), due.step_length),
                           measured_ticks - counted_ticks);
    }

    static constexpr auto knobs()
    {
        using S = StepTimer;
        return std::array{
            knob<S, &S::frame_time_limit>("limit", "ms", 1.0, 10000.0,
                                          "Upper limit of the frame time; the time above this limit is dropped."),
            knob<S, &S::snap_tolerance>(
                "snap", "us", 0.0, 5000.0,
                "A frame time that differs from a step by no more than this counts as exactly one step."),
        };
    }
};

/// Ebitengine's clock: rounds the due time to the nearest whole number of ticks, and runs these ticks.
/// Source:  Ebitengine, internal/clock/clock.go: the due time is limited to 5 ticks or 5/60 s, whichever is longer.
/// Promise: on a display of about 60 Hz every frame has one tick, although the frame times vary.
/// Price:   the game clock leads or lags the wall clock by up to half a tick.
/// Breaks:  below 13 frames a second the game slows down.
///   frames  |---|------|-----|----|
///   ticks   |----|----|----|----|      a tick runs as soon as half of its length is due
class Ebitengine : public FixedTicks
{
public:
    static constexpr std::string_view name = "ebitengine";
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    constexpr explicit Ebitengine(Rate r = hz(60))
        : FixedTicks{r, 1ns, StepRounding::down}
    {
    }

    /// Rounds to the nearest number of steps, so the simulation can lead the clock by up to half a step.
    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        constexpr std::int64_t min_backlog_limit_ns = 83'333'333; // 5/60 s in ns; runs even if 5 ticks are shorter
        const DueTime due = due_time(take_ticks(in.frame_time));
        const std::int64_t due_ticks =
            detail::min(due.total_time(), detail::max(5 * step_ticks(), min_backlog_limit_ns));
        const std::int64_t steps = detail::max<std::int64_t>(due_ticks + step_ticks() / 2, 0) / step_ticks();
        return apply_grant(in.frame_time, due, {steps, due_ticks - steps * step_ticks()});
    }
};

/// OpenTTD's game loop: a frame runs one tick if a deadline has passed.
/// Source:  OpenTTD, src/video/video_driver.cpp, VideoDriver::Tick and GameLoop: ALLOWED_DRIFT is 5 intervals.
/// Promise: no frame ever runs more than one tick.
/// Price:   if the frame rate is below the tick rate, the game runs in slow motion.
/// Breaks:  after a delay of up to 5 tick lengths, each frame runs a tick until the game has caught up.
///   frames    |--|--|--|--|--|--|
///   deadlines |---|---|---|---|
///   ticks     |     |  |  |     |     one tick in the first frame that begins at or after each deadline
class OpenTtd : public FixedTicks
{
public:
    static constexpr std::string_view name = "open-ttd";
    static constexpr ClockRelation clock_relation = ClockRelation::leads;
    static constexpr OverloadActions accepted_actions = OverloadActions::none;

    constexpr explicit OpenTtd(Rate r = every(27ms))
        : FixedTicks{r, 1ns, StepRounding::down}
    {
    }

    constexpr StepPlan plan(const FrameInput& in, const auto&)
    {
        constexpr std::int64_t max_lag_steps = 5; // largest lag in steps; if it is larger, the next deadline is now
        const DueTime due = due_time(take_ticks(in.frame_time));
        Grant grant{.steps = 0, .kept_time = due.total_time()};
        if (due.total_time() >= 0) grant = {.steps = 1, .kept_time = due.total_time() - step_ticks()};
        if (grant.kept_time > max_lag_steps * step_ticks()) grant.kept_time = 0;
        StepPlan plan = apply_grant(in.frame_time, due, grant);
        plan.alpha = detail::max(plan.alpha + 1.0, 0.0);
        return plan;
    }
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        FixedTicks::give_back_unrun_steps(plan, left, overload);
        plan.alpha += 1.0;
    }
};

} // namespace timestep
#endif
