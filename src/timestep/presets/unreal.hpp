// timestep/presets/unreal.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/substepped.hpp"

namespace timestep::presets
{

inline constexpr auto unreal = preset(
    {
        .name           = "unreal",
        .title          = "Unreal Engine, substepping",
        .group          = Group::engines,
        .source         = "Unreal Engine, PhysicsSettings",
        .source_in_full = "Unreal Engine, UPhysicsSettings: MaxSubstepDeltaTime 1/60 s, MaxSubsteps 6.",
        .checked =
            "Documentation read: Unreal Engine, Physics Sub-Stepping; the engine's own repository is not public.",
        .promise       = "No step is longer than dt, nothing is carried over, and the steps of a frame are equal.",
        .price         = "never the same run twice",
        .price_in_full = "The step is another one in every frame, so no run can be reproduced.",
        .breaks        = "A frame longer than 100 ms is cut: slow motion below 10 fps.",
        .choose_it     = "When steps must be short but need not be equal, and no tail step is wanted.",
        .ships         = "Unreal Engine, with substepping on.",
        .differs = "Unreal 4 multiplies by 1/h where this divides, and Unreal 5 divides in doubles what it measured in "
                   "floats: it shows in frames that end within a few nanoseconds of whole steps. A frame of no time "
                   "has one step of no time there, and none here.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, Substepped>{.stepper = Substepped{rate, 6}};
    });

// What shows it (docs/promises.md):
// in short "never the same run twice": run --seconds 60 --lane unreal,jitter=1ms,vsync=off,seed={2,3,4,5} --lane
//     unreal,jitter=1ms,vsync=off,seed=1,name=first => unreal.state_hash != first.state_hash
// promise "No step is longer than dt,": run --seconds 3600 --lane unreal --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => max(dt_ns) <= 16666668
// promise "nothing is carried over,": => max(carried_ns) == 0; min(carried_ns) == 0
// promise "and the steps of a frame are equal.": => max(tail_ns) == 0; max(steps) == 6
// price "The step is another one in every frame,": => len(set(dt_ns)) > 50 * seconds / 3600 * 100
// price "so no run can be reproduced.": run --seconds 60 --lane unreal,display-hz={50,60,75,144} =>
//     unreal.reproducible == 0
// breaks "A frame longer than 100 ms is cut:": run --seconds 3600 --lane
//     unreal,vsync=off,render-cost={50,90,99,100,101,110,200}ms => unreal.dropped_ms > 1 from 101
// breaks "slow motion below 10 fps.": => unreal.speed == min(1, 100 / it) +- 0.0001

} // namespace timestep::presets
