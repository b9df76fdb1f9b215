// SPDX-License-Identifier: MIT
// timestep/presets/render_tick.hpp -- draws a copy of the newest state, advanced by the time not simulated yet
// Source: Tomsu 2024
#ifndef TIMESTEP_PRESETS_RENDER_TICK_HPP
#define TIMESTEP_PRESETS_RENDER_TICK_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto render_tick = preset(
    {.name = "render-tick", .group = PresetGroup::articles},
    [](Rate rate) -> BasicLoop<NoFilter, FixedStep, CapFrameTime>
    { return {.stepper = FixedStep{rate}, .overload = {.limit = 250ms}, .presentation = Presentation::render_tick}; });

} // namespace timestep::presets
#endif
