// SPDX-License-Identifier: MIT
// timestep/presets/fixed_drifting.hpp -- one fixed step a frame; does not catch up after a late frame
// Source: Treatment to cure a broken time step
#ifndef TIMESTEP_PRESETS_FIXED_DRIFTING_HPP
#define TIMESTEP_PRESETS_FIXED_DRIFTING_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_drifting =
    preset({.name = "fixed-drifting", .group = PresetGroup::articles},
           [](Rate rate) -> BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield> {
               return {.stepper = FrameLocked{rate}, .pacer = SleepAndYield{rate, LateFrameRule::drift}};
           });

} // namespace timestep::presets
#endif
