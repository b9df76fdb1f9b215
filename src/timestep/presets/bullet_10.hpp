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

// What shows it (docs/promises.md):
// in short "stutters without its motion states": run --scene uniform-motion --seconds 3600 --lane
//     bullet-10,presentation=latest,display-hz={50,75,90,120,144,240} => bullet-10.animation_error_mean_ms > 5
// promise "The right speed down to 6 fps.": run --seconds 3600 --lane
//     bullet-10,vsync=off,render-cost={5,16,50,100,150,166,167,170,200}ms => bullet-10.speed < 0.999 from 167
// price "The picture is a step old when it is taken from the motion states,": run --seconds 3600 --lane
//     bullet-10,display-hz={50,60,75,144} => bullet-10.picture_age_mean_ms == 16.667 +- 0.001
// price "and stutters when it is not.": run --scene uniform-motion --seconds 3600 --lane
//     bullet-10,presentation=latest,timer-noise={0.1,0.5,1}ms => bullet-10.animation_error_mean_ms > 1
// breaks "Float32: the account is off by up to 4 ns in a frame of a step, by more in longer ones.": run --seconds 3600
//     --lane bullet-10 --timer-noise 0.1ms --csv - => max(abs(e) for e in filter_error_ns) <= 4; max(abs(e) for e in
//     filter_error_ns) >= 2
// breaks "": run --seconds 60 --lane bullet-10,vsync=off,jitter=1ms,render-cost={16,30,60,100,160}ms --csv - =>
//     max(abs(e) for e in filter_error_ns) > 4 from 60

} // namespace timestep::presets
