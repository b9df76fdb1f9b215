// SPDX-License-Identifier: MIT
// timestep/presets/fna.hpp -- the fixed timestep of FNA, which sleeps while it waits for the next step
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/pacers/fna_sleep.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/monogame.hpp"

namespace timestep::presets
{

inline constexpr auto fna = preset(
    {
        .name           = "fna",
        .title          = "FNA",
        .group          = Group::engines,
        .source         = "FNA, Game.cs",
        .source_in_full = "FNA, src/Game.cs: as MonoGame, but it sleeps while the accumulated time plus the longest "
                          "sleep so far, at most 4 ms, is less than a step.",
        .checked        = "Source read: FNA-XNA/FNA, src/Game.cs at 78f1d657.",
        .promise =
            "Every frame that is drawn has run a step. Frames are on time. The loop sleeps for most of the wait.",
        .price         = "no alpha: pictures are never blended",
        .price_in_full = "There is no alpha, so the picture stutters on any display whose rate is neither a multiple "
                         "nor a divisor of 60 Hz.",
        .breaks = "After a frame of half a second, 29 updates run at once. After one sleep of 6 ms, every wait spins "
                  "for about 3.6 ms, for good. FNA keeps its last 128 sleeps to forget such a sleep, but looks for "
                  "the longest before it overwrites the oldest, so it never finds a shorter one.",
        .choose_it =
            "For a port of an XNA game to other systems: as monogame, but it measures how late its sleeps end.",
        .ships   = "FNA.",
        .differs = "The engine waits within a frame until a step is due; here the pacer waits, and a frame that comes "
                   "too early runs no step. Ticks are those of a 10 MHz counter.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, MonoGame, CapAccumulator, FnaSleep>{.stepper  = MonoGame{rate},
                                                                       .overload = {.limit = 500ms}};
    });

} // namespace timestep::presets
