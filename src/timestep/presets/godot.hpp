// SPDX-License-Identifier: MIT
// timestep/presets/godot.hpp -- the physics loop of Godot 4; its jitter fix changes frame times to get regular steps
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/godot.hpp"

namespace timestep::presets
{

inline constexpr auto godot = preset(
    {
        .name           = "godot",
        .title          = "Godot 4",
        .group          = Group::engines,
        .source         = "Godot 4, main_timer_sync.cpp",
        .source_in_full = "Godot 4, main/main_timer_sync.cpp: 60 Hz, physics_jitter_fix 0.5, at most 8 steps a frame.",
        .checked = "Source read: godotengine/godot, main/main_timer_sync.cpp at 005e0542; its defaults in the manual, "
                   "class Engine.",
        .promise = "On a noisy 60 Hz clock every frame runs one step.",
        .price   = "the reported clock is off by up to half a step",
        .price_in_full = "The reported clock is off by up to half a step. A single delta is off by up to a whole step.",
        .breaks = "When the pattern of steps changes, as on a 59.94 Hz display, a frame of two steps sometimes comes "
                  "early or late.",
        .choose_it = "When the step rate is the refresh rate and nothing is interpolated.",
        .ships     = "Godot 3.1 and later.",
        .differs = "The engine subtracts two clock readings as unsigned numbers, so a clock that runs backwards gives "
                   "an extremely long frame; here such a frame counts as zero time. This shows in the first negative "
                   "frame. Godot 3 keeps seconds in float32; the doubles here are those of Godot 4.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, Godot>{.stepper = Godot{rate}}; });

} // namespace timestep::presets
