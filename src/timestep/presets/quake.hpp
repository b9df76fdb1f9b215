// SPDX-License-Identifier: MIT
// timestep/presets/quake.hpp -- the loop of Quake 1, with variable steps and at most 72 steps a second
// Source: Quake 1996, host.c
#ifndef TIMESTEP_PRESETS_QUAKE_HPP
#define TIMESTEP_PRESETS_QUAKE_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto quake = preset({.name = "quake", .group = PresetGroup::engines, .default_rate = hz(72)},
                                     [](Rate rate) -> BasicLoop<NoFilter, Gated> { return {.stepper = Gated{rate}}; });

} // namespace timestep::presets
#endif
