// SPDX-License-Identifier: MIT
// timestep/presets/fixed_blow_threshold.hpp -- one fixed step a frame; catches up after a late frame, unless the frame
// begins more than 32 ms after the previous planned frame start
// Source: Treatment to cure a broken time step
#ifndef TIMESTEP_PRESETS_FIXED_BLOW_THRESHOLD_HPP
#define TIMESTEP_PRESETS_FIXED_BLOW_THRESHOLD_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/steppers/frame_driven.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_blow_threshold =
    preset({.name = "fixed-blow-threshold", .group = PresetGroup::articles},
           [](Rate rate) -> BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield> {
               return {.stepper = FrameLocked{rate}, .pacer = SleepAndYield{rate, LateFrameRule::catch_up_short, 32ms}};
           });

} // namespace timestep::presets
#endif
