// SPDX-License-Identifier: MIT
// timestep/presets/box2d.hpp -- the loop of the Box2D samples, one step of 1/60 s in each frame
// Source: Box2D, samples/
#ifndef TIMESTEP_PRESETS_BOX2D_HPP
#define TIMESTEP_PRESETS_BOX2D_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto box2d =
    preset({.name = "box2d", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, FrameLocked> { return {.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
#endif
