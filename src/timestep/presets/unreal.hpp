// SPDX-License-Identifier: MIT
// timestep/presets/unreal.hpp -- Unreal Engine's substepping, which divides a frame into equal steps
// Source: Unreal Engine, PhysicsSettings
#ifndef TIMESTEP_PRESETS_UNREAL_HPP
#define TIMESTEP_PRESETS_UNREAL_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto unreal = preset({.name = "unreal", .group = PresetGroup::engines},
                                      [](Rate rate) -> BasicLoop<NoFilter, Substepped> {
                                          return {.stepper = Substepped{rate, 6}};
                                      });

} // namespace timestep::presets
#endif
