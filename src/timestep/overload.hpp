// SPDX-License-Identifier: MIT
// timestep/overload.hpp -- overload policies: they limit the steps that a frame runs when too much time is due
//
//     Grant grant(const DueTime& due)      the number of steps that run now, and the time that is kept for later frames
//     static constexpr auto knobs()        the policy's numeric parameters (knobs), if it has any
//
// Due time is time that has not been simulated yet. The part that is neither run nor kept is dropped, and the plan
// reports it. Each stepper counts due time in its own unit, of which a step is an integer multiple: for example 1/3 ns,
// because 1/60 s is 50,000,000 thirds of a nanosecond; 100 ns ticks of a performance counter; or milliseconds.
#ifndef TIMESTEP_OVERLOAD_HPP
#define TIMESTEP_OVERLOAD_HPP

#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// The time that a frame should simulate. Overload policies require a total_time() of 0 or more.
struct DueTime
{
    std::int64_t frame_time = 0; ///< frame time after the delta filter, in the stepper's unit
    /// Time left over from earlier frames, in the stepper's time unit; negative while the simulation leads the clock.
    std::int64_t carried_time = 0;
    std::int64_t step_length = 1; ///< length of a full step, in the stepper's unit of time
    std::int64_t units_per_ns = 1; ///< units of the stepper in a nanosecond; 1 if a unit is longer than a nanosecond
    std::int64_t ns_per_unit = 1; ///< nanoseconds in a unit of the stepper; 1 if a unit is shorter than a nanosecond
    Nanos max_time{INT64_MAX / 4}; ///< to_clamped_units() clamps longer times to this
    bool rest_runs_as_tail = false; ///< true if the stepper simulates the kept time in this frame, as one shorter step

    constexpr std::int64_t total_time() const { return frame_time + carried_time; }
    /// If the simulation leads the clock, subtracts this lead from `frame_time`, and sets `carried_time` to zero.
    constexpr void subtract_lead()
    {
        if (carried_time >= 0) return;
        frame_time += carried_time;
        carried_time = 0;
    }
    /// `time` must be 0 or more; it is clamped to `max_time`.
    constexpr std::int64_t to_clamped_units(Nanos time) const
    {
        const std::int64_t multiple = detail::min(time, max_time).count() * units_per_ns;
        return ns_per_unit == 1 ? multiple : multiple / ns_per_unit;
    }
    /// In the unit of `frame_time`.
    constexpr std::int64_t max_kept_time() const
    {
        return ns_per_unit == 1 ? INT64_MAX / 4 : INT64_MAX / 4 / ns_per_unit;
    }
};

/// What a frame does with the time not simulated yet: runs `steps`, keeps `kept_time` and drops the rest.
struct Grant
{
    std::int64_t steps = 0; ///< steps that run in this frame
    std::int64_t kept_time = 0; ///< due time to keep for later frames, in the stepper's unit
};

/// Runs all whole steps in `due_time` (>= 0) and keeps the rest for later frames. Both arguments have the same unit.
constexpr Grant grant_all(std::int64_t due_time, std::int64_t step_length)
{
    // Unsigned division is faster than signed division.
    const auto dividend = static_cast<std::uint64_t>(due_time), divisor = static_cast<std::uint64_t>(step_length);
    return {static_cast<std::int64_t>(dividend / divisor), static_cast<std::int64_t>(dividend % divisor)};
}

/// Ways to limit the steps of an overloaded frame, as bits.
enum class OverloadActions : std::uint8_t
{
    none = 0,
    cap_frame_time = 1, ///< the overload policy shortens a long frame time
    count_frame_as_one_step = 2, ///< the overload policy counts a long frame as one step
    cap_steps = 4, ///< the overload policy limits the steps of a frame and drops the other due steps
    manage_backlog = 8, ///< the overload policy limits, keeps or clears the due time of several frames
};

