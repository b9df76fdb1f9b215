// timestep/presets/bullet_10.hpp
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
        .checked = "Code run: Debian's libbullet 3.24, beside this in a million random frames. Source read: "
                   "bulletphysics/bullet3, src/BulletDynamics/Dynamics/btDiscreteDynamicsWorld.cpp at 008aef99.",
        .promise = "The right speed down to 6 fps.",
        .price   = "stutters without its motion states",
        .price_in_full =
            "The picture is a step old when it is taken from the motion states, and stutters when it is not.",
        .breaks    = "Float32: the account is off by up to 4 ns in a frame of a step, by more in longer ones.",
        .choose_it = "For a game on Bullet: read the pose from the motion states.",
        .ships     = "Bullet, as its manual asks.",
        .differs   = "The graphics pose is current + velocity * (A - h); for a semi-implicit Euler step, which is "
                     "Bullet's, that is the straight line from the previous to the current state, so the presentation is "
                     "called interpolate. The steps differ in no frame.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, Bullet>{.stepper = Bullet{rate, 10}, .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
