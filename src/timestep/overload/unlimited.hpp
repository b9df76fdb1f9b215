// SPDX-License-Identifier: MIT
// timestep/overload/unlimited.hpp -- simulates all due time, however long computing it takes: the spiral of death (each
// frame has more steps to compute than the frame before) is possible
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
