// timestep/overload/resync.hpp -- when too much is due, take one step and forget the rest
// Source:  T. Glaiel, "How to make your game run at 60fps", 2019 (8 steps).
// Promise: after a pause, a load or a debugger break the game goes on as if nothing had been.
// Price:   all that was due is gone, the phase of the steps too.
// Breaks:  on a machine that is too slow for good the game runs at one step a frame.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

struct Resync
{
    static constexpr std::string_view name = "resync";
    static constexpr Acts acts             = Acts::on_debt;

    std::int64_t steps = 8; ///< as long as no more than this is due, nothing happens; 1 or more

    constexpr Grant grant(const Due& due) const
    {
        if (due.total() > steps * due.step) return {1, 0};
        return all_of(due.total(), due.step);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Resync, &Resync::steps>("steps", "steps", 1, 1000,
                                                       "When more steps than this are due, the clock starts anew.")};
    }
};

} // namespace timestep
