// SPDX-License-Identifier: MIT
// timestep/presets/semi_fixed_max_steps.hpp -- full steps, then one shorter step for the rest; at most 8 steps a frame
// Source: Fiedler 2004; Quake III
#ifndef TIMESTEP_PRESETS_SEMI_FIXED_MAX_STEPS_HPP
#define TIMESTEP_PRESETS_SEMI_FIXED_MAX_STEPS_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto semi_fixed_max_steps =
    preset({.name = "semi-fixed-max-steps", .group = PresetGroup::articles},
           [](Rate rate) -> BasicLoop<NoFilter, SemiFixed, CapSteps>
           { return {.stepper = SemiFixed{rate}, .overload = {.max_steps = 8}}; });

} // namespace timestep::presets
#endif
