// SPDX-License-Identifier: MIT
// timestep/overload/restart_clock.hpp -- when more time than `limit` is due, runs one step and drops the rest
// Source:  J. Watte, "Canonical Game Loop" (0.05 s to 0.1 s at 100 Hz): if cur - now > limit, now = cur - h, where h is
//          the length of a step, cur the clock reading and now the time of the newest state. So cur - now is the frame
//          time plus the carried time.
// Promise: a pause, a load or a debugger break counts as one step only.
// Price:   the carried time is dropped, too, which shifts the times at which later steps are due.
// Breaks:  on a machine whose frames are all longer than `limit`: the game runs in extreme slow motion. Due time just
//          below the limit counts in full, due time just above it as a single step.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct RestartClock
{
    static constexpr std::string_view name = "restart-clock";
    static constexpr Acts acts             = Acts::on_restart;

    Nanos limit = 100ms; ///< longest time that can be due in a frame without a restart; not less than a step

    constexpr Grant grant(const Due& due) const
    {
        if (due.total() > due.units(detail::at_least(limit, 1ms))) return {1, 0};
        return all_of(due.total(), due.step);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<RestartClock, &RestartClock::limit>("limit", "ms", 1.0, 10000.0,
                                                                   "When more time than this is due, one step runs.")};
    }
};

} // namespace timestep
