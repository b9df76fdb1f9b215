// SPDX-License-Identifier: MIT
// timestep/presets/ebitengine.hpp -- the ticks of Ebitengine, which rounds the number of due ticks to the nearest whole
// number
// Source: Ebitengine, clock.go
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto ebitengine =
    preset({.name = "ebitengine", .group = Group::engines},
           [](Rate rate) -> BasicLoop<NoFilter, Ebitengine> { return {.stepper = Ebitengine{rate}}; });

} // namespace timestep::presets
