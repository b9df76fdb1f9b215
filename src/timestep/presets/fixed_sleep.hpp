// SPDX-License-Identifier: MIT
// timestep/presets/fixed_sleep.hpp -- one step of fixed size a frame; sleeps, then spins until the next frame
// Source: Treatment to cure a broken time step
#ifndef TIMESTEP_PRESETS_FIXED_SLEEP_HPP
#define TIMESTEP_PRESETS_FIXED_SLEEP_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_sleep = preset({.name = "fixed-sleep", .group = PresetGroup::articles},
                                           [](Rate rate) -> BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield>
                                           { return {.stepper = FrameLocked{rate}, .pacer = SleepAndYield{rate}}; });

} // namespace timestep::presets
#endif
