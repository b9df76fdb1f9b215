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

// What shows it (docs/promises.md):
// in short "66.7 Hz steps on a 60 Hz display": run --seconds 3600 --lane source => source.steps / seconds == 66.67 +-
//     0.01; source.frames / seconds == 60 +- 0.01
// promise "The game only ever sees 15 ms.": run --seconds 3600 --lane source --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => set(dt_ns) == {15000000}; max(tail_ns) == 0
// price "The picture is a step old here;": run --seconds 3600 --lane source,display-hz={50,60,75,144} =>
//     source.picture_age_mean_ms == 15 +- 0.0001
// price "a client of a network game draws the others 0.1 s old (cl_interp).": elsewhere: in the engine's client, which
//     is not part of this loop
// breaks "When a step costs more than dt: the spiral of death.": run --seconds 3600 --lane
//     source,vsync=off,step-cost={12.25..18.25/0.5}ms => source.frame_max_ms > 1000 from 15.25; source.speed < 0.998
//     from 15.25

} // namespace timestep::presets
