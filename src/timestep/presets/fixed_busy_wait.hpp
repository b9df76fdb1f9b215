// timestep/presets/fixed_busy_wait.hpp
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
        .promise        = "With VSYNC off the right speed on any display, as punctual as the clock.",
        .price          = "burns a core",
        .price_in_full  = "A whole core, all the time.",
        .breaks = "After a break: it plays in fast forward until all of that is made up. And where every frame takes "
                  "longer than dt, or a display with VSYNC is slower, it never does.",
        .choose_it = "When nothing but punctuality counts and the machine is plugged in: a measuring rig.",
        .ships     = "Old PC games.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, BusyWait>{.stepper = FrameLocked{rate},
                                                                     .pacer   = BusyWait{rate}};
    });

} // namespace timestep::presets
