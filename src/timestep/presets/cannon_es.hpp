// SPDX-License-Identifier: MIT
// timestep/presets/cannon_es.hpp -- the fixed step of cannon-es, at most 10 steps a frame
// Source: cannon-es 0.20.0, World.step
#ifndef TIMESTEP_PRESETS_CANNON_ES_HPP
#define TIMESTEP_PRESETS_CANNON_ES_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto cannon_es = preset({.name = "cannon-es", .group = PresetGroup::engines},
                                         [](Rate rate) -> BasicLoop<NoFilter, FixedSeconds> {
                                             return {.stepper = FixedSeconds{rate, 10}};
                                         });

} // namespace timestep::presets
#endif
