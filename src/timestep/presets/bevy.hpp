// SPDX-License-Identifier: MIT
// timestep/presets/bevy.hpp -- the fixed timestep of the Bevy engine, 64 steps a second
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/first_frame_zero.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto bevy = preset(
    {
        .name           = "bevy",
        .title          = "Bevy",
        .group          = Group::engines,
        .source         = "Bevy, bevy_time",
        .source_in_full = "Bevy, crates/bevy_time/src/fixed.rs and virt.rs: whole nanoseconds, 64 Hz, a frame counts "
                          "for 250 ms at most.",
        .checked = "Source read: bevyengine/bevy, crates/bevy_time/src/fixed.rs at 53cf7de6, virt.rs at 581c233a; pull "
                   "request 24237.",
        .promise = "A step is a whole number of nanoseconds long. The first frame counts as zero time.",
        .price   = "64 Hz steps on a 60 Hz display",
        .price_in_full = "Without interpolation, every 15th frame on a 60 Hz display runs two steps.",
        .breaks        = "When a step takes longer to compute than dt, the game runs in slow motion.",
        .choose_it =
            "When motion without interpolation should stutter visibly, so that developers notice that it is missing.",
        .ships = "Bevy.",
        .differs =
            "Bevy's virtual clock, with its pause and speed, is GameClock in this library. The cap applies after the "
            "speed, as in Bevy since 0.20; before that, speed 2 let 500 ms through. At speed 1 no frame differs.",
        .default_rate = hz(64),
    },
    [](Rate rate)
    {
        return BasicLoop<FirstFrameZero, FixedTicks, CapFrameTime>{
            .stepper = FixedTicks{rate, 1ns, StepRounding::nearest}, .overload = {250ms}};
    });

} // namespace timestep::presets
