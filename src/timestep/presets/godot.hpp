// SPDX-License-Identifier: MIT
// timestep/presets/godot.hpp -- the physics loop of Godot 4; its jitter fix adjusts frame times for regular step counts
// Source: Godot 4, main_timer_sync.cpp
#ifndef TIMESTEP_PRESETS_GODOT_HPP
#define TIMESTEP_PRESETS_GODOT_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/godot.hpp"

namespace timestep::presets
{

inline constexpr auto godot = preset({.name = "godot", .group = PresetGroup::engines},
                                     [](Rate rate) -> BasicLoop<NoFilter, Godot> { return {.stepper = Godot{rate}}; });

} // namespace timestep::presets
#endif
