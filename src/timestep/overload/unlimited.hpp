// timestep/overload/unlimited.hpp -- simulates all due time, whatever it costs; this allows the spiral of death
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
