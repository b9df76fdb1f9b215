// SPDX-License-Identifier: MIT
// timestep/overload/resync.hpp -- when more than `steps` steps are due, runs one step and drops the rest of the time
// Source:  T. Glaiel, "How to make your game run at 60fps", 2019 (8 steps).
// Promise: after a pause, a load or a debugger break the game continues as if no time had passed.
// Price:   all due time except one step is lost, which shifts the times at which later steps are due.
// Breaks:  on a machine that is permanently too slow, the game runs at one step a frame.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct Resync
{
    static constexpr std::string_view name = "resync";
    static constexpr Acts acts             = Acts::on_debt;

    std::int64_t steps = 8; ///< if more steps than this are due, only one runs; 1 or more

    constexpr Grant grant(const Due& due) const
    {
        const Grant all         = all_of(due.total(), due.step);
        const std::int64_t most = detail::at_least(steps, 1);
        return all.steps < most || (all.steps == most && all.kept == 0) ? all : Grant{1, 0};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Resync, &Resync::steps>("steps", "steps", 1, 1000,
                                                       "When more steps than this are due, the clock starts anew.")};
    }
};

} // namespace timestep
