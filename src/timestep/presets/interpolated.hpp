// SPDX-License-Identifier: MIT
// timestep/presets/interpolated.hpp -- runs full steps and draws a state between the last two states
// Source: Fiedler 2004
#ifndef TIMESTEP_PRESETS_INTERPOLATED_HPP
#define TIMESTEP_PRESETS_INTERPOLATED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto interpolated = preset(
    {.name = "interpolated"},
    [](Rate rate) -> BasicLoop<NoFilter, FixedStep, CapFrameTime>
    { return {.stepper = FixedStep{rate}, .overload = {.limit = 250ms}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
#endif
