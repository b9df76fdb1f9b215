// timestep/presets/fixed.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto fixed = preset(
    {
        .name           = "fixed",
        .title          = "Fixed delta time",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"Fixed delta time\".",
        .promise        = "The physics sees one dt, for ever; nothing to measure, nothing to go wrong in it.",
        .price          = "speed follows the frame rate",
        .price_in_full  = "The speed of the game is the frame rate times dt: right on one display only.",
        .breaks         = "At 144 Hz it runs 2.4 times too fast, with 40 ms frames at 0.42 of real time.",
        .choose_it      = "When the display is known and VSYNC never fails: a console, an arcade cabinet.",
        .ships          = "Console games that own their display; emulators.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FrameLocked>{.stepper = FrameLocked{rate}}; });

// What shows it (docs/promises.md):
// in short "speed follows the frame rate": run --seconds 3600 --lane fixed,display-hz={30,50,59.94,60,75,144,240} =>
//     fixed.speed == it / 60 +- 0.0001
// promise "The physics sees one dt, for ever;": run --seconds 3600 --lane fixed --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => min(dt_ns) == max(dt_ns); min(steps) == 1; max(steps) == 1;
//     max(tail_ns) == 0
// promise "nothing to measure, nothing to go wrong in it.": run --ticks 20000 --lane fixed,name=even --lane
//     fixed,timer-noise=10ms,timer-back=2s,timer-back-at=3s,lag=spike:300:4s,name=odd => even.state_hash ==
//     odd.state_hash; odd.reproducible == 1
// price "The speed of the game is the frame rate times dt:": run --seconds 3600 --lane
//     fixed,vsync=off,hz=50,render-cost={2,5,10,20,40,100}ms => fixed.speed == 20 / it +- 0.0001
// price "right on one display only.": run --seconds 3600 --lane fixed,display-hz={30,50,60,75,120,144,240} =>
//     fixed.speed == 1 +- 0.00001 only at 60
// breaks "At 144 Hz it runs 2.4 times too fast,": run --seconds 3600 --lane fixed --display-hz 144 => fixed.speed ==
//     2.4 +- 0.0001
// breaks "with 40 ms frames at 0.42 of real time.": run --seconds 3600 --lane fixed --vsync off --render-cost 40ms =>
//     fixed.speed == 0.42 +- 0.005; fixed.frame_mean_ms == 40 +- 0.001

} // namespace timestep::presets
