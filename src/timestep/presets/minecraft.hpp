// SPDX-License-Identifier: MIT
// timestep/presets/minecraft.hpp -- the timer of Minecraft's client, 20 ticks a second
// Source: Minecraft Java Edition, Timer
#ifndef TIMESTEP_PRESETS_MINECRAFT_HPP
#define TIMESTEP_PRESETS_MINECRAFT_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/float32.hpp"

namespace timestep::presets
{

inline constexpr auto minecraft =
    preset({.name = "minecraft", .group = PresetGroup::engines, .default_rate = hz(20)},
           [](Rate rate) -> BasicLoop<NoFilter, Minecraft>
           { return {.stepper = Minecraft{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
#endif
