// SPDX-License-Identifier: MIT
// timestep/presets/plain.hpp -- one step of fixed size in each frame; never waits
// Source: game-loop primers
#ifndef TIMESTEP_PRESETS_PLAIN_HPP
#define TIMESTEP_PRESETS_PLAIN_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto plain = preset({.name = "plain", .group = PresetGroup::articles},
                                     [](Rate rate) -> BasicLoop<NoFilter, FrameLocked, Unlimited, FreeRunning>
                                     { return {.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
#endif
