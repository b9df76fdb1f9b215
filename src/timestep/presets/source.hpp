// SPDX-License-Identifier: MIT
// timestep/presets/source.hpp -- the ticks of Valve's Source engine, 66.7 a second
// Source: Source SDK 2013, const.h
#ifndef TIMESTEP_PRESETS_SOURCE_HPP
#define TIMESTEP_PRESETS_SOURCE_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto source =
    preset({.name = "source", .group = PresetGroup::engines, .default_rate = every(15ms)},
           [](Rate rate) -> BasicLoop<NoFilter, FixedStep>
           { return {.stepper = FixedStep{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
#endif
