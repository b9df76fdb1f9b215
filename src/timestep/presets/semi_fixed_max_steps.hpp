// SPDX-License-Identifier: MIT
// timestep/presets/semi_fixed_max_steps.hpp -- full steps, then one shorter step for the rest; at most 8 steps a frame
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
        .promise       = "As with semi-fixed, the simulation keeps up with the clock. No frame runs more than 8 steps, "
                         "including the short one.",
        .price         = "slow motion under load",
        .price_in_full = "The rest of a long frame is dropped, so the game runs in slow motion under load.",
        .breaks        = "As with semi-fixed, no run can be reproduced.",
        .choose_it     = "As semi-fixed, on machines that you do not know.",
        .ships         = "Quake III (player movement, cut into steps of 66 ms).",
    },
    [](Rate rate) { return BasicLoop<NoFilter, SemiFixed, CapSteps>{.stepper = SemiFixed{rate}, .overload = {8}}; });

} // namespace timestep::presets
