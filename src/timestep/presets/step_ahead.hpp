// SPDX-License-Identifier: MIT
// timestep/presets/step_ahead.hpp -- simulates ahead of the clock and interpolates: smooth and without delay
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/deadline.hpp"

namespace timestep::presets
{

inline constexpr auto step_ahead = preset(
    {
        .name   = "step-ahead",
        .title  = "Step ahead",
        .group  = Group::articles,
        .source = "bevy_rapier; deWiTTERS 2007",
        .source_in_full =
            "bevy_rapier, TimestepMode::Interpolated; deWiTTERS, 2007: simulate past the clock, then blend back to it.",
        .promise       = "The picture is smooth at every frame rate. The picture is not one step old.",
        .price         = "input takes effect up to a step later",
        .price_in_full = "Input takes effect up to a step later, because the step it belongs to has already run.",
        .breaks    = "When a step takes longer to compute than dt, the game runs in slow motion, as with interpolated.",
        .choose_it = "When the picture must be smooth and without delay, and input may take effect a step later.",
        .ships     = "bevy_rapier, in its interpolated mode.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, Deadline, CapFrameTime>{
            .stepper = Deadline{rate}, .overload = {250ms}, .presentation = Presentation::step_ahead};
    });

} // namespace timestep::presets
