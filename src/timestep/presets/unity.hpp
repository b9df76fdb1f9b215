// SPDX-License-Identifier: MIT
// timestep/presets/unity.hpp -- the fixed timestep of Unity, 50 steps a second
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto unity = preset(
    {
        .name           = "unity",
        .title          = "Unity",
        .group          = Group::engines,
        .source         = "Unity, Time settings",
        .source_in_full = "Unity, Time: fixedDeltaTime 0.02 s, maximumDeltaTime 1/3 s.",
        .checked = "Documentation read: Unity manual, Time.maximumDeltaTime and class-TimeManager; the engine's source "
                   "is closed.",
        .promise = "FixedUpdate always steps by 20 ms.",
        .price   = "50 Hz steps on a 60 Hz display",
        .price_in_full = "Without interpolation, one frame in six does not move on a 60 Hz display.",
        .breaks        = "A third of a second of steps is a lot: after one slow frame the next one runs sixteen steps.",
        .choose_it     = "To see what FixedUpdate does by default, and what a Maximum Allowed Timestep of a third of a "
                         "second means.",
        .ships         = "Unity.",
        .differs = "Unity keeps seconds in floating point; here they are exact. Of a million random frames of 1 to 50 "
                   "ms, an accumulator of doubles steps differently in none, and one of float32 in 28,162. In float32, "
                   "0.02 s is 0.45 ns too short, which adds up. From an empty accumulator a capped frame runs 16 "
                   "steps; with more than 6.67 ms carried it runs 17.",
        .default_rate = hz(50),
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, FixedStep, CapFrameTime>{.stepper = FixedStep{rate}, .overload = {333'333'333ns}}; });

} // namespace timestep::presets
