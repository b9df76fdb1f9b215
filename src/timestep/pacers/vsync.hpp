// timestep/pacers/vsync.hpp -- the display sets the pace: presenting blocks until it has taken the picture
// Source:  every console, and every game with VSYNC on.
// Promise: no tearing, and frames as even as the display.
// Price:   up to a refresh period of latency; a frame that is late by a microsecond waits for a whole period.
// Breaks:  where the driver ignores the request: then there is no pacer at all.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// A hint: whoever presents asks the driver for VSYNC.
struct Vsync
{
    static constexpr std::string_view name = "vsync";
    static constexpr bool wants_vsync      = true;

    constexpr void set_rate(Rate /*is the display's*/) {}
    constexpr bool renders(const StepPlan& /*every frame*/) const { return true; }
    template <Clock C>
    constexpr void wait(C& /*present() blocks*/, Nanos /*measured_at*/, const StepPlan& /*plan*/) const
    {
    }
};

} // namespace timestep
