// SPDX-License-Identifier: MIT
// timestep/presets/canonical_snooze.hpp -- J. Watte's canonical loop: draws only after a step, otherwise sleeps
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/pacers/render_if_stepped.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto canonical_snooze = preset(
    {
        .name           = "canonical-snooze",
        .title          = "Canonical, step and snooze",
        .group          = Group::articles,
        .source         = "Watte",
        .source_in_full = "J. Watte, \"Canonical Game Loop\": render only if stepped, else sleep a few milliseconds.",
        .promise        = "No picture is drawn twice. The core sleeps between pictures.",
        .price          = "the frame rate is the step rate",
        .price_in_full  = "The frame rate is at most the step rate. A step is late by up to one sleep.",
        .breaks = "Coarse sleeps make steps late: with ticks of 15.6 ms, a 120 Hz display shows 92 pictures a second, "
                  "not 100.",
        .choose_it    = "When one picture per step is enough and the machine should stay cool.",
        .ships        = "Tools, board games, games on battery power.",
        .default_rate = hz(100),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, RestartClock, RenderIfStepped>{.stepper  = FixedStep{rate},
                                                                             .overload = {100ms}};
    });

} // namespace timestep::presets
