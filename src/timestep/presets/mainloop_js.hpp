// SPDX-License-Identifier: MIT
// timestep/presets/mainloop_js.hpp -- the loop of the JavaScript library MainLoop.js, which runs only full steps
// Source: MainLoop.js 2015
#ifndef TIMESTEP_PRESETS_MAINLOOP_JS_HPP
#define TIMESTEP_PRESETS_MAINLOOP_JS_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/fixed_seconds.hpp"

namespace timestep::presets
{

inline constexpr auto mainloop_js =
    preset({.name = "mainloop-js", .group = PresetGroup::engines},
           [](Rate rate) -> BasicLoop<NoFilter, FixedMillis> {
               return {.stepper = FixedMillis{rate, 240}, .presentation = Presentation::interpolate};
           });

} // namespace timestep::presets
#endif
