// timestep/presets/fna.hpp
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
        .name   = "fna",
        .title  = "FNA",
        .group  = Group::engines,
        .source = "FNA, Game.cs",
        .source_in_full =
            "FNA, src/Game.cs: as MonoGame, but it naps while A + the worst of the last 128 naps is less than a step.",
        .checked = "Source read: FNA-XNA/FNA, src/Game.cs at 02d390d4, which sleeps as MonoGame did; the naps of later "
                   "versions only in a decompiled copy.",
        .promise = "Every frame that is drawn has a step, on time, and most of the wait is slept.",
        .price   = "no alpha: pictures are never blended",
        .price_in_full =
            "There is no alpha: it stutters on any display whose rate is no multiple and no divisor of 60 Hz.",
        .breaks = "After a frame of half a second 29 updates are run at once.",
        .choose_it =
            "For a port of an XNA game to other systems: as monogame, with naps that know how bad they can be.",
        .ships   = "FNA.",
        .differs = "The engine waits within a frame until a step is due; here the pacer does, and a frame that came "
                   "too early has no step. Ticks are those of a 10 MHz counter.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, MonoGame, CapAccumulator, FnaSleep>{.stepper  = MonoGame{rate},
                                                                       .overload = {.limit = 500ms}};
    });

} // namespace timestep::presets
