// SPDX-License-Identifier: MIT
// timestep/presets/extrapolated.hpp -- runs full steps and draws the newest state, moved on by its velocity
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto extrapolated = preset(
    {
        .name   = "extrapolated",
        .title  = "Extrapolated",
        .group  = Group::articles,
        .source = "Watte",
        .source_in_full =
            "J. Watte, \"Canonical Game Loop\" (EXTRAPOLATE): current + velocity * (time since the newest state).",
        .promise = "The picture has no delay: it shows the game at the current time. Motion is smooth as long as "
                   "nothing changes direction.",
        .price   = "draws the ball inside the wall",
        .price_in_full =
            "A bounce is drawn late: the ball is inside the wall for one or two frames, and then it jumps back. It "
            "happens at 0 to 50 % of the bounces on a 75 Hz display, and at 65 to 100 % on a 240 Hz display: eight "
            "starts of the ball gave different shares.",
        .breaks       = "Fast spins and stiff springs are drawn at wrong positions. The error is a*t^2/2, with the "
                        "acceleration a and the extrapolated time t.",
        .choose_it    = "When latency is worse than a wrong picture and motion is mostly straight: a race.",
        .ships        = "Racing games and shooters, to draw the other players.",
        .default_rate = hz(100),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, RestartClock>{
            .stepper = FixedStep{rate}, .overload = {100ms}, .presentation = Presentation::extrapolate};
    });

} // namespace timestep::presets
