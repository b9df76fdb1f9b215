// timestep/presets/fixed_drifting.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_drifting = preset(
    {
        .name           = "fixed-drifting",
        .title          = "Fixed, drifting",
        .group          = Group::articles,
        .source         = "Treatment to cure a broken time step",
        .source_in_full = "\"Treatment to cure a broken time step\", as the fix not to use: next = now on release.",
        .promise        = "No frame is ever shorter than dt.",
        .price          = "every lateness is for good",
        .price_in_full  = "What a frame is late is never made up: the game is slow by the sum of all latenesses.",
        .breaks         = "One frame of 20 ms in ten, and it runs 2 % slow for ever.",
        .choose_it      = "Never: it is here to be seen.",
        .ships          = "Nobody on purpose; many by accident: `next = now + h`.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{.stepper = FrameLocked{rate},
                                                                          .pacer   = SleepAndYield{rate, Late::drift}};
    });

} // namespace timestep::presets
