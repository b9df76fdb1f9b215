// SPDX-License-Identifier: MIT
// timestep/presets/bevy.hpp -- the fixed timestep of the Bevy engine, 64 steps a second
// Source: Bevy, bevy_time
#ifndef TIMESTEP_PRESETS_BEVY_HPP
#define TIMESTEP_PRESETS_BEVY_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/filters.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto bevy =
    preset({.name = "bevy", .group = PresetGroup::engines, .default_rate = hz(64)},
           [](Rate rate) -> BasicLoop<FirstFrameZero, FixedTicks, CapFrameTime> {
               return {.stepper = FixedTicks{rate, 1ns, StepRounding::nearest}, .overload = {.limit = 250ms}};
           });

} // namespace timestep::presets
#endif
