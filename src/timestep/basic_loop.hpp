// timestep/basic_loop.hpp -- a loop is a choice on five axes, fixed at compile time: it costs nothing
//
//     measured frame time -> [delta filter] -> [stepper] -> [overload policy] -> [presentation] -> [pacer]
//
// loop.hpp has the same loop with its axes switchable at run time.
#pragma once

#include "timestep/filters/no_filter.hpp"
#include "timestep/overload/unlimited.hpp"
#include "timestep/pacers/vsync.hpp"

namespace timestep
{

template <class Stepper>
constexpr Carries carries_of(const Stepper& /*any value of it*/)
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
    /// What is carried stays. A loop whose speed is its frame rate is paced at the new rate as well.
    constexpr void set_rate(Rate r)
    {
        stepper.set_rate(r);
        if (carries_of(stepper) == Carries::no_clock) pacer.set_rate(r);
    }
    /// Time that was let in and waits for a later frame.
    constexpr Nanos carried() const { return stepper.carried(); }

    /// Decides; touches no world. A clock that went backwards buys nothing and counts as (negative) dropped time.
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
};

} // namespace timestep
