// timestep/presets/unity.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto unity = preset(
    {
        .name           = "unity",
        .title          = "Unity",
        .group          = Group::engines,
        .source         = "Unity, Time settings",
        .source_in_full = "Unity, Time: fixedDeltaTime 0.02 s, maximumDeltaTime 1/3 s.",
        .checked = "Documentation read: Unity manual, Time.maximumDeltaTime and class-TimeManager; the engine's source "
                   "is closed.",
        .promise = "FixedUpdate only ever sees 20 ms.",
        .price   = "50 Hz steps on a 60 Hz display",
        .price_in_full = "Without interpolation one frame in six does not move on a 60 Hz display.",
        .breaks        = "A third of a second of steps is a lot: one slow frame makes the next run sixteen steps.",
        .choose_it     = "To see what FixedUpdate does by default, and what a Maximum Allowed Timestep of a third of a "
                         "second means.",
        .ships         = "Unity.",
        .differs =
            "Unity keeps seconds in floating point; here they are exact. Of a million random frames of 1 to 50 ms "
            "an accumulator of doubles decides none otherwise, and one of float32 28,162: its 0.02 s is 0.45 ns "
            "too short, which adds up. From an empty accumulator a capped frame buys 16 steps; with more than "
            "6.67 ms carried it is 17.",
        .default_rate = hz(50),
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, FixedStep, CapFrameTime>{.stepper = FixedStep{rate}, .overload = {333'333'333ns}}; });

// What shows it (docs/promises.md):
// in short "50 Hz steps on a 60 Hz display": run --seconds 3600 --lane unity => unity.steps / seconds == 50 +- 0.01;
//     unity.frames / seconds == 60 +- 0.01
// promise "FixedUpdate only ever sees 20 ms.": run --seconds 3600 --lane unity --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => set(dt_ns) == {20000000}; max(tail_ns) == 0
// price "Without interpolation one frame in six does not move on a 60 Hz display.": run --seconds 3600 --lane unity
//     --csv - => set(gaps(n==0 for n in steps[2:])) == {6}
// breaks "A third of a second of steps is a lot: one slow frame makes the next run sixteen steps.": plan --loop unity
//     --frames capped.csv => steps[0] == 16; steps[2] == 17

} // namespace timestep::presets
