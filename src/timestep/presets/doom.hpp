// SPDX-License-Identifier: MIT
// timestep/presets/doom.hpp -- the loop of Doom, with 35 tics (steps) a second
// Source: Doom 1993, d_net.c
#ifndef TIMESTEP_PRESETS_DOOM_HPP
#define TIMESTEP_PRESETS_DOOM_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/next_step.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto doom = preset({.name = "doom", .group = PresetGroup::engines, .default_rate = hz(35)},
                                    [](Rate rate) -> BasicLoop<NoFilter, FixedStep, CapSteps, UntilStep>
                                    { return {.stepper = FixedStep{rate}, .overload = {.max_steps = 5}}; });

} // namespace timestep::presets
#endif
