// SPDX-License-Identifier: MIT
// timestep/presets/bullet_10.hpp -- Bullet's stepSimulation with at most 10 steps a frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/bullet.hpp"

namespace timestep::presets
{

inline constexpr auto bullet_10 = preset(
    {
        .name   = "bullet-10",
        .title  = "Bullet, max 10",
        .group  = Group::engines,
        .source = "Bullet 3, stepSimulation",
        .source_in_full =
            "Bullet 3, btDiscreteDynamicsWorld::stepSimulation(timeStep, maxSubSteps = 10, 1/60 s), in float32.",
        .checked = "Code run: Debian's libbullet 3.24, next to this loop, in a million random frames. Source read: "
                   "bulletphysics/bullet3, src/BulletDynamics/Dynamics/btDiscreteDynamicsWorld.cpp at 008aef99.",
        .promise = "The game runs at the right speed down to 6 frames a second.",
        .price   = "stutters without its motion states",
        .price_in_full = "The picture is one step old when it is drawn from the motion states. It stutters when it is "
                         "drawn without them.",
        .breaks =
            "The account is a float32: it is off by up to 4 ns in a frame of one step, and by more in longer frames.",
        .choose_it = "For a game on Bullet; read the pose from the motion states.",
        .ships     = "Games on Bullet that follow its manual.",
        .differs = "Bullet's graphics pose is current + velocity * (A - dt), where A is the accumulated time. After a "
                   "semi-implicit Euler step, which Bullet uses, this lies on the straight line from the previous to "
                   "the current state, so the presentation is called interpolate. The steps differ in no frame.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, Bullet>{.stepper = Bullet{rate, 10}, .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
