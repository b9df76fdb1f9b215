// SPDX-License-Identifier: MIT
// timestep/presets/matter_js.hpp -- the Runner of matter-js: averages frame times, rounds the frame rate to an integer
// Source: matter-js 0.20.0, Runner.js
#ifndef TIMESTEP_PRESETS_MATTER_JS_HPP
#define TIMESTEP_PRESETS_MATTER_JS_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/averaged.hpp"

namespace timestep::presets
{

inline constexpr auto matter_js =
    preset({.name = "matter-js", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, Matter> { return {.stepper = Matter{rate}}; });

} // namespace timestep::presets
#endif
