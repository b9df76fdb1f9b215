// SPDX-License-Identifier: MIT
// timestep/presets/dewitters.hpp -- the game loop of deWiTTERS, which simulates ahead of the clock and interpolates
// Source: deWiTTERS 2007
#ifndef TIMESTEP_PRESETS_DEWITTERS_HPP
#define TIMESTEP_PRESETS_DEWITTERS_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto dewitters = preset(
    {.name = "dewitters", .group = PresetGroup::engines, .default_rate = hz(25)},
    [](Rate rate) -> BasicLoop<NoFilter, Deadline, KeepDebt>
    { return {.stepper = Deadline{rate}, .overload = {.max_steps = 5}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
#endif
