// SPDX-License-Identifier: MIT
// timestep/presets/cute.hpp -- the fixed timestep of cute_framework, with at most 5 steps a frame
// Source: cute_framework, cute_time.cpp
#ifndef TIMESTEP_PRESETS_CUTE_HPP
#define TIMESTEP_PRESETS_CUTE_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto cute =
    preset({.name = "cute", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, Cute, CapAccumulator> {
               return {.stepper = Cute{rate}, .overload = {.max_steps = 5}, .presentation = Presentation::interpolate};
           });

} // namespace timestep::presets
#endif
