// timestep/presets/bullet.hpp
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
        .checked = "Code run: Debian's libbullet 3.24, beside this in a million random frames. Source read: "
                   "bulletphysics/bullet3, src/BulletDynamics/Dynamics/btDiscreteDynamicsWorld.cpp at 008aef99.",
        .promise = "One call a frame, never more than one step.",
        .price   = "a frame of two steps loses one",
        .price_in_full =
            "All steps that are due are paid for and only one is run. On a 60 Hz clock that rounds up to whole "
            "microseconds that loses every third step of the first five seconds, and 0.08 % of an hour.",
        .breaks    = "Frames of 16,667, 16,667 and 16,666 us buy 2, 1 and 0 steps, and one of the three is lost.",
        .choose_it = "Never on purpose: pass maxSubSteps.",
        .ships     = "Whoever calls stepSimulation(dt).",
        .differs   = "The graphics pose is current + velocity * (A - h); for a semi-implicit Euler step, which is "
                     "Bullet's, that is the straight line from the previous to the current state, so the presentation is "
                     "called interpolate. The steps differ in no frame.",
    },
    [](Rate rate) {
        return BasicLoop<NoFilter, Bullet>{.stepper = Bullet{rate, 1}, .presentation = Presentation::interpolate};
    });

// What shows it (docs/promises.md):
// in short "a frame of two steps loses one": run --seconds 3600 --lane bullet --display-hz 30 => bullet.speed == 0.5
//     +- 0.0001; bullet.steps_max == 1; bullet.dropped_ms / seconds == 500 +- 0.1
// promise "One call a frame, never more than one step.": run --seconds 3600 --lane bullet --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => max(steps) == 1; max(tail_ns) == 0
// price "All steps that are due are paid for and only one is run.": run --seconds 3600 --lane
//     bullet,display-hz={20,30,50,60,75,144} => bullet.speed == min(1, it / 60) +- 0.0001
// price "On a 60 Hz clock that rounds up to whole microseconds that loses every third step of the first five
//     seconds,": plan --loop bullet --frames start.csv => sum(steps) == 200
// price "and 0.08 % of an hour.": test timestep: bullet on a 60 Hz clock rounded up to microseconds loses a third of
//     its steps at first, 0.08 % in an hour
// breaks "Frames of 16,667, 16,667 and 16,666 us buy 2, 1 and 0 steps, and one of the three is lost.": plan --loop
//     bullet --frames start.csv => steps[3:297] == [1, 1, 0] * 98; sum(d>16000000 for d in dropped_ns) == 99

} // namespace timestep::presets
