// SPDX-License-Identifier: MIT
// timestep/presets/bullet_10.hpp -- Bullet's stepSimulation with at most 10 steps a frame
// Source: Bullet 3, stepSimulation
#ifndef TIMESTEP_PRESETS_BULLET_10_HPP
#define TIMESTEP_PRESETS_BULLET_10_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/float32.hpp"

namespace timestep::presets
{

inline constexpr auto bullet_10 =
    preset({.name = "bullet-10", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, Bullet> {
               return {.stepper = Bullet{rate, 10}, .presentation = Presentation::interpolate};
           });

} // namespace timestep::presets
#endif
