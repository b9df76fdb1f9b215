// SPDX-License-Identifier: MIT
// timestep/presets/cute.hpp -- the fixed timestep of cute_framework, with at most 5 steps a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/cute.hpp"

namespace timestep::presets
{

inline constexpr auto cute = preset(
    {
        .name           = "cute",
        .title          = "cute_framework",
        .group          = Group::engines,
        .source         = "cute_framework, cute_time.cpp",
        .source_in_full = "R. Gaul, cute_framework, src/cute_time.cpp: at most 5 steps are due; the first frame is "
                          "given an extra 1/60 s.",
        .checked        = "Source read: RandyGaul/cute_framework, src/cute_time.cpp at 69578464.",
        .promise        = "The first frame already steps the game. A long frame costs at most five steps.",
        .price          = "one update too many every 70 minutes",
        .price_in_full  = "A long frame loses the carried time as well. A step is rounded down to whole ticks.",
        .breaks         = "On exact 60 Hz frames there is one update too many every 70 minutes.",
        .choose_it      = "For a game on cute_framework.",
        .ships          = "cute_framework, after cf_set_fixed_timestep is called; its default is a variable step.",
        .differs = "The engine's interpolant is a float32; here it is a double. The two differ by less than 1e-7 from "
                   "the first frame on; the steps never differ. The counter is assumed to run at 10 MHz.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, Cute, CapAccumulator>{
            .stepper = Cute{rate}, .overload = {.steps = 5}, .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
