// SPDX-License-Identifier: MIT
// timestep/presets/steptimer.hpp -- the StepTimer of Microsoft's DirectX templates
// Source: DirectX templates, StepTimer.h
#ifndef TIMESTEP_PRESETS_STEPTIMER_HPP
#define TIMESTEP_PRESETS_STEPTIMER_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto steptimer =
    preset({.name = "steptimer", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, StepTimer> { return {.stepper = StepTimer{rate}}; });

} // namespace timestep::presets
#endif
