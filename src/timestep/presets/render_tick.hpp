// SPDX-License-Identifier: MIT
// timestep/presets/render_tick.hpp -- draws a temporary copy of the newest state, advanced by the frame time
// that no step has simulated yet
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto render_tick = preset(
    {
        .name   = "render-tick",
        .title  = "Render tick",
        .group  = Group::articles,
        .source = "Tomsu 2024",
        .source_in_full =
            "J. Tomsu, \"Fixed timestep without interpolation\", 2024: simulate the remainder on a copy, draw that.",
        .promise = "The picture has no delay: it shows the game at the current time. Bounces are drawn right: the ball "
                   "is never drawn inside the wall. No blending code is needed.",
        .price   = "the state is copied and stepped once more per frame",
        .price_in_full = "Every frame copies the state and runs one more step on the copy. Sounds and events of this "
                         "step must be suppressed.",
        .breaks        = "A step must accept any dt: a solver that is tuned for one step length shows errors.",
        .choose_it =
            "When the state is cheap to copy, a step is cheap to run, and interpolation code is not worth writing.",
        .ships = "Engines whose state is plain data that can be copied.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, CapFrameTime>{
            .stepper = FixedStep{rate}, .overload = {250ms}, .presentation = Presentation::render_tick};
    });

} // namespace timestep::presets
