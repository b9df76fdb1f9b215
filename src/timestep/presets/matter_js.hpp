// SPDX-License-Identifier: MIT
// timestep/presets/matter_js.hpp -- the Runner of matter-js, which averages frame times and rounds the frame rate to a
// whole number
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/matter.hpp"

namespace timestep::presets
{

inline constexpr auto matter_js = preset(
    {
        .name   = "matter-js",
        .title  = "matter-js, Runner",
        .group  = Group::engines,
        .source = "matter-js 0.20.0, Runner.js",
        .source_in_full =
            "matter-js 0.20.0, src/core/Runner.js, Runner.tick: the mean of the middle 80 of the last 100 frames, "
            "snapped to a whole frame rate; a step is taken while 1.5 steps are due; at most two steps a frame.",
        .checked =
            "Source read, and run beside this loop: npm matter-js 0.20.0, build/matter.js and src/core/Runner.js.",
        .promise = "On a display with a whole number of hertz the steps follow one pattern, whatever the timer noise.",
        .price   = "a hitch is lost time",
        .price_in_full = "A frame longer than 66.7 ms counts as a usual frame. The rest of its time is lost.",
        .breaks = "Below 30 frames a second the game runs in slow motion. After the frame rate changes, the smoothed "
                  "frame time follows over 90 frames.",
        .choose_it = "To see what Runner.run does by default. Its documentation recommends an own loop around "
                     "Engine.update for anything else.",
        .ships     = "matter-js since 0.20, in demos and small games.",
        .differs   = "The Runner's first frame, which has no frame time, is left out: this loop starts in the state "
                     "after it. The Runner also stops its steps when they have taken 33.3 ms to compute; here it does "
                     "not, because a loop that asks for the computing time cannot be reproduced. The Runner sorts a copy "
                     "of its history, as texts, and uses only the length of this copy: the sorting changes nothing.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, Matter>{.stepper = Matter{rate}}; });

} // namespace timestep::presets
