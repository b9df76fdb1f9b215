// SPDX-License-Identifier: MIT
// timestep/presets/cocos.hpp -- the physics of Cocos Creator, at most one step a frame
// Source: Cocos Creator, physics-system.ts
#ifndef TIMESTEP_PRESETS_COCOS_HPP
#define TIMESTEP_PRESETS_COCOS_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto cocos = preset({.name = "cocos", .group = PresetGroup::engines},
                                     [](Rate rate) -> BasicLoop<NoFilter, FixedSeconds>
                                     {
                                         FixedSeconds stepper{rate, 1};
                                         stepper.keeps_due_steps = true;
                                         return {.stepper = stepper};
                                     });

} // namespace timestep::presets
#endif
