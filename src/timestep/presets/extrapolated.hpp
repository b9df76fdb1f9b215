// SPDX-License-Identifier: MIT
// timestep/presets/extrapolated.hpp -- runs full steps and draws the newest state, advanced by its velocity
// Source: Watte
#ifndef TIMESTEP_PRESETS_EXTRAPOLATED_HPP
#define TIMESTEP_PRESETS_EXTRAPOLATED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto extrapolated = preset(
    {.name = "extrapolated", .group = PresetGroup::articles, .default_rate = hz(100)},
    [](Rate rate) -> BasicLoop<NoFilter, FixedStep, RestartClock>
    { return {.stepper = FixedStep{rate}, .overload = {.limit = 100ms}, .presentation = Presentation::extrapolate}; });

} // namespace timestep::presets
#endif
