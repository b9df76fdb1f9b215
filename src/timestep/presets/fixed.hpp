// SPDX-License-Identifier: MIT
// timestep/presets/fixed.hpp -- one step of fixed size in each frame
// Source: Fiedler 2004
#ifndef TIMESTEP_PRESETS_FIXED_HPP
#define TIMESTEP_PRESETS_FIXED_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto fixed = preset(
    {.name = "fixed"}, [](Rate rate) -> BasicLoop<NoFilter, FrameLocked> { return {.stepper = FrameLocked{rate}}; });

} // namespace timestep::presets
#endif
