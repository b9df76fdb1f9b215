// SPDX-License-Identifier: MIT
// timestep/presets/phaser.hpp -- the loop of Phaser 3's arcade physics, which runs only full steps
// Source: Phaser 3, arcade/World.js
#ifndef TIMESTEP_PRESETS_PHASER_HPP
#define TIMESTEP_PRESETS_PHASER_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto phaser =
    preset({.name = "phaser", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, FixedMillis> { return {.stepper = FixedMillis{rate}}; });

} // namespace timestep::presets
#endif
