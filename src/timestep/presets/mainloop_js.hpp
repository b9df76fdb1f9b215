// timestep/presets/mainloop_js.hpp
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
        .price          = "runs fast until it has caught up",
        .price_in_full  = "After a pause of a minute the game runs at 240 steps a frame until it has caught up.",
        .breaks         = "Alpha leaves [0, 1) while there is debt: it is 60 after a frame of 5 s.",
        .choose_it      = "When no time may be lost: a simulation that must agree with the clock in the end.",
        .ships          = "Browser games.",
        .differs = "The library calls panic() and leaves the debt to the game; here it is kept. It shows in the frame "
                   "after one of 240 steps, if the game would have forgiven it.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedMillis>{.stepper      = FixedMillis{rate, 240},
                                                .presentation = Presentation::interpolate};
    });

// What shows it (docs/promises.md):
// in short "runs fast until it has caught up": run --seconds 120 --lane mainloop-js --lag break:2s:60s =>
//     mainloop-js.steps_max == 240; mainloop-js.speed == 1 +- 0.001
// promise "No time is ever lost.": run --seconds 3600 --lane mainloop-js --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s+break:2s:60s --csv - => sum(dropped_ns) == 0; abs(sum(frame_ns) - sum(stepped_ns)
//     - carried_ns[-1]) < 1000
// price "After a pause of a minute the game runs at 240 steps a frame until it has caught up.": plan --loop
//     mainloop-js --frames minute.csv => steps[1:16] == [240] * 15; steps[16:] == [15, 1]
// breaks "Alpha leaves [0, 1) while there is debt:": plan --loop mainloop-js --frames minute.csv => min(alpha[1:15])
//     >= 1; max(alpha[16:]) < 1
// breaks "it is 60 after a frame of 5 s.": plan --loop mainloop-js --frames five.csv => alpha[0] == 60 +- 0.000001;
//     alpha[1] < 1

} // namespace timestep::presets
