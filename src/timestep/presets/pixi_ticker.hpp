// SPDX-License-Identifier: MIT
// timestep/presets/pixi_ticker.hpp -- the Ticker of PixiJS: one step of the length of the frame, at most 100 ms
// Source: PixiJS 8, Ticker.ts
#ifndef TIMESTEP_PRESETS_PIXI_TICKER_HPP
#define TIMESTEP_PRESETS_PIXI_TICKER_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto pixi_ticker = preset({.name = "pixi-ticker", .group = PresetGroup::engines, .has_rate = false},
                                           [](Rate rate) -> BasicLoop<NoFilter, Variable, CapFrameTime>
                                           { return {.stepper = Variable{rate}, .overload = {.limit = 100ms}}; });

} // namespace timestep::presets
#endif
