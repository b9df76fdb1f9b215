// SPDX-License-Identifier: MIT
// timestep/presets/rapier.hpp -- bevy_rapier's interpolated mode, which simulates ahead of the clock
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/deadline.hpp"

namespace timestep::presets
{

inline constexpr auto rapier = preset(
    {
        .name           = "rapier",
        .title          = "Rapier, interpolated",
        .group          = Group::engines,
        .source         = "bevy_rapier, TimestepMode::Interpolated",
        .source_in_full = "bevy_rapier, TimestepMode::Interpolated: diff += dt; while diff > 0: step, diff -= h; blend "
                          "= (h + diff) / h.",
        .checked        = "Source read: dimforge/bevy_rapier, src/plugin/context/mod.rs at 01bae5c1.",
        .promise        = "The picture is smooth at every frame rate. The picture is not one step old.",
        .price          = "input takes effect up to a step later",
        .price_in_full  = "Input takes effect up to a step later.",
        .breaks         = "There is no cap: when a step takes longer to compute than dt, the spiral of death begins.",
        .choose_it = "When the picture must be smooth and without delay; save the previous state once per step, not "
                     "once per frame (#638).",
        .ships     = "bevy_rapier in this mode; its default is one variable step.",
        .differs = "The plugin keeps seconds in float32; here they are exact. This shows in 75,944 of a million random "
                   "frames of 1 to 50 ms: a step comes a frame late or early. The plugin's 1/60 s is 0.87 ns too long, "
                   "which adds up.",
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, Deadline>{.stepper = Deadline{rate}, .presentation = Presentation::step_ahead}; });

} // namespace timestep::presets
