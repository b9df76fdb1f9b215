// SPDX-License-Identifier: MIT
// timestep/basic_loop.hpp -- a game loop of five parts (axes): four are types, chosen at compile time and without
// run-time cost; the presentation is a value
//
//     measured frame time -> [delta filter] -> [stepper] -> [overload policy] -> [presentation] -> [pacer]
//
// The filter changes frame times, the stepper decides the steps of a frame, the overload policy limits them, the
// presentation selects the state to draw, and the pacer waits for the next frame. loop.hpp: parts chosen at run time.
// A preset's header includes only this header and those of its parts.
#ifndef TIMESTEP_BASIC_LOOP_HPP
#define TIMESTEP_BASIC_LOOP_HPP

#include "timestep/overload.hpp"
#include "timestep/pacers/vsync.hpp"
#include "timestep/preset.hpp"

namespace timestep
{

struct NoFilter
{
    static constexpr std::string_view name = "none";

    constexpr Nanos filter(const FrameInput& in) const { return in.frame_time; }
};

/// Whether the time simulated by `stepper` is equal to real time, behind it, ahead of it, or independent of it.
template <class Stepper>
constexpr ClockRelation clock_relation_of(const Stepper& stepper)
{
    if constexpr (requires { stepper.clock_relation(); })
        return stepper.clock_relation();
    else
        return Stepper::clock_relation;
}

/// The reason why check() rejects a loop; empty if the loop is valid.
struct LoopRejection
{
    std::string_view reason; ///< reason why the loop is rejected, one sentence
    std::string_view part; ///< part of the loop to change: "overload", "presentation", "pacer" ...
    std::string_view knob{}; ///< parameter (knob) to change; empty if the part itself does not fit

    constexpr explicit operator bool() const { return !reason.empty(); }
};

template <class Filter, class Stepper, class OverloadPolicy = Unlimited, class Pacer = Vsync>
struct BasicLoop
{
    Filter filter{};
    Stepper stepper{};
    OverloadPolicy overload{};
    Presentation presentation = Presentation::latest;
    Pacer pacer{};

    /// The step rate.
    constexpr Rate rate() const { return stepper.rate(); }
    /// Sets the step rate; keeps the time that no step has simulated yet.
    constexpr void set_rate(Rate r)
    {
        stepper.set_rate(r);
        if (clock_relation_of(stepper) == ClockRelation::unrelated) pacer.set_rate(r);
    }
    /// The frame time that no step has simulated yet; negative while the simulation leads the clock.
    constexpr Nanos carried() const { return stepper.carried(); }

    /// Drops and returns the time not simulated yet, for example after a suspend. Negative if the simulation was ahead.
    constexpr Nanos discard_carried()
    {
        const Nanos old_carried = carried();
        if constexpr (requires { stepper.discard_carried(); }) stepper.discard_carried();
        return old_carried - carried();
    }

    /// Decides the steps of one frame; runs no step. A negative frame time counts as 0.
    // Always inlined, so that the compiler removes the code for members of StepPlan that the game does not read.
    [[nodiscard, gnu::always_inline]] constexpr StepPlan plan(FrameInput in)
    {
        const Nanos measured_time = in.frame_time;
        const Nanos non_negative_time = detail::max(measured_time, Nanos::zero());
        in.frame_time = non_negative_time;
        in.frame_time = filter.filter(in);
        StepPlan plan = stepper.plan(in, overload);
        plan.dropped += measured_time - non_negative_time;
        plan.filter_error += non_negative_time - in.frame_time;
        plan.filtered_frame_time = measured_time - plan.filter_error;
        plan.presentation = presentation;
        return plan;
    }

    /// Corrects the last `plan` if some of its steps did not run. Call this at most once, before the next plan().
    /// Ignores `left` if they are not the plan's last steps; in a constant expression, such steps do not compile.
    [[nodiscard]] constexpr StepPlan give_back_unrun_steps(StepPlan plan, const StepsLeft& left)
    {
        if (left.steps == 0 && left.tail == Nanos::zero()) return plan;
        if (!detail::are_last_steps(plan, left))
        {
            if (std::is_constant_evaluated()) detail::value_out_of_range();
            return plan;
        }
        detail::give_back_unrun_steps(stepper, plan, left, overload);
        if (blends_two_states(presentation)) plan.alpha = detail::min(plan.alpha, 1.0);
        return plan;
    }
};

} // namespace timestep
#endif
