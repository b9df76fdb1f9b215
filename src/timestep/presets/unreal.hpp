// SPDX-License-Identifier: MIT
// timestep/presets/unreal.hpp -- Unreal Engine's substepping, which divides a frame into equal steps
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
        .promise       = "No step is longer than dt. No time is carried over. The steps of a frame are equally long.",
        .price         = "other frame times, another run",
        .price_in_full = "The step length changes in every frame. No run can be reproduced.",
        .breaks        = "A frame longer than 100 ms is cut. Below 10 frames a second the game runs in slow motion.",
        .choose_it     = "When steps must be short but need not be equal, and no shorter last step is wanted.",
        .ships         = "Unreal Engine, with substepping on.",
        .differs       = "Unreal 4 multiplies by 1/h where this loop divides, and Unreal 5 divides in doubles what it "
                         "measured in floats. This shows in frames that end within a few nanoseconds of whole steps. A frame "
                         "of zero time runs one step of zero time there, and none here.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, Substepped>{.stepper = Substepped{rate, 6}};
    });

} // namespace timestep::presets
