// timestep/presets/step_ahead.hpp
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
        .promise       = "Smooth, and the picture is not a step old.",
        .price         = "input shows a step later",
        .price_in_full = "Input takes effect up to a step later, since the step it belongs to has been taken already.",
        .breaks        = "When a step costs more than dt: slow motion, as interpolated.",
        .choose_it     = "When the picture must be on time and smooth, and input may take effect a step later.",
        .ships         = "rapier, in its interpolated mode.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, Deadline, CapFrameTime>{
            .stepper = Deadline{rate}, .overload = {250ms}, .presentation = Presentation::step_ahead};
    });

// What shows it (docs/promises.md):
// in short "input shows a step later": run --seconds 3600 --lane step-ahead --timer-noise 1ms --csv - =>
//     min(carried_ns) > -16666668; max(carried_ns) <= 0
// promise "Smooth,": run --scene uniform-motion --seconds 3600 --lane
//     step-ahead,display-hz={24,30,50,59.94,60,75,144,240} => step-ahead.animation_error_p99_ms < 0.00001
// promise "and the picture is not a step old.": => step-ahead.picture_age_mean_ms == 0 +- 0.000002
// price "Input takes effect up to a step later, since the step it belongs to has been taken already.": run --seconds
//     3600 --lane step-ahead,display-hz=144 --csv - => min(carried_ns) < -16000000; max(carried_ns) <= 0
// breaks "When a step costs more than dt:": run --seconds 3600 --lane step-ahead,vsync=off,step-cost={14..20/0.5}ms
//     --lane interpolated,vsync=off,step-cost={14..20/0.5}ms,name=other => step-ahead.speed < 0.999 from 17
// breaks "slow motion, as interpolated.": => step-ahead.speed == other.speed +- 0.001

} // namespace timestep::presets
