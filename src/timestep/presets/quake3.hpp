// SPDX-License-Identifier: MIT
// timestep/presets/quake3.hpp -- the server loop of Quake III, which counts time in whole milliseconds
// Source: Quake III 1999, sv_main.c
#ifndef TIMESTEP_PRESETS_QUAKE3_HPP
#define TIMESTEP_PRESETS_QUAKE3_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto quake3 = preset({.name = "quake3", .group = PresetGroup::engines, .default_rate = hz(20)},
                                      [](Rate rate) -> BasicLoop<NoFilter, FixedTicks, CapFrameTime>
                                      {
                                          return {.stepper = FixedTicks{rate, 1ms, StepRounding::down},
                                                  .overload = {.limit = 5s},
                                                  .presentation = Presentation::interpolate};
                                      });

} // namespace timestep::presets
#endif
