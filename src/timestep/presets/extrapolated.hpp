// timestep/presets/extrapolated.hpp
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
        .promise       = "The picture is on time, and smooth as long as nothing turns.",
        .price         = "draws the ball inside the wall",
        .price_in_full = "A bounce is drawn late: for a frame the ball is inside the wall, then it jumps back; at one "
                         "bounce in three on a 75 Hz display, at every one on 240 Hz.",
        .breaks        = "Fast spins and stiff springs: the error is a*t^2/2.",
        .choose_it     = "When latency is worse than a wrong picture and motion is mostly straight: a race.",
        .ships         = "Racing games and shooters, for what other players do.",
        .differs =
            "The original compares and clears what is carried as well; here only the frame is replaced, so that the "
            "phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays.",
        .default_rate = hz(100),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, RestartClock>{
            .stepper = FixedStep{rate}, .overload = {100ms}, .presentation = Presentation::extrapolate};
    });

} // namespace timestep::presets
