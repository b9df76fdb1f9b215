// timestep/presets/dewitters.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/keep_debt.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/deadline.hpp"

namespace timestep::presets
{

inline constexpr auto dewitters = preset(
    {
        .name   = "dewitters",
        .title  = "deWiTTERS",
        .group  = Group::engines,
        .source = "deWiTTERS 2007",
        .source_in_full =
            "deWiTTERS, \"deWiTTERS Game Loop\", 2007: absolute deadlines, 25 Hz, MAX_FRAMESKIP 5, interpolation.",
        .checked = "Article read: its loop, as others quote it.",
        .promise = "A constant game speed independent of a variable frame rate, down to 5 frames a second, and a "
                   "picture that is on time.",
        .price   = "runs fast until it has caught up",
        .price_in_full =
            "What was missed stays due: after a pause it runs at five steps a frame until it has caught up.",
        .breaks    = "On a machine that is too slow for good the debt grows without end.",
        .choose_it = "When a slow game state (25 Hz) is enough and pictures should be many.",
        .ships     = "Games of the 2000s that followed the article.",
        .differs = "GetTickCount, and with it its 10 to 16 ms, is replaced by nanoseconds. The article interpolates by "
                   "current + velocity * alpha; here it is between the last two states. The steps differ where "
                   "GetTickCount was late.",
        .default_rate = hz(25),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, Deadline, KeepDebt>{
            .stepper = Deadline{rate}, .overload = {5}, .presentation = Presentation::interpolate};
    });

// What shows it (docs/promises.md):
// in short "runs fast until it has caught up": run --seconds 120 --lane dewitters --lag break:2s:20s =>
//     dewitters.steps_max == 5; dewitters.speed == 1 +- 0.001
// promise "A constant game speed independent of a variable frame rate, down to 5 frames a second,": run --seconds 3600
//     --lane dewitters,vsync=off,render-cost={2,10,30,50,100,190,200,201,210,250}ms => dewitters.speed < 0.999 from
//     201
// promise "and a picture that is on time.": run --seconds 3600 --lane dewitters,display-hz={24,30,50,60,75,144,240} =>
//     dewitters.picture_age_mean_ms == 0 +- 0.000002
// price "What was missed stays due:": run --seconds 3600 --lane dewitters --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => sum(dropped_ns) == 0
// price "after a pause it runs at five steps a frame until it has caught up.": plan --loop dewitters --frames
//     freeze.csv => steps[3:] == [5, 5, 5, 5]
// breaks "On a machine that is too slow for good the debt grows without end.": run --seconds 3600 --lane dewitters
//     --vsync off --step-cost 50ms --csv - => carried_ns[-1] / seconds == 207000000 +- 1%; carried_ns[-1] ==
//     max(carried_ns) +- 1%

} // namespace timestep::presets
