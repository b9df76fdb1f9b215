// timestep/presets/semi_fixed_max_steps.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_steps.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/semi_fixed.hpp"

namespace timestep::presets
{

inline constexpr auto semi_fixed_max_steps = preset(
    {
        .name           = "semi-fixed-max-steps",
        .title          = "Semi-fixed, max steps",
        .group          = Group::articles,
        .source         = "Fiedler 2004; Quake III",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004; Quake III, bg_pmove.c, Pmove (steps of 66 ms).",
        .promise        = "As semi-fixed, and never more than 8 steps a frame, the short one included.",
        .price          = "slow motion under load",
        .price_in_full  = "The rest of a long frame is dropped: slow motion under load.",
        .breaks         = "Still never the same run twice.",
        .choose_it      = "As semi-fixed, on machines that you do not know.",
        .ships          = "Quake III (player movement, cut into steps of 66 ms).",
    },
    [](Rate rate) { return BasicLoop<NoFilter, SemiFixed, CapSteps>{.stepper = SemiFixed{rate}, .overload = {8}}; });

// What shows it (docs/promises.md):
// in short "slow motion under load": run --seconds 3600 --lane semi-fixed-max-steps,vsync=off,step-cost={14..20/0.5}ms
//     => semi-fixed-max-steps.speed < 0.999 from 16.5
// promise "As semi-fixed,": run --seconds 3600 --lane
//     semi-fixed-max-steps,display-hz={30,50,60,75,144,240},lag=random:0ms..30ms => semi-fixed-max-steps.speed == 1 +-
//     0.0001; semi-fixed-max-steps.dropped_ms == 0
// promise "and never more than 8 steps a frame, the short one included.": run --seconds 3600 --lane
//     semi-fixed-max-steps --lag random:0ms..300ms+spike:300:4s --csv - => max(s + (t>0) for s, t in zip(steps,
//     tail_ns)) == 8; max(dt_ns) == 16666667; max(tail_ns) < 16666667
// price "The rest of a long frame is dropped: slow motion under load.": run --seconds 3600 --lane
//     semi-fixed-max-steps,vsync=off,render-cost={50,100,130,133,134,150,200,400}ms => semi-fixed-max-steps.speed ==
//     min(1, 133.333 / it) +- 0.0001; semi-fixed-max-steps.dropped_ms > 0 from 134
// breaks "Still never the same run twice.": run --seconds 60 --lane
//     semi-fixed-max-steps,jitter=1ms,vsync=off,seed={2,3,4,5} --lane
//     semi-fixed-max-steps,jitter=1ms,vsync=off,seed=1,name=first => semi-fixed-max-steps.state_hash !=
//     first.state_hash; semi-fixed-max-steps.reproducible == 0

} // namespace timestep::presets
