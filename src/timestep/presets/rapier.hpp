// SPDX-License-Identifier: MIT
// timestep/presets/rapier.hpp -- bevy_rapier's interpolated mode, which simulates ahead of the clock
// Source: bevy_rapier, TimestepMode::Interpolated
#ifndef TIMESTEP_PRESETS_RAPIER_HPP
#define TIMESTEP_PRESETS_RAPIER_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto rapier = preset({.name = "rapier", .group = PresetGroup::engines},
                                      [](Rate rate) -> BasicLoop<NoFilter, Deadline> {
                                          return {.stepper = Deadline{rate}, .presentation = Presentation::step_ahead};
                                      });

} // namespace timestep::presets
#endif
