// timestep/steppers/at_most_one.hpp -- one step if one is due, never two
// Source:  Jolt Physics, TestFramework/Application/Application.cpp.
// Promise: no frame ever costs more than one step: there is nothing to spiral.
// Price:   below the step rate the game slows down with the frame rate.
// Breaks:  nothing, but the game falls behind.
//   frames  |--|--|--|--------------|--|
//   steps     |----|                |----|----|      the rest of the long frame is dropped, but for one step
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

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& /*one step leaves nothing to limit*/)
    {
        return fixed_.plan(in, OneStep{});
    }

private:
    FixedStep fixed_{};
};

} // namespace timestep
