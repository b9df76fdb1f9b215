// SPDX-License-Identifier: MIT
// timestep/overload/one_step.hpp -- runs at most one step in a frame and keeps at most one more for the next frame
// Source:  Jolt Physics, Samples/SamplesApp and TestFramework/Application/Application.cpp, residual = min(h, w - h),
//          where h is the length of a step and w the time due in the frame.
// Promise: no frame ever runs more than one step.
// Price:   below the step rate the game slows down with the frame rate.
// Breaks:  never; but under overload the game runs slower than the wall clock.
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

struct OneStep
{
    static constexpr std::string_view name = "one-step";
    static constexpr Acts acts             = Acts::on_steps;

    constexpr Grant grant(const Due& due) const
    {
        if (due.total() < due.step) return {0, due.total()};
        return {1, due.rest_is_step_too ? 0 : detail::min(due.step, due.total() - due.step)};
    }
};

} // namespace timestep
