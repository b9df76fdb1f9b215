// SPDX-License-Identifier: MIT
// timestep/presets/step_ahead.hpp -- simulates ahead of the clock and interpolates: smooth, and not a step late
// Source: bevy_rapier; deWiTTERS 2007
#ifndef TIMESTEP_PRESETS_STEP_AHEAD_HPP
#define TIMESTEP_PRESETS_STEP_AHEAD_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto step_ahead = preset(
    {.name = "step-ahead", .group = PresetGroup::articles},
    [](Rate rate) -> BasicLoop<NoFilter, Deadline, CapFrameTime>
    { return {.stepper = Deadline{rate}, .overload = {.limit = 250ms}, .presentation = Presentation::step_ahead}; });

} // namespace timestep::presets
#endif
