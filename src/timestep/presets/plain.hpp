// timestep/presets/plain.hpp
// Source:  the first loop of every primer: clear, update, draw, flip.
// Promise: nothing between two frames but the game.
// Price:   the speed of the game is the speed of the machine.
// Breaks:  on every machine that is not the author's; a thousand frames a second is a game 17 times too fast.
//  frames  |-|--|-|-|---|-|-|--|
//  steps   |-|--|-|-|---|-|-|--|      1/60 s each, as fast as they go
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/free_running.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

constexpr auto plain(Rate rate = hz(60))
{
    return BasicLoop<NoFilter, FrameLocked, Unlimited, FreeRunning>{.stepper = FrameLocked{rate}};
}

} // namespace timestep::presets
