// SPDX-License-Identifier: MIT
// timestep/presets/mainloop_js.hpp -- the loop of the JavaScript library MainLoop.js, which takes only full steps
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_millis.hpp"

namespace timestep::presets
{

inline constexpr auto mainloop_js = preset(
    {
        .name           = "mainloop-js",
        .title          = "MainLoop.js",
        .group          = Group::engines,
        .source         = "MainLoop.js 2015",
        .source_in_full = "I. Sloan, MainLoop.js, 2015: after 240 steps in a frame it panics; the rest stays due.",
        .checked        = "Source read: IceCreamYou/MainLoop.js, src/mainloop.js at a9cbd089.",
        .promise        = "No time is ever lost.",
        .price          = "runs fast after a pause until it has caught up",
        .price_in_full  = "After a pause of a minute, the game runs 240 steps a frame until it has caught up.",
        .breaks         = "Alpha leaves [0, 1) while steps are overdue. It is 60 after a frame of 5 s.",
        .choose_it      = "When no time may be lost: a simulation that must agree with the clock in the end.",
        .ships          = "Browser games.",
        .differs = "The library calls panic() and lets the game decide about the overdue time; here this time is kept. "
                   "This shows in the frame after one of 240 steps, if the game would have discarded the time.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedMillis>{.stepper      = FixedMillis{rate, 240},
                                                .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
