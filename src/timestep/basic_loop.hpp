// timestep/basic_loop.hpp -- a loop as a choice on five axes, fixed at compile time, with no run-time overhead
//
//     measured frame time -> [delta filter] -> [stepper] -> [overload policy] -> [presentation] -> [pacer]
//
// loop.hpp has the variant whose five choices can be changed at run time.
#pragma once

#include "timestep/filters/no_filter.hpp"
#include "timestep/overload/unlimited.hpp"
#include "timestep/pacers/vsync.hpp"

namespace timestep
{

/// Returns the relation of the simulated clock to the wall clock: here a constant of the type Stepper.
template <class Stepper>
constexpr Carries carries_of(const Stepper&)
{
    return Stepper::carries;
}

template <class Filter, class Stepper, class Overload = Unlimited, class Pacer = Vsync>
struct BasicLoop
{
    Filter filter{};
    Stepper stepper{};
    Overload overload{};
    Presentation presentation = Presentation::latest;
    Pacer pacer{};

    constexpr Rate rate() const { return stepper.rate(); }
    /// Changes the step rate and keeps the carried time. If the game's speed depends on the frame rate
    /// (Carries::no_clock), the pacer (it waits between frames) gets the new rate, too.
    constexpr void set_rate(Rate r)
    {
        stepper.set_rate(r);
        if (carries_of(stepper) == Carries::no_clock) pacer.set_rate(r);
    }
    /// Returns the frame time that no step has simulated yet; negative while the simulation leads the clock.
    constexpr Nanos carried() const { return stepper.carried(); }

    /// Drops the carried time, for example after a suspend or when a level begins: the next step is due after a whole
    /// step. Returns this time, to be counted as dropped; it is negative while the simulation leads the clock. Bevy
    /// calls it discard_overstep. To reset the loop completely, assign a new one: `loop =
    /// presets::interpolated(loop.rate())`.
    constexpr Nanos discard_overstep()
    {
        const Nanos before = carried();
        if constexpr (requires { stepper.discard_carried(); }) stepper.discard_carried();
        return before - carried();
    }

    /// Decides the steps of one frame; changes no world. A negative frame time (the clock went backwards) counts as
    /// zero, and the plan reports it as negative dropped time.
    constexpr StepPlan plan(FrameInput in)
    {
        const Nanos measured = in.frame;
        const Nanos forwards = std::max(measured, Nanos::zero());
        in.frame             = forwards;
        in.frame             = filter.filter(in);
        StepPlan plan        = stepper.plan(in, overload);
        plan.dropped += measured - forwards;
        plan.filter_error += forwards - in.frame;
        plan.filtered     = measured - plan.filter_error;
        plan.presentation = presentation;
        return plan;
    }

    /// Gives back the steps of the last plan that take_steps() did not run, and returns the plan of the steps that ran.
    /// The overload policy decides about the time of the steps that did not run, as if it were the time of a frame: the
    /// part that the policy would run or keep is carried to the next frame, so that alpha leaves the range [0, 1); the
    /// rest is dropped. A loop that carries no time drops all of it. Call this at most once a frame, before the next
    /// plan().
    constexpr StepPlan give_back(StepPlan plan, const StepsLeft& left)
    {
        if (left.steps > 0 || left.tail > Nanos::zero()) detail::give_back(stepper, plan, left, overload);
        return plan;
    }
};

} // namespace timestep
