// SPDX-License-Identifier: MIT
// timestep/presets/fixed_busy_wait.hpp -- one step of fixed size a frame; waits for the next frame by spinning
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/busy_wait.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_busy_wait = preset(
    {
        .name           = "fixed-busy-wait",
        .title          = "Fixed, busy-wait",
        .group          = Group::articles,
        .source         = "Treatment to cure a broken time step",
        .source_in_full = "\"Treatment to cure a broken time step\": spin until now >= next; next += h.",
        .promise = "With VSYNC off, the game runs at the right speed on any display. Frames begin as precisely as the "
                   "clock can measure.",
        .price   = "keeps a core fully busy",
        .price_in_full = "The loop uses a whole core, all the time.",
        .breaks =
            "After a pause the game plays in fast forward until it has caught up. It never catches up when every frame "
            "takes longer than dt. With VSYNC it never catches up on a display that is slower than the step rate.",
        .choose_it = "When only precise timing matters and the machine is plugged in: a measuring rig.",
        .ships     = "Old PC games.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, BusyWait>{.stepper = FrameLocked{rate},
                                                                     .pacer   = BusyWait{rate}};
    });

} // namespace timestep::presets
