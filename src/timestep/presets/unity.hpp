// SPDX-License-Identifier: MIT
// timestep/presets/unity.hpp -- the fixed timestep of Unity, 50 steps a second
// Source: Unity, Time settings
#ifndef TIMESTEP_PRESETS_UNITY_HPP
#define TIMESTEP_PRESETS_UNITY_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto unity = preset({.name = "unity", .group = PresetGroup::engines, .default_rate = hz(50)},
                                     [](Rate rate) -> BasicLoop<NoFilter, FixedStep, CapFrameTime>
                                     { return {.stepper = FixedStep{rate}, .overload = {.limit = 333'333'333ns}}; });

} // namespace timestep::presets
#endif
