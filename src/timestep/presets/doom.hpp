// timestep/presets/doom.hpp
// Source:  id Software, Doom, d_net.c: 35 tics a second; 5 at most are made ahead, more are lost (BACKUPTICS / 2 -
//          1).
// Promise: the game is the same on every machine, tic for tic: demos can be recorded.
// Price:   a picture per tic: 35 a second.
// Breaks:  beyond five tics behind, time is lost.
// Differs: The original gives up waiting for a tic after 20 of them, and draws; that is left out. It shows in network
//          games only.
//  steps   |----|----|----|
//  frames  |----|----|----|      no frame without a tic
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_steps.hpp"
#include "timestep/pacers/until_step.hpp"
#include "timestep/steppers/fixed.hpp"

namespace timestep::presets
{

constexpr auto doom(Rate rate = hz(35))
{
    return BasicLoop<NoFilter, Fixed, CapSteps, UntilStep>{.stepper = Fixed{rate}, .overload = {5}};
}

} // namespace timestep::presets
