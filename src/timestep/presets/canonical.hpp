// SPDX-License-Identifier: MIT
// timestep/presets/canonical.hpp -- J. Watte's canonical game loop, 100 steps a second, with interpolation
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto canonical = preset(
    {
        .name           = "canonical",
        .title          = "Canonical game loop",
        .group          = Group::articles,
        .source         = "Watte",
        .source_in_full = "J. Watte, \"Canonical Game Loop\" (INTERPOLATE), 100 Hz, restarted after 0.05 s to 0.1 s.",
        .promise        = "A debugger break or a load costs one step, no matter how long it takes.",
        .price          = "the picture is one step old",
        .price_in_full  = "The picture is one dt old. When more than 100 ms are due, one step runs and the rest is "
                          "lost, and with it the phase of the steps.",
        .breaks =
            "On a machine whose frames are always longer than 100 ms, the game runs at a tenth of its speed at most. "
            "With frames of 99 ms it runs at half its speed, because with the carried time of the frame before, every "
            "second frame exceeds the limit.",
        .choose_it    = "As interpolated, when a pause should cost one step instead of 250 ms of steps.",
        .ships        = "Games of the 2000s that followed the article.",
        .differs      = "The article prints the blend factor as (cur - oldstatetime) / h, which lies in [1, 2) and so "
                        "extrapolates; here it is (cur - newstatetime) / h.",
        .default_rate = hz(100),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, RestartClock>{
            .stepper = FixedStep{rate}, .overload = {100ms}, .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
