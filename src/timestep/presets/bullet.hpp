// SPDX-License-Identifier: MIT
// timestep/presets/bullet.hpp -- Bullet's stepSimulation with its default maxSubSteps: at most one step a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/bullet.hpp"

namespace timestep::presets
{

inline constexpr auto bullet = preset(
    {
        .name   = "bullet",
        .title  = "Bullet, default",
        .group  = Group::engines,
        .source = "Bullet 3, stepSimulation",
        .source_in_full =
            "Bullet 3, btDiscreteDynamicsWorld::stepSimulation(timeStep, maxSubSteps = 1, 1/60 s), in float32.",
        .checked = "Code run: Debian's libbullet 3.24, next to this loop, in a million random frames. Source read: "
                   "bulletphysics/bullet3, src/BulletDynamics/Dynamics/btDiscreteDynamicsWorld.cpp at 008aef99.",
        .promise = "One call per frame runs at most one step.",
        .price   = "a frame of two steps loses one",
        .price_in_full = "All steps that are due are taken from the account, but only one of them runs. On a 60 Hz "
                         "clock that rounds up to whole microseconds, every third step of the first five seconds is "
                         "lost. In an hour, 0.08 % of the time is lost.",
        .breaks =
            "Frames of 16,667, 16,667 and 16,666 us make 2, 1 and 0 steps due, and one of these three steps is lost.",
        .choose_it = "Never on purpose: pass maxSubSteps.",
        .ships     = "Every game that calls stepSimulation(dt) without maxSubSteps.",
        .differs = "Bullet's graphics pose is current + velocity * (A - dt), where A is the accumulated time. After a "
                   "semi-implicit Euler step, which Bullet uses, this lies on the straight line from the previous to "
                   "the current state, so the presentation is called interpolate. The steps differ in no frame.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, Bullet>{.stepper = Bullet{rate, 1}, .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