constexpr OverloadActions operator|(OverloadActions a, OverloadActions b)
{
    return static_cast<OverloadActions>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool includes(OverloadActions set, OverloadActions flag)
{
    return (static_cast<std::uint8_t>(set) & static_cast<std::uint8_t>(flag)) == static_cast<std::uint8_t>(flag);
}
inline constexpr OverloadActions all_overload_actions = OverloadActions::cap_frame_time |
                                                        OverloadActions::count_frame_as_one_step |
                                                        OverloadActions::cap_steps | OverloadActions::manage_backlog;

/// Simulates all due time. A spiral of death is possible: each frame computes more steps than the frame before.
struct Unlimited
{
    static constexpr std::string_view name = "none";
    static constexpr OverloadActions actions = OverloadActions::none;

    constexpr Grant grant(const DueTime& due) const { return grant_all(due.total_time(), due.step_length); }
};

/// A frame time longer than `limit` counts as `limit`.
/// Source:  G. Fiedler, "Fix Your Timestep!", 2004 (250 ms); Unity's maximumDeltaTime (1/3 s, older projects 0.1 s).
/// Promise: one long frame causes at most `limit` of simulated time.
/// Price:   slow motion while frames are longer than `limit`.
/// Breaks:  if simulating `limit` takes longer than `limit` on the wall clock, every frame is too long.
struct CapFrameTime
{
    static constexpr std::string_view name = "cap-frame-time";
    static constexpr OverloadActions actions = OverloadActions::cap_frame_time;

    Nanos limit = 250ms; ///< a longer frame time counts as this long; 1 ms or more

    constexpr Grant grant(const DueTime& due) const
    {
        const std::int64_t time =
            due.carried_time + detail::min(due.frame_time, due.to_clamped_units(detail::checked_at_least(limit, 1ms)));
        return time < 0 ? Grant{time / due.step_length, time % due.step_length} : grant_all(time, due.step_length);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<CapFrameTime, &CapFrameTime::limit>(
            "limit", "ms", 1.0, 10000.0, "Upper limit of the frame time; the time above this limit is dropped.")};
    }
};

/// Limits the time that one frame simulates, including time carried from earlier frames.
/// Source:  MonoGame, Game.cs, _maxElapsedTime (500 ms); cute_framework, cute_time.cpp, max_updates (5 steps).
/// Promise: a limited number of steps per frame, however much time has accumulated.
/// Price:   carried time is dropped, too, which shifts the times at which later steps are due.
/// Breaks:  never; but under overload the game runs slower than the wall clock.
struct CapAccumulator
{
    static constexpr std::string_view name = "cap-accumulator";
    static constexpr OverloadActions actions = OverloadActions::manage_backlog;

    Nanos limit = 500ms; ///< longest time of a frame, 1 ms or more and at least a step; ignored if `max_steps` is not 0
    std::int64_t max_steps = 0; ///< largest number of steps in a frame; 0 or less uses `limit` instead

    constexpr Grant grant(const DueTime& due) const
    {
        if (max_steps <= 0)
            return grant_all(detail::min(due.total_time(), due.to_clamped_units(detail::checked_at_least(limit, 1ms))),
                             due.step_length);
        const Grant unlimited = grant_all(due.total_time(), due.step_length);
        return unlimited.steps < max_steps ? unlimited : Grant{max_steps, 0};
    }

    static constexpr auto knobs()
    {
        using C = CapAccumulator;
        return std::array{
            knob<C, &C::limit>("limit", "ms", 1.0, 10000.0,
                               "Upper limit of the time that one frame simulates; further due time is dropped."),
            knob<C, &C::max_steps>("steps", "steps", 0, 1000,
                                   "Upper limit of the steps in a frame; 0 uses the limit in milliseconds instead."),
        };
    }
};

/// Runs at most `max_steps` steps in a frame, drops the other whole steps, and carries the remainder below one step.
/// Source:  Godot, physics/common/max_physics_steps_per_frame (8); Bullet's maxSubSteps; Quake III's pmove chop.
/// Promise: a frame never runs more than `max_steps` steps, and drops do not shift the times of later steps.
/// Price:   slow motion while more than `max_steps` steps are due.
/// Breaks:  never; but under overload the game runs slower than the wall clock.
struct CapSteps
{
    static constexpr std::string_view name = "cap-steps";
    static constexpr OverloadActions actions = OverloadActions::cap_steps;

    std::int64_t max_steps = 8; ///< largest number of steps in a frame, 1 or more

    constexpr Grant grant(const DueTime& due) const
    {
        const std::int64_t limit = detail::checked_at_least(max_steps, 1);
        const auto [steps, rest] = grant_all(due.total_time(), due.step_length);
        if (due.rest_runs_as_tail && steps >= limit) return {limit, 0};
        return {detail::min(steps, limit), rest};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<CapSteps, &CapSteps::max_steps>(
            "max_steps", "steps", 1, 1000, "Upper limit of the steps in a frame; further due steps are dropped.")};
    }
};

