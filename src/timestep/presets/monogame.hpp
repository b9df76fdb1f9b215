// timestep/presets/monogame.hpp
// Source:  MonoGame, MonoGame.Framework/Game.cs: ticks of 100 ns, a step is 166,667 of them, 500 ms at most are due.
// Promise: every frame has a step; the game is told when it runs slowly.
// Price:   there is no alpha: on any other display than 60 Hz it stutters.
// Breaks:  after a frame of half a second 29 updates are run at once.
// Differs: The engine waits within a frame until a step is due; here the pacer does, and a frame that came too early
//          has no step. It shows in any frame shorter than what is missing to a step. Ticks are those of a 10 MHz
//          counter.
//  frames  |----|--------------|----|
//  steps   |----|----|----|----|----|      lag 0, 2, 1
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/pacers/until_step.hpp"
#include "timestep/steppers/monogame.hpp"

namespace timestep::presets
{

constexpr auto monogame(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, MonoGame, CapAccumulator, UntilStep>{.stepper  = MonoGame{rate},
                                                                    .overload = {.limit = 500ms}};
}

} // namespace timestep::presets
