// SPDX-License-Identifier: MIT
// timestep/presets/openttd.hpp -- the game loop of OpenTTD, at most one tick of 27 ms a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/open_ttd.hpp"

namespace timestep::presets
{

inline constexpr auto openttd = preset(
    {
        .name   = "openttd",
        .title  = "OpenTTD",
        .group  = Group::engines,
        .source = "OpenTTD, video_driver.cpp",
        .source_in_full =
            "OpenTTD, src/video/video_driver.cpp, Tick and GameLoop: a tick when its deadline has passed; the next "
            "deadline is 27 ms later (MILLISECONDS_PER_TICK), or now after more than 5 ticks (ALLOWED_DRIFT).",
        .checked       = "Source read: OpenTTD/OpenTTD, src/video/video_driver.cpp at 0859d039.",
        .promise       = "No frame runs more than one tick. Every tick is 27 ms long.",
        .price         = "no alpha: pictures are never blended",
        .price_in_full = "There is no alpha, so the motion stutters on every display: most ticks last two frames of 60 "
                         "Hz, and some last one.",
        .breaks        = "Below 37 frames a second the game runs in slow motion.",
        .choose_it     = "For a simulation whose ticks are expensive and whose motion need not be smooth.",
        .ships         = "OpenTTD.",
        .differs       = "With a thread for the game, which is the default, ticks begin at their deadlines and not at "
                         "frames; this loop is the one without the thread. The engine sleeps until its next tick or picture; "
                         "here the display sets the pace.",
        .default_rate  = every(27ms),
    },
    [](Rate rate) { return BasicLoop<NoFilter, OpenTtd>{.stepper = OpenTtd{rate}}; });

} // namespace timestep::presets
