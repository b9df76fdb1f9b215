// SPDX-License-Identifier: MIT
// timestep/steppers/at_most_one.hpp -- takes one step if one is due, never two
// Source:  Jolt Physics, TestFramework/Application/Application.cpp.
// Promise: no frame ever takes more than one step, so there is no spiral of death.
// Price:   below the step rate the game slows down with the frame rate.
// Breaks:  never; but under overload the game runs slower than the wall clock.
//   frames  |--|--|--|--------------|--|
//   steps     |----|                |----|----|      the long frame runs one step, keeps one for the next frame,
//                                                    and drops the rest
#pragma once

#include "timestep/overload/one_step.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep
{

class AtMostOne
{
public:
    static constexpr std::string_view name = "at-most-one";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    constexpr AtMostOne() = default;
    constexpr explicit AtMostOne(Rate r)
        : fixed_{r}
    {
    }

    constexpr Rate rate() const { return fixed_.rate(); }
    constexpr void set_rate(Rate r) { fixed_.set_rate(r); }
    constexpr Nanos carried() const { return fixed_.carried(); }
    constexpr void discard_carried() { fixed_.discard_carried(); }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): with at most one step a frame
    /// there is nothing to limit.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        return fixed_.plan(in, OneStep{});
    }
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        fixed_.give_back(plan, left, OneStep{});
    }

private:
    FixedStep fixed_{};
};

} // namespace timestep
