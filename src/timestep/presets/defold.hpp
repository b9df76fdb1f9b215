// SPDX-License-Identifier: MIT
// timestep/presets/defold.hpp -- the fixed update of Defold at 60 Hz; a longer frame is one longer step
// Source: Defold, engine.cpp
#ifndef TIMESTEP_PRESETS_DEFOLD_HPP
#define TIMESTEP_PRESETS_DEFOLD_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/float32.hpp"

namespace timestep::presets
{

inline constexpr auto defold =
    preset({.name = "defold", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, Defold> { return {.stepper = Defold{rate}}; });

} // namespace timestep::presets
#endif
