// SPDX-License-Identifier: MIT
// timestep/presets/love.hpp -- the loop of LOVE: one step of the length of the frame, and a sleep of 1 ms
// Source: LOVE, callbacks.lua
#ifndef TIMESTEP_PRESETS_LOVE_HPP
#define TIMESTEP_PRESETS_LOVE_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto love =
    preset({.name = "love", .group = PresetGroup::engines, .has_rate = false},
           [](Rate rate) -> BasicLoop<NoFilter, Variable, Unlimited, Nap> { return {.stepper = Variable{rate}}; });

} // namespace timestep::presets
#endif
