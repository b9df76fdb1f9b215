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

} // namespace timestep::presets
