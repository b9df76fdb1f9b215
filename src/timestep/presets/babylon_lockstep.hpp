// SPDX-License-Identifier: MIT
// timestep/presets/babylon_lockstep.hpp -- the deterministic lockstep of Babylon.js, at most 4 steps a frame
// Source: Babylon.js 7.54.3, Scene.animate
#ifndef TIMESTEP_PRESETS_BABYLON_LOCKSTEP_HPP
#define TIMESTEP_PRESETS_BABYLON_LOCKSTEP_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/filters.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto babylon_lockstep =
    preset({.name = "babylon-lockstep", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<Clamp, Babylon>
           { return {.filter = {.min = 1ms, .max = 1000ms}, .stepper = Babylon{rate}}; });

} // namespace timestep::presets
#endif
