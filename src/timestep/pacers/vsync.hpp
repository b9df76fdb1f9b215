// SPDX-License-Identifier: MIT
// timestep/pacers/vsync.hpp -- the display sets the pace: presenting blocks until the display takes the picture
// Source:  every console, and every game with VSYNC on.
// Promise: no tearing, and frames as regular as the display's refreshes.
// Price:   up to a refresh period of latency; a picture that misses a refresh by a microsecond waits a whole period.
// Breaks:  if the driver ignores the request for VSYNC: then frames are not paced at all.
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// A pacer (the part of a loop that waits between frames) that does not wait itself. The code that presents pictures
/// reads `wants_vsync` and asks the driver for VSYNC.
struct Vsync
{
    static constexpr std::string_view name = "vsync";
    static constexpr bool wants_vsync      = true;

    /// Does nothing: the display sets the frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan&) const { return true; }
    template <Clock C>
    constexpr void wait(C&, Nanos, const StepPlan&) const
    {
    }
};

} // namespace timestep
