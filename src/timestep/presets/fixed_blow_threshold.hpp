// SPDX-License-Identifier: MIT
// timestep/presets/fixed_blow_threshold.hpp -- one fixed step a frame; after a late frame the next waits are
// shorter, until the frames are on time again; but not if the frame began more than 32 ms after the last planned start
// Source: Treatment to cure a broken time step
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_time.hpp"

namespace timestep::presets
{

inline constexpr auto fixed_blow_threshold =
    preset({.name = "fixed-blow-threshold", .group = Group::articles},
           [](Rate rate) -> BasicLoop<NoFilter, FrameLocked, Unlimited, SleepAndYield> {
               return {.stepper = FrameLocked{rate}, .pacer = SleepAndYield{rate, Late::forgive, 32ms}};
           });

} // namespace timestep::presets
