// SPDX-License-Identifier: MIT
// timestep/presets/pygame.hpp -- the loop of pygame with Clock.tick(60): sleeps whole milliseconds
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/whole_ticks.hpp"
#include "timestep/pacers/whole_millis.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto pygame = preset(
    {
        .name   = "pygame",
        .title  = "pygame, Clock.tick(60)",
        .group  = Group::engines,
        .source = "pygame, time.c",
        .source_in_full =
            "pygame, src_c/time.c, clock_tick_base: Clock.tick(60) sleeps for (int)(1000 / 60) = 16 ms minus the "
            "milliseconds that have passed, and returns the milliseconds since the last call: the dt of most games.",
        .checked       = "Source read: pygame/pygame, src_c/time.c at 85fda3f7.",
        .promise       = "The loop sleeps for the whole wait and never spins. The simulation keeps up with the clock.",
        .price         = "60 frames a second are 62.5",
        .price_in_full = "A frame lasts 16 ms, so Clock.tick(60) makes 62.5 frames a second. A display of 60 Hz never "
                         "shows 2.5 of them each second, and the motion jumps.",
        .breaks        = "When sleeps end late, the frame rate drops.",
        .choose_it     = "To see what most pygame loops do. Clock.tick_busy_loop spins instead, for the same time.",
        .ships         = "Most games in Python that use pygame.",
        .differs       = "A frame in which no millisecond has passed runs no step here, but one of zero time there. "
                         "Milliseconds are counted from the start of the loop, not of the program.",
        .has_rate      = false,
    },
    [](Rate rate)
    {
        return BasicLoop<WholeTicks, Variable, Unlimited, WholeMillis>{.stepper = Variable{rate},
                                                                       .pacer   = WholeMillis{hz(60)}};
    });

} // namespace timestep::presets
