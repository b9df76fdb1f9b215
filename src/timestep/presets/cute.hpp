// timestep/presets/cute.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/cute.hpp"

namespace timestep::presets
{

inline constexpr auto cute = preset(
    {
        .name   = "cute",
        .title  = "cute_framework",
        .group  = Group::engines,
        .source = "cute_framework, cute_time.cpp",
        .source_in_full =
            "R. Gaul, cute_framework, src/cute_time.cpp: at most 5 steps are due; the first frame is given 1/60 s.",
        .checked       = "Source read: RandyGaul/cute_framework, src/cute_time.cpp at 69578464.",
        .promise       = "The first frame steps, and a long one costs five steps at most.",
        .price         = "one update too many every 70 minutes",
        .price_in_full = "What is carried is cut along with a long frame; a step is cut off to whole ticks.",
        .breaks        = "On exact 60 Hz frames there is one update too many every 70 minutes.",
        .choose_it     = "For a game on that framework.",
        .ships         = "cute_framework, once cf_set_fixed_timestep is called; its default is variable.",
        .differs = "The engine's interpolant is a float32; here it is a double: they differ by less than 1e-7 from the "
                   "first frame on, the steps never. Its counter is taken for one of 10 MHz.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, Cute, CapAccumulator>{
            .stepper = Cute{rate}, .overload = {.steps = 5}, .presentation = Presentation::interpolate};
    });

// What shows it (docs/promises.md):
// in short "one update too many every 70 minutes": run --seconds 18000 --lane cute --csv - => sum(n==2 for n in steps)
//     == 4; max(gaps(n==2 for n in steps)) / 3600 == 70 +- 1
// promise "The first frame steps,": plan --loop cute --frames display.csv => steps[0] == 2; max(steps[1:]) == 1;
//     min(steps[1:]) == 1
// promise "and a long one costs five steps at most.": run --seconds 3600 --lane cute --lag
//     random:0ms..200ms+spike:300:4s --csv - => max(steps) == 5
// price "What is carried is cut along with a long frame;": plan --loop cute --frames freeze.csv => carried_ns[3] == 0;
//     dropped_ns[3] > 3916000000
// price "a step is cut off to whole ticks.": => max(dt_ns) == 16666600
// breaks "On exact 60 Hz frames there is one update too many every 70 minutes.": run --seconds 18000 --lane cute --csv
//     - => max(gaps(n==2 for n in steps)) / 3600 == 70 +- 1; max(steps) == 2

} // namespace timestep::presets
