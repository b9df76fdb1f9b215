// timestep/presets/variable_filtered.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/moving_average.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/variable.hpp"

namespace timestep::presets
{

inline constexpr auto variable_filtered = preset(
    {
        .name   = "variable-filtered",
        .title  = "Variable, filtered",
        .group  = Group::articles,
        .source = "Phaser 3; sokol",
        .source_in_full =
            "Phaser 3, core/TimeStep.js (mean of 10 frames, those over 200 ms replaced); sokol_app.h (weight 0.025).",
        .promise = "Timer noise is a tenth as large in the motion, and a late frame of up to 200 ms is no long step.",
        .price   = "the clock lags, stutter is hidden",
        .price_in_full = "The animation's clock lags the real one, a stutter is smeared over ten frames, and a frame "
                         "of over 200 ms is lost.",
        .breaks        = "After every change of the frame rate the speed is wrong for ten frames.",
        .choose_it     = "When a late frame is worse to look at than a clock that is off by it.",
        .ships         = "Phaser 3 (mean of 10 frames), sokol (exponential average).",
        .differs =
            "Phaser fills its window with 1/60 s, counts no frame of the first 120 for more than 1/60 s, and replaces "
            "a long frame by the one ten frames before; here the mean is of the frames seen so far, and a long frame "
            "is replaced by the newest that was not. It shows in frames 1 to 129 and at long frames.",
        .has_rate = false,
    },
    [](Rate rate) {
        return BasicLoop<MovingAverage, Variable>{.filter = MovingAverage{10, 200ms}, .stepper = Variable{rate}};
    });

// What shows it (docs/promises.md):
// in short "the clock lags, stutter is hidden": plan --loop variable-filtered --frames late.csv => max(dt_ns) <
//     18400000; dropped_ns.count(0) == len(dropped_ns); filter_error_ns[10] == 15000000
// promise "Timer noise is a tenth as large in the motion,": run --scene uniform-motion --seconds 3600 --lane
//     variable-filtered,timer-noise={0.5,1,2,5}ms --lane variable,timer-noise={0.5,1,2,5}ms,name=bare =>
//     variable-filtered.animation_error_mean_ms == bare.animation_error_mean_ms / 10 +- 5%
// promise "and a late frame of up to 200 ms is no long step.": run --seconds 3600 --lane variable-filtered --vsync off
//     --render-cost 16ms --lag every:100:184ms --csv - => max(dt_ns) == 34400000 +- 1; max(frame_ns) == 200000000
// price "The animation's clock lags the real one,": plan --loop variable-filtered --frames change.csv =>
//     sum(filter_error_ns) == 75000000 +- 1000
// price "a stutter is smeared over ten frames,": plan --loop variable-filtered --frames late.csv => sum(d>18000000 for
//     d in dt_ns) == 10; max(dt_ns) - min(dt_ns) == 1666667 +- 2
// price "and a frame of over 200 ms is lost.": run --seconds 3600 --lane
//     variable-filtered,vsync=off,render-cost=16ms,lag=spike:100:{100,184,185,400,4000}ms =>
//     variable-filtered.drift_ms < -50 from 185
// breaks "After every change of the frame rate the speed is wrong for ten frames.": plan --loop variable-filtered
//     --frames change.csv => sum(abs(e)>1000 for e in filter_error_ns) == 9

} // namespace timestep::presets
