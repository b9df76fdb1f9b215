// SPDX-License-Identifier: MIT
// timestep/presets/pixi_ticker.hpp -- the Ticker of PixiJS: one step as long as the frame, at most 100 ms
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto pixi_ticker = preset(
    {
        .name           = "pixi-ticker",
        .title          = "PixiJS, Ticker",
        .group          = Group::engines,
        .source         = "PixiJS 8, Ticker.ts",
        .source_in_full = "PixiJS 8, src/ticker/Ticker.ts, update: deltaMS = min(now - last, 100 ms), because minFPS "
                          "is 10; deltaTime is deltaMS * 0.06, in frames of 60 Hz.",
        .checked        = "Source read: pixijs/pixijs, src/ticker/Ticker.ts at 8f42bb76.",
        .promise        = "Every frame runs one step. No step is longer than 100 ms.",
        .price          = "slow motion beyond 100 ms",
        .price_in_full  = "The game runs in slow motion as long as frames are longer than 100 ms. The physics is "
                          "different at every frame rate.",
        .breaks         = "A step of 100 ms is still too long for stiff springs: they explode.",
        .choose_it      = "For pictures that move. Physics needs equal steps.",
        .ships          = "PixiJS, for every game that uses its Ticker.",
        .differs  = "deltaTime is a number of frames there, 1 at 60 Hz; here a step has seconds. maxFPS, which leaves "
                    "out frames, is off by default and is left out.",
        .has_rate = false,
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, Variable, CapFrameTime>{.stepper = Variable{rate}, .overload = {.limit = 100ms}}; });

} // namespace timestep::presets
