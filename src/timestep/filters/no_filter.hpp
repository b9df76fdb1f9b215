// SPDX-License-Identifier: MIT
// timestep/filters/no_filter.hpp -- returns the measured frame time unchanged
#pragma once

#include "timestep/step_plan.hpp"

namespace timestep
{

struct NoFilter
{
    static constexpr std::string_view name = "none";

    constexpr Nanos filter(const FrameInput& in) const { return in.frame; }
};

} // namespace timestep
