// SPDX-License-Identifier: MIT
// timestep/presets/fixed_drifting.hpp -- one fixed step a frame; does not catch up after a late frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_drifting = preset(
    {
        .name   = "fixed-drifting",
        .title  = "Fixed, drifting",
        .group  = Group::articles,
        .source = "Treatment to cure a broken time step",
        .source_in_full =
            "\"Treatment to cure a broken time step\", as the fix not to use: next = now when the wait ends.",
        .promise       = "No frame is shorter than dt.",
        .price         = "a late frame is never made up",
        .price_in_full = "The delay of a late frame is never made up: the game falls behind by the sum of all delays.",
        .breaks        = "With one frame of 20 ms in ten, the game runs 2 % too slow for ever.",
        .choose_it     = "Never: it is here to show the mistake.",
        .ships         = "No game on purpose; many by accident: `next = now + h`.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>{.stepper = FrameLocked{rate},
                                                                          .pacer   = SleepAndYield{rate, Late::drift}};
    });

} // namespace timestep::presets
