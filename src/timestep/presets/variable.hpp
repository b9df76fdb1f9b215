// timestep/presets/variable.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto variable = preset(
    {
        .name           = "variable",
        .title          = "Variable delta time",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"Variable delta time\".",
        .promise        = "The simulation keeps up with the clock, with one step a frame.",
        .price          = "long frames are long steps",
        .price_in_full  = "The physics is a different one at every frame rate; no two runs are alike.",
        .breaks         = "A long frame is a long step: stiff springs explode, fast balls pass through walls.",
        .choose_it =
            "When nothing is stiff, nothing is fast and nothing must be reproduced: menus, particles, cameras.",
        .ships    = "Most engines, for everything that is not physics.",
        .has_rate = false,
    },
    [](Rate rate) { return BasicLoop<NoFilter, Variable>{.stepper = Variable{rate}}; });

// What shows it (docs/promises.md):
// in short "long frames are long steps": plan --loop variable --frames mixed.csv => dt_ns == frame_ns; stepped_ns ==
//     frame_ns
// promise "The simulation keeps up with the clock,": run --seconds 3600 --lane
//     variable,display-hz={30,50,60,75,144,240},lag=random:0ms..30ms+spike:300:4s,step-cost=20ms => variable.speed ==
//     1 +- 0.0001; variable.dropped_ms == 0
// promise "with one step a frame.": => variable.steps_max == 1; variable.zero_step_share == 0
// price "The physics is a different one at every frame rate;": run --seconds 60 --lane
//     variable,display-hz={30,50,59.94,75,120,144} --lane variable,display-hz=60,name=on-60 => variable.state_hash !=
//     on-60.state_hash; abs(variable.x_end - on-60.x_end) > 0.01
// price "no two runs are alike.": run --seconds 60 --lane variable,jitter=1ms,vsync=off,seed={2,3,4,5} --lane
//     variable,jitter=1ms,vsync=off,seed=1,name=first => variable.state_hash != first.state_hash;
//     variable.reproducible == 0
// breaks "A long frame is a long step:": plan --loop variable --frames freeze.csv => max(dt_ns) == 4000000000
// breaks "stiff springs explode,": run --seconds 3600 --lane variable,vsync=off,render-cost={60..100/0.4}ms =>
//     variable.blew_up == 1 from 82
// breaks "fast balls pass through walls.": run --seconds 3600 --lane variable,vsync=off,render-cost={33..60/0.3}ms =>
//     variable.tunnelled > 0 from 36.3

} // namespace timestep::presets
