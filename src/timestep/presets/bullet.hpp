// SPDX-License-Identifier: MIT
// timestep/presets/bullet.hpp -- Bullet's stepSimulation with its default maxSubSteps: at most one step a frame
// Source: Bullet 3, stepSimulation
#ifndef TIMESTEP_PRESETS_BULLET_HPP
#define TIMESTEP_PRESETS_BULLET_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/float32.hpp"

namespace timestep::presets
{

inline constexpr auto bullet =
    preset({.name = "bullet", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, Bullet> {
               return {.stepper = Bullet{rate, 1}, .presentation = Presentation::interpolate};
           });

} // namespace timestep::presets
#endif
