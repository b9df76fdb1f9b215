// SPDX-License-Identifier: MIT
// timestep/presets/raylib.hpp -- the loop of raylib with SetTargetFPS(60): sleeps, then spins
// Source: raylib, rcore.c
#ifndef TIMESTEP_PRESETS_RAYLIB_HPP
#define TIMESTEP_PRESETS_RAYLIB_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/min_frame_time.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto raylib = preset({.name = "raylib", .group = PresetGroup::engines, .has_rate = false},
                                      [](Rate rate) -> BasicLoop<NoFilter, Variable, Unlimited, SleepShare>
                                      { return {.stepper = Variable{rate}, .pacer = SleepShare{hz(60)}}; });

} // namespace timestep::presets
#endif
