// timestep/overload/restart_clock.hpp -- a frame that is too long counts as one step
// Source:  J. Watte, "Canonical Game Loop" (0.05 s to 0.1 s at 100 Hz): set last = now - h.
// Promise: a pause, a load or a debugger break costs one step.
// Price:   a machine whose frames are longer than `limit` runs in deep slow motion.
// Breaks:  the limit is a cliff: a frame just below it counts in full, one just above as a single step.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Watte compares and clears what is carried as well; here only the frame is replaced, so that the phase is kept.
struct RestartClock
{
    static constexpr std::string_view name = "restart-clock";
    static constexpr Acts acts             = Acts::on_restart;

    Nanos limit = 100ms; ///< not less than a step

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
