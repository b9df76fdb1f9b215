// SPDX-License-Identifier: MIT
// timestep/presets/jolt.hpp -- the loop of the Jolt Physics samples, at most one step a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/at_most_one.hpp"

namespace timestep::presets
{

inline constexpr auto jolt = preset(
    {
        .name   = "jolt",
        .title  = "Jolt samples",
        .group  = Group::engines,
        .source = "Jolt Physics, Application.cpp",
        .source_in_full =
            "Jolt Physics, TestFramework/Application/Application.cpp: at most one step, residual = min(h, w - h).",
        .checked =
            "Source read: Jolt Physics, TestFramework/Application/Application.cpp, in a fork's copy at ec2b304c.",
        .promise       = "No frame runs more than one step.",
        .price         = "slow motion below the step rate",
        .price_in_full = "When the frame rate is below the step rate, the game slows down with it.",
        .breaks        = "On a 50 Hz display a 60 Hz game runs at 0.83 of its speed.",
        .choose_it     = "For a demo or an editor that must stay responsive, no matter how long a step takes.",
        .ships         = "The samples of Jolt Physics.",
        .differs = "The samples cut each frame to whole microseconds, forget the rest, and keep seconds in float32; "
                   "here both are exact. This shows in 16 of a million random frames of 1 to 50 ms. On a finer clock "
                   "the forgotten parts of microseconds add up to a step in 7.1 minutes on a 60 Hz display, and in 4.3 "
                   "minutes on a 144 Hz display.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, AtMostOne>{.stepper = AtMostOne{rate}}; });

} // namespace timestep::presets
