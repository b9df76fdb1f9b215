// timestep/presets/rapier.hpp
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
        .promise        = "Smooth, and the picture is not a step old.",
        .price          = "input shows a step later",
        .price_in_full  = "Input takes effect up to a step later.",
        .breaks         = "There is no cap: when a step costs more than dt, the spiral of death.",
        .choose_it =
            "When the picture must be on time and smooth; save the previous state per step, not per frame (#638).",
        .ships   = "bevy_rapier in this mode; its default is one variable step.",
        .differs = "The plugin keeps seconds in float32; here they are exact. It shows in 75,944 of a million "
                   "random frames of 1 to 50 ms, by a step that comes a frame late or early: its 1/60 s is 0.87 ns too "
                   "long, which adds up.",
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, Deadline>{.stepper = Deadline{rate}, .presentation = Presentation::step_ahead}; });

// What shows it (docs/promises.md):
// in short "input shows a step later": run --seconds 3600 --lane rapier --timer-noise 1ms --csv - => min(carried_ns) >
//     -16666668; max(carried_ns) <= 0
// promise "Smooth,": run --scene uniform-motion --seconds 3600 --lane rapier,display-hz={24,30,50,59.94,60,75,144,240}
//     => rapier.animation_error_p99_ms < 0.00001
// promise "and the picture is not a step old.": => rapier.picture_age_mean_ms == 0 +- 0.000002
// price "Input takes effect up to a step later.": run --seconds 3600 --lane rapier,display-hz=144 --csv - =>
//     min(carried_ns) < -16000000; max(carried_ns) <= 0
// breaks "There is no cap: when a step costs more than dt, the spiral of death.": run --seconds 3600 --lane
//     rapier,vsync=off,step-cost={14..20/0.5}ms => rapier.frame_max_ms > 1000 from 17; rapier.speed < 0.999 from 17

} // namespace timestep::presets
