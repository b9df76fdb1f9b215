// SPDX-License-Identifier: MIT
// timestep/presets/jolt.hpp -- the loop of the Jolt Physics samples, at most one step a frame
// Source: Jolt Physics, Application.cpp
#ifndef TIMESTEP_PRESETS_JOLT_HPP
#define TIMESTEP_PRESETS_JOLT_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto jolt =
    preset({.name = "jolt", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, AtMostOne> { return {.stepper = AtMostOne{rate}}; });

} // namespace timestep::presets
#endif
