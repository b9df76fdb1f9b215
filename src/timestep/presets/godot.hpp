// timestep/presets/godot.hpp
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
        .promise = "On a noisy 60 Hz clock the steps come one, one, one.",
        .price   = "the clock is bent by up to half a step",
        .price_in_full =
            "The clock that is reported is off by up to half a step, and a single delta by up to a whole one.",
        .breaks =
            "Where the pattern changes: on a 59.94 Hz display now and then a frame of two steps comes early or late.",
        .choose_it = "When the step rate is the display's and nothing is interpolated.",
        .ships     = "Godot 3.1 and later.",
        .differs   = "The engine takes the difference of two readings of its clock unsigned, so that a clock that runs "
                     "backwards is a frame of ages; here it buys nothing. It shows in the first negative frame. Godot 3 "
                     "keeps seconds in float32; the doubles here are those of Godot 4.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, Godot>{.stepper = Godot{rate}}; });

} // namespace timestep::presets
