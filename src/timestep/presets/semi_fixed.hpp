// SPDX-License-Identifier: MIT
// timestep/presets/semi_fixed.hpp -- full steps, then one shorter step for the rest of the frame
// Source: Fiedler 2004
#ifndef TIMESTEP_PRESETS_SEMI_FIXED_HPP
#define TIMESTEP_PRESETS_SEMI_FIXED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto semi_fixed = preset(
    {.name = "semi-fixed"}, [](Rate rate) -> BasicLoop<NoFilter, SemiFixed> { return {.stepper = SemiFixed{rate}}; });

} // namespace timestep::presets
#endif
