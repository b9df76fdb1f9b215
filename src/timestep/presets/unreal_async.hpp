// SPDX-License-Identifier: MIT
// timestep/presets/unreal_async.hpp -- the asynchronous physics of Unreal Engine 5, with any number of steps a frame
// Source: Unreal Engine 5, PhysicsSolverBase.cpp
#ifndef TIMESTEP_PRESETS_UNREAL_ASYNC_HPP
#define TIMESTEP_PRESETS_UNREAL_ASYNC_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto unreal_async =
    preset({.name = "unreal-async", .group = PresetGroup::engines, .default_rate = every(33'333us)},
           [](Rate rate) -> BasicLoop<NoFilter, UnrealAsync>
           { return {.stepper = UnrealAsync{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
#endif
