// timestep/presets/jolt.hpp
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
            "Jolt Physics, TestFramework/Application/Application.cpp: one step at most, residual = min(h, w - h).",
        .checked =
            "Source read: Jolt Physics, TestFramework/Application/Application.cpp, in a fork's copy at ec2b304c.",
        .promise       = "No frame ever costs more than one step.",
        .price         = "slow motion below the step rate",
        .price_in_full = "Below the step rate the game slows down with the frame rate.",
        .breaks        = "A 50 Hz display plays a 60 Hz game at 0.83 of its speed.",
        .choose_it     = "For a demo or an editor that must stay responsive whatever a step costs.",
        .ships         = "The samples of Jolt Physics.",
        .differs = "The samples cut each frame to whole microseconds, forget the rest, and keep seconds in float32; "
                   "here both are exact. It shows in 16 of a million random frames of 1 to 50 ms; where no frame is "
                   "longer than a step, on a finer clock, it adds up to a step in nine minutes.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, AtMostOne>{.stepper = AtMostOne{rate}}; });

// What shows it (docs/promises.md):
// in short "slow motion below the step rate": run --seconds 3600 --lane jolt,display-hz={20,30,50,55,59,60,75,144} =>
//     jolt.speed < 0.999 up to 59
// promise "No frame ever costs more than one step.": run --seconds 3600 --lane jolt --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => max(steps) == 1; max(tail_ns) == 0
// price "Below the step rate the game slows down with the frame rate.": run --seconds 3600 --lane
//     jolt,display-hz={20,30,50,55,59,60,75,144} => jolt.speed == min(1, it / 60) +- 0.0001
// breaks "A 50 Hz display plays a 60 Hz game at 0.83 of its speed.": run --seconds 3600 --lane jolt --display-hz 50 =>
//     jolt.speed == 0.83 +- 0.005

} // namespace timestep::presets
