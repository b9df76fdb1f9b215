// SPDX-License-Identifier: MIT
// timestep/presets/glaiel.hpp -- T. Glaiel's FrameTimingControl: rounds frame times to refresh periods, then averages
// Source: Glaiel 2019
#ifndef TIMESTEP_PRESETS_GLAIEL_HPP
#define TIMESTEP_PRESETS_GLAIEL_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/averaged.hpp"

namespace timestep::presets
{

inline constexpr auto glaiel = preset({.name = "glaiel", .group = PresetGroup::engines},
                                      [](Rate rate) -> BasicLoop<NoFilter, Glaiel>
                                      { return {.stepper = Glaiel{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
#endif
