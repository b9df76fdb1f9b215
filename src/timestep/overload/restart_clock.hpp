// timestep/overload/restart_clock.hpp -- counts a frame longer than `limit` as one step
// Source:  J. Watte, "Canonical Game Loop" (0.05 s to 0.1 s at 100 Hz): set last = now - h.
// Promise: a pause, a load or a debugger break counts as one step only.
// Price:   on a machine whose frames are all longer than `limit`, the game runs in extreme slow motion.
// Breaks:  at the limit: a frame just below it counts in full, a frame just above it as a single step.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Watte's original compares frame time plus carried time with the limit and clears both. Here only the frame time is
/// compared and replaced, so that the phase of the steps is kept.
struct RestartClock
{
    static constexpr std::string_view name = "restart-clock";
    static constexpr Acts acts             = Acts::on_restart;

    Nanos limit = 100ms; ///< a longer frame counts as one step; not less than a step

    constexpr Grant grant(const Due& due) const
    {
        return all_of(due.carried + (due.frame > due.units(limit) ? due.step : due.frame), due.step);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<RestartClock, &RestartClock::limit>("limit", "ms", 1.0, 10000.0,
                                                                   "A longer frame counts as one step.")};
    }
};

} // namespace timestep
