// SPDX-License-Identifier: MIT
// timestep/presets/semi_fixed.hpp -- full steps, then one shorter step for the rest of the frame
// Source: Fiedler 2004
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto semi_fixed = preset(
    {.name = "semi-fixed"}, [](Rate rate) -> BasicLoop<NoFilter, SemiFixed> { return {.stepper = SemiFixed{rate}}; });

} // namespace timestep::presets
