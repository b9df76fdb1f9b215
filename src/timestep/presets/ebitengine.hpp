// SPDX-License-Identifier: MIT
// timestep/presets/ebitengine.hpp -- the ticks of Ebitengine, which rounds the number of due ticks to the nearest whole
// number
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/ebitengine.hpp"

namespace timestep::presets
{

inline constexpr auto ebitengine = preset(
    {
        .name           = "ebitengine",
        .title          = "Ebitengine",
        .group          = Group::engines,
        .source         = "Ebitengine, clock.go",
        .source_in_full = "Ebitengine, internal/clock/clock.go, consumeTicks: (due + tick / 2) / tick ticks run; at "
                          "most 5 ticks are due; a tick of 1/60 s is 16,666,666 ns.",
        .checked        = "Source read: hajimehoshi/ebiten, internal/clock/clock.go at 33e31122.",
        .promise        = "On a display of 60 Hz every frame runs one tick, with timer noise of up to 2 ms.",
        .price          = "the game clock leads or lags by up to half a tick",
        .price_in_full  = "The game clock leads or lags the wall clock by up to half a tick. The rest of a long frame "
                          "is lost: a frame of one second runs 5 ticks.",
        .breaks         = "Below 13 frames a second the game runs in slow motion.",
        .choose_it      = "When the step rate is near the refresh rate and nothing is interpolated.",
        .ships          = "Ebitengine, since the commit above; earlier versions counted ticks in another way.",
        .differs = "The engine adds nothing up in its very first frame, because no earlier clock reading exists.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, Ebitengine>{.stepper = Ebitengine{rate}}; });

} // namespace timestep::presets
