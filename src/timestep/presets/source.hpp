// timestep/presets/source.hpp
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
        .promise = "The game only ever sees 15 ms.",
        .price   = "66.7 Hz steps on a 60 Hz display",
        .price_in_full =
            "The picture is a step old here; a client of a network game draws the others 0.1 s old (cl_interp).",
        .breaks    = "When a step costs more than dt: the spiral of death.",
        .choose_it = "For a game with a server, whose clients interpolate.",
        .ships     = "Half-Life 2 and its kin.",
        .differs   = "The engine's loop is not published: the accumulator is assumed, and its own limits on a frame's "
                     "time are not part of it. It shows in long frames.",
        .default_rate = every(15ms),
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, FixedStep>{.stepper = FixedStep{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
