// timestep/overload/unlimited.hpp -- every nanosecond is simulated, whatever it costs: the spiral of death lives here
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

struct Unlimited
{
    static constexpr std::string_view name = "none";

    constexpr Nanos admit(Nanos frame, Nanos /*step*/) const { return frame; }
    constexpr Grant grant(std::int64_t due, std::int64_t step) const { return {due / step, due % step}; }
};

} // namespace timestep
