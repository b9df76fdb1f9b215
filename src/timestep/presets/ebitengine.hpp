// SPDX-License-Identifier: MIT
// timestep/presets/ebitengine.hpp -- the ticks of Ebitengine: the number of due ticks is rounded to the nearest integer
// Source: Ebitengine, clock.go
#ifndef TIMESTEP_PRESETS_EBITENGINE_HPP
#define TIMESTEP_PRESETS_EBITENGINE_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto ebitengine =
    preset({.name = "ebitengine", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, Ebitengine> { return {.stepper = Ebitengine{rate}}; });

} // namespace timestep::presets
#endif
