// SPDX-License-Identifier: MIT
// timestep/presets/accumulator.hpp -- runs all full steps that are due and carries the remaining time to the next frame
// Source: Fiedler 2004
#ifndef TIMESTEP_PRESETS_ACCUMULATOR_HPP
#define TIMESTEP_PRESETS_ACCUMULATOR_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto accumulator = preset(
    {.name = "accumulator"}, [](Rate rate) -> BasicLoop<NoFilter, FixedStep> { return {.stepper = FixedStep{rate}}; });

} // namespace timestep::presets
#endif
