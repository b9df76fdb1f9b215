// SPDX-License-Identifier: MIT
// timestep/presets/canonical_snooze.hpp -- J. Watte's canonical loop: draws only after a step, otherwise sleeps
// Source: Watte
#ifndef TIMESTEP_PRESETS_CANONICAL_SNOOZE_HPP
#define TIMESTEP_PRESETS_CANONICAL_SNOOZE_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/next_step.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto canonical_snooze =
    preset({.name = "canonical-snooze", .group = PresetGroup::articles, .default_rate = hz(100)},
           [](Rate rate) -> BasicLoop<NoFilter, FixedStep, RestartClock, RenderIfStepped>
           { return {.stepper = FixedStep{rate}, .overload = {.limit = 100ms}}; });

} // namespace timestep::presets
#endif
