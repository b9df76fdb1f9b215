// SPDX-License-Identifier: MIT
// timestep/presets/variable_filtered.hpp -- one step a frame, of the length of the mean of recent frame times
// Source: Phaser 3; sokol
#ifndef TIMESTEP_PRESETS_VARIABLE_FILTERED_HPP
#define TIMESTEP_PRESETS_VARIABLE_FILTERED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/filters.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto variable_filtered =
    preset({.name = "variable-filtered", .group = PresetGroup::articles, .has_rate = false},
           [](Rate rate) -> BasicLoop<MovingAverage, Variable> {
               return {.filter = MovingAverage{10, 200ms}, .stepper = Variable{rate}};
           });

} // namespace timestep::presets
#endif
