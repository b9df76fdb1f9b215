// SPDX-License-Identifier: MIT
// timestep/presets/refresh_snapped.hpp -- rounds frame times to common refresh periods, then runs full steps
// Source: sokol_time.h
#ifndef TIMESTEP_PRESETS_REFRESH_SNAPPED_HPP
#define TIMESTEP_PRESETS_REFRESH_SNAPPED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/filters.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto refresh_snapped = preset({.name = "refresh-snapped", .group = PresetGroup::engines},
                                               [](Rate rate) -> BasicLoop<SnapToRefresh, FixedStep, CapFrameTime>
                                               { return {.stepper = FixedStep{rate}, .overload = {.limit = 250ms}}; });

} // namespace timestep::presets
#endif
