// timestep/pacers/free_running.hpp -- no waiting: as many frames as the machine can make
// Source:  the first loop of every primer: clear, update, draw, flip.
// Promise: the newest picture as soon as it can be had.
// Price:   a core and a fan, for frames that nobody sees.
// Breaks:  every loop whose speed is its frame rate.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

struct FreeRunning
{
    static constexpr std::string_view name = "free-running";
    static constexpr bool wants_vsync      = false;

    constexpr void set_rate(Rate /*has none*/) {}
    constexpr bool renders(const StepPlan& /*every frame*/) const { return true; }
    template <Clock C>
    constexpr void wait(C& /*not waited on*/, Nanos /*measured_at*/, const StepPlan& /*plan*/) const
    {
    }
};

} // namespace timestep
