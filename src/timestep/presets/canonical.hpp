// SPDX-License-Identifier: MIT
// timestep/presets/canonical.hpp -- J. Watte's canonical game loop, 100 steps a second, with interpolation
// Source: Watte
#ifndef TIMESTEP_PRESETS_CANONICAL_HPP
#define TIMESTEP_PRESETS_CANONICAL_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto canonical = preset(
    {.name = "canonical", .group = PresetGroup::articles, .default_rate = hz(100)},
    [](Rate rate) -> BasicLoop<NoFilter, FixedStep, RestartClock>
    { return {.stepper = FixedStep{rate}, .overload = {.limit = 100ms}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
#endif
