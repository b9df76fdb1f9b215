// timestep/presets/variable_clamped.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/clamp.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto variable_clamped = preset(
    {
        .name           = "variable-clamped",
        .title          = "Variable, clamped",
        .group          = Group::articles,
        .source         = "Quake 1996; PixiJS",
        .source_in_full = "Quake 1, host.c (1 ms to 100 ms); PixiJS, Ticker, minFPS 10 (100 ms).",
        .promise        = "As variable, and no step is longer than 100 ms.",
        .price          = "slow motion beyond the clamp",
        .price_in_full = "Slow motion for as long as frames are longer than that, and fast motion above 1,000 frames a "
                         "second: a frame counts for 1 ms at least.",
        .breaks        = "At 10 fps a step is still 100 ms long: the spring has exploded long before.",
        .choose_it     = "As variable, when the program may be stopped for a while.",
        .ships         = "Quake 1 (1 ms to 100 ms), PixiJS (100 ms).",
        .has_rate      = false,
    },
    [](Rate rate) {
        return BasicLoop<Clamp, Variable>{.filter = {1ms, 100ms}, .stepper = Variable{rate}};
    });

// What shows it (docs/promises.md):
// in short "slow motion beyond the clamp": run --seconds 3600 --lane
//     variable-clamped,vsync=off,render-cost={1,2,50,99,100,101,110,200}ms => variable-clamped.speed < 0.999 from 101
// promise "As variable,": run --seconds 3600 --lane
//     variable-clamped,display-hz={50,60,75,144,240},lag=random:0ms..30ms => variable-clamped.speed == 1 +- 0.0001;
//     variable-clamped.steps_max == 1; variable-clamped.reproducible == 0
// promise "and no step is longer than 100 ms.": run --seconds 3600 --lane variable-clamped --lag
//     random:0ms..150ms+spike:300:4s --csv - => max(dt_ns) == 100000000
// price "Slow motion for as long as frames are longer than that,": run --seconds 3600 --lane
//     variable-clamped,vsync=off,render-cost={1,2,50,99,100,101,110,200}ms => variable-clamped.speed == min(1, 100 /
//     it) +- 0.0001
// price "and fast motion above 1,000 frames a second: a frame counts for 1 ms at least.": run --seconds 60 --lane
//     variable-clamped,vsync=off,render-cost={0.25,0.5,0.8,1,2,5}ms => variable-clamped.speed == max(1, 1 / it) +-
//     0.0001; variable-clamped.speed > 1.001 up to 0.8
// breaks "At 10 fps a step is still 100 ms long:": run --seconds 60 --lane variable-clamped --vsync off --render-cost
//     100ms --csv - => min(dt_ns[1:]) == 100000000
// breaks "the spring has exploded long before.": run --seconds 3600 --lane
//     variable-clamped,vsync=off,render-cost={60..100/0.4}ms => variable-clamped.blew_up == 1 from 82

} // namespace timestep::presets