/// Runs at most `max_steps` steps in a frame; later frames run the other due steps.
/// Source:  MainLoop.js by I. Sloan, 2015 (240 steps, then panic() is called); deWiTTERS, MAX_FRAMESKIP (5), 2007.
/// Promise: the window still responds, and no time is lost.
/// Price:   after an overload the game runs fast, at max_steps a frame, until it has caught up with the wall clock.
/// Breaks:  alpha can be 1 or more; the backlog grows without limit if the machine stays too slow.
struct KeepDebt
{
    static constexpr std::string_view name = "keep-debt";
    static constexpr OverloadActions actions = OverloadActions::manage_backlog;

    std::int64_t max_steps = 240; ///< largest number of steps in a frame, 1 or more

    constexpr Grant grant(const DueTime& due) const
    {
        const std::int64_t steps =
            detail::min(grant_all(due.total_time(), due.step_length).steps, detail::checked_at_least(max_steps, 1));
        return {steps, detail::min(due.total_time() - steps * due.step_length, due.max_kept_time())};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<KeepDebt, &KeepDebt::max_steps>(
            "max_steps", "steps", 1, 1000,
            "Upper limit of the steps in a frame; further due steps wait for the next frame.")};
    }
};

/// When more than `max_due_steps` steps are due, runs one step and drops the rest.
/// Source:  T. Glaiel, "How to make your game run at 60fps", 2019 (8 steps).
/// Promise: after a pause, a load or a debugger break the game continues as if no time had passed.
/// Price:   all due time except one step is dropped, which shifts the times at which later steps are due.
/// Breaks:  on a machine that is permanently too slow, the game runs at one step a frame.
struct Resync
{
    static constexpr std::string_view name = "resync";
    static constexpr OverloadActions actions = OverloadActions::manage_backlog;

    std::int64_t max_due_steps = 8; ///< if more steps than this are due, only one runs; 1 or more

    constexpr Grant grant(const DueTime& due) const
    {
        const Grant unlimited = grant_all(due.total_time(), due.step_length);
        const std::int64_t limit = detail::checked_at_least(max_due_steps, 1);
        const bool is_within_limit = unlimited.steps < limit || (unlimited.steps == limit && unlimited.kept_time == 0);
        return is_within_limit ? unlimited : Grant{1, 0};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Resync, &Resync::max_due_steps>(
            "steps", "steps", 1, 1000,
            "If more steps than this limit are due, one step runs and the rest is dropped.")};
    }
};

/// When more time than `limit` is due, runs one step and drops the rest.
/// Source:  J. Watte, "Canonical Game Loop" (limit 0.05 s to 0.1 s at 100 Hz).
/// Promise: a pause, a load or a debugger break counts as one step only.
/// Price:   the carried time is dropped, too, which shifts the times at which later steps are due.
/// Breaks:  if all frames are longer than `limit`, one step a frame is extreme slow motion.
struct RestartClock
{
    static constexpr std::string_view name = "restart-clock";
    static constexpr OverloadActions actions = OverloadActions::count_frame_as_one_step;

    /// When more time than this is due, one step runs. At least 1 ms, and at least the length of a step.
    Nanos limit = 100ms;

    constexpr Grant grant(const DueTime& due) const
    {
        if (due.total_time() > due.to_clamped_units(detail::checked_at_least(limit, 1ms))) return {1, 0};
        return grant_all(due.total_time(), due.step_length);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<RestartClock, &RestartClock::limit>(
            "limit", "ms", 1.0, 10000.0,
            "If more time than this limit is due, one step runs and the rest is dropped.")};
    }
};

/// Runs at most one step in a frame and keeps the time of at most one more step for the next frame.
/// Source:  Jolt Physics, Samples/SamplesApp and TestFramework/Application/Application.cpp.
/// Promise: no frame ever runs more than one step.
/// Price:   if the frame rate is below the step rate, the game runs in slow motion.
/// Breaks:  never; but under overload the game runs slower than the wall clock.
struct OneStep
{
    static constexpr std::string_view name = "one-step";
    static constexpr OverloadActions actions = OverloadActions::cap_steps;

    constexpr Grant grant(const DueTime& due) const
    {
        if (due.total_time() < due.step_length) return {0, due.total_time()};
        return {1, due.rest_runs_as_tail ? 0 : detail::min(due.step_length, due.total_time() - due.step_length)};
    }
};

} // namespace timestep
#endif
