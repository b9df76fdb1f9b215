// SPDX-License-Identifier: MIT
// timestep/presets/unreal_async.hpp -- the asynchronous physics of Unreal Engine 5, with any number of steps a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/unreal_async.hpp"

namespace timestep::presets
{

inline constexpr auto unreal_async = preset(
    {
        .name   = "unreal-async",
        .title  = "Unreal Engine, asynchronous physics",
        .group  = Group::engines,
        .source = "Unreal Engine 5, PhysicsSolverBase.cpp",
        .source_in_full =
            "Unreal Engine 5, FPhysicsSolverBase::AdvanceAndDispatch_External: floor(accumulated time / "
            "AsyncFixedTimeStepSize) steps. AsyncFixedTimeStepSize is 0.033333 s, as project files write 1/30 s.",
        .checked = "Public copies of Chaos/PhysicsSolverBase.cpp and PhysicsSettings.cpp read, of several versions "
                   "5.x; Epic's own repository is not public.",
        .promise = "Every step is equally long. No time is ever lost.",
        .price   = "a hitch runs all of its steps in one frame",
        .price_in_full = "A frame of one second runs 30 steps.",
        .breaks        = "When a step takes longer to compute than dt, frames get longer and longer.",
        .choose_it     = "For a project with asynchronous physics, and when physics may run at half the frame rate.",
        .ships         = "Unreal Engine 5, with Tick Physics Async on.",
        .differs =
            "A frame of zero time runs one step of all carried time, as in the engine; when nothing is carried, the "
            "engine runs a step of zero time, and this loop runs none. An engine that is told not to wait for the "
            "physics thread keeps at most 3 steps waiting and drops the others; here nothing is dropped.",
        .default_rate = every(33'333us),
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, UnrealAsync>{.stepper      = UnrealAsync{rate},
                                                .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
