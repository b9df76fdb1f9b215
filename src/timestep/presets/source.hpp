// SPDX-License-Identifier: MIT
// timestep/presets/source.hpp -- the ticks of Valve's Source engine, 66.7 a second
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto source = preset(
    {
        .name           = "source",
        .title          = "Source engine",
        .group          = Group::engines,
        .source         = "Source SDK 2013, const.h",
        .source_in_full = "Valve, Source SDK 2013, const.h: a tick is 15 ms, 66.7 a second (DEFAULT_TICK_INTERVAL).",
        .checked = "SDK header read: ValveSoftware/source-sdk-2013, public/const.h at 0d8dceea; the engine's loop is "
                   "not published.",
        .promise = "Every step is 15 ms long.",
        .price   = "66.7 Hz steps on a 60 Hz display",
        .price_in_full =
            "The picture is one step old. A client of a network game draws the other players 0.1 s late (cl_interp).",
        .breaks    = "When a step takes longer to compute than dt, the spiral of death begins.",
        .choose_it = "For a game with a server whose clients interpolate.",
        .ships     = "Half-Life 2 and games on its engine.",
        .differs = "The engine's loop is not published: an accumulator is assumed, without the engine's own limits on "
                   "the frame time. This shows in long frames.",
        .default_rate = every(15ms),
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, FixedStep>{.stepper = FixedStep{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
