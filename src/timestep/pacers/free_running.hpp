// SPDX-License-Identifier: MIT
// timestep/pacers/free_running.hpp -- never waits: as many frames as the machine can make
// Source:  the first loop of every primer: clear, update, draw, flip.
// Promise: every picture is shown as soon as possible.
// Price:   a whole core is busy, mostly with frames that the display never shows.
// Breaks:  loops whose game speed depends on the frame rate run much too fast.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

struct FreeRunning
{
    static constexpr std::string_view name = "free-running";
    static constexpr bool wants_vsync      = false;

    /// Does nothing: this pacer never waits, so it has no frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan&) const { return true; }
    template <Clock C>
    constexpr void wait(C&, Nanos, const StepPlan&) const
    {
    }
};

} // namespace timestep
