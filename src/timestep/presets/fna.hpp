// timestep/presets/fna.hpp
// Source:  FNA, src/Game.cs: as MonoGame, but it naps while A + the worst of the last 128 naps is less than a step.
// Promise: every frame has a step, on time, and most of the wait is slept.
// Price:   there is no alpha: on any other display than 60 Hz it stutters.
// Breaks:  after a frame of half a second 29 updates are run at once.
// Differs: As monogame.
//  frames  |zzz.|zzz.|zzz.|      z: naps, .: spinning
//  steps   |----|----|----|
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/pacers/fna_sleep.hpp"
#include "timestep/steppers/monogame.hpp"

namespace timestep::presets
{

constexpr auto fna(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, MonoGame, CapAccumulator, FnaSleep>{.stepper  = MonoGame{rate},
                                                                   .overload = {.limit = 500ms}};
}

} // namespace timestep::presets
