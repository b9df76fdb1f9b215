// SPDX-License-Identifier: MIT
// timestep/presets/variable.hpp -- one step in each frame, of the length of the measured frame time
// Source: Fiedler 2004
#ifndef TIMESTEP_PRESETS_VARIABLE_HPP
#define TIMESTEP_PRESETS_VARIABLE_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto variable =
    preset({.name = "variable", .has_rate = false},
           [](Rate rate) -> BasicLoop<NoFilter, Variable> { return {.stepper = Variable{rate}}; });

} // namespace timestep::presets
#endif
