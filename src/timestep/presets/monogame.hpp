// SPDX-License-Identifier: MIT
// timestep/presets/monogame.hpp -- the fixed timestep of MonoGame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/pacers/until_step.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/monogame.hpp"

namespace timestep::presets
{

inline constexpr auto monogame = preset(
    {
        .name   = "monogame",
        .title  = "MonoGame",
        .group  = Group::engines,
        .source = "MonoGame, Game.cs",
        .source_in_full =
            "MonoGame, MonoGame.Framework/Game.cs: ticks of 100 ns; a step is 166,667 of them; at most 500 ms are due.",
        .checked       = "Source read: MonoGame/MonoGame, MonoGame.Framework/Game.cs at 00f8db69.",
        .promise       = "Every frame that is drawn has run a step. The game is told when it runs slowly.",
        .price         = "no alpha: pictures are never blended",
        .price_in_full = "There is no alpha, so the picture stutters on any display whose rate is neither a multiple "
                         "nor a divisor of 60 Hz.",
        .breaks        = "After a frame of half a second, 29 updates run at once.",
        .choose_it     = "For a port of an XNA game: the numbers are the same.",
        .ships         = "MonoGame, as XNA before it.",
        .differs = "The engine waits within a frame until a step is due; here the pacer waits, and a frame that comes "
                   "too early runs no step. This shows in every frame that is shorter than the time left to the next "
                   "step. Ticks are those of a 10 MHz counter. The engine runs one update of zero time before the "
                   "first frame, and sleeps while its window has no focus; both are left out.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, MonoGame, CapAccumulator, UntilStep>{.stepper  = MonoGame{rate},
                                                                        .overload = {.limit = 500ms}};
    });

} // namespace timestep::presets
