// SPDX-License-Identifier: MIT
// timestep/presets/godot_smoothed.hpp -- the physics loop of Godot 4 with delta smoothing and the jitter fix
// Source: Godot 4, main_timer_sync.cpp
#ifndef TIMESTEP_PRESETS_GODOT_SMOOTHED_HPP
#define TIMESTEP_PRESETS_GODOT_SMOOTHED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/godot.hpp"

namespace timestep::presets
{

inline constexpr auto godot_smoothed =
    preset({.name = "godot-smoothed", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<GodotSmoother, Godot> { return {.stepper = Godot{rate}}; });

} // namespace timestep::presets
#endif
