// timestep/overload/unlimited.hpp -- every nanosecond is simulated, whatever it costs: the spiral of death lives here
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

struct Unlimited
{
    static constexpr std::string_view name = "none";
    static constexpr Acts acts             = Acts::never;

    constexpr Grant grant(const Due& due) const { return all_of(due.total(), due.step); }
};

} // namespace timestep
