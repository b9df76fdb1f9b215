// SPDX-License-Identifier: MIT
// timestep/presets/openttd.hpp -- the game loop of OpenTTD, at most one tick of 27 ms a frame
// Source: OpenTTD, video_driver.cpp
#ifndef TIMESTEP_PRESETS_OPENTTD_HPP
#define TIMESTEP_PRESETS_OPENTTD_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto openttd =
    preset({.name = "openttd", .group = PresetGroup::engines, .default_rate = every(27ms)},
           [](Rate rate) -> BasicLoop<NoFilter, OpenTtd> { return {.stepper = OpenTtd{rate}}; });

} // namespace timestep::presets
#endif
