// SPDX-License-Identifier: MIT
// timestep/presets/fixed_busy_wait.hpp -- one step of fixed size a frame; waits for the next frame by spinning
// Source: Treatment to cure a broken time step
#ifndef TIMESTEP_PRESETS_FIXED_BUSY_WAIT_HPP
#define TIMESTEP_PRESETS_FIXED_BUSY_WAIT_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_busy_wait = preset({.name = "fixed-busy-wait", .group = PresetGroup::articles},
                                               [](Rate rate) -> BasicLoop<NoFilter, FrameLocked, Unlimited, BusyWait>
                                               { return {.stepper = FrameLocked{rate}, .pacer = BusyWait{rate}}; });

} // namespace timestep::presets
#endif
