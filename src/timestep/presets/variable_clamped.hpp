// SPDX-License-Identifier: MIT
// timestep/presets/variable_clamped.hpp -- one step a frame, of the length of the frame time clamped to 1..100 ms
// Source: Quake 1996; PixiJS
#ifndef TIMESTEP_PRESETS_VARIABLE_CLAMPED_HPP
#define TIMESTEP_PRESETS_VARIABLE_CLAMPED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/filters.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto variable_clamped =
    preset({.name = "variable-clamped", .group = PresetGroup::articles, .has_rate = false},
           [](Rate rate) -> BasicLoop<Clamp, Variable>
           { return {.filter = {.min = 1ms, .max = 100ms}, .stepper = Variable{rate}}; });

} // namespace timestep::presets
#endif
