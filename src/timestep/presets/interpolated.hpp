// timestep/presets/interpolated.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto interpolated = preset(
    {
        .name           = "interpolated",
        .title          = "Interpolated",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"The final touch\".",
        .promise =
            "The physics only ever sees dt, the picture is smooth at every frame rate, a long frame cannot snowball.",
        .price = "the picture is one step old",
        .price_in_full =
            "The picture is one dt old; a frame longer than 250 ms is cut, and the game falls behind by the rest.",
        .breaks    = "When a step costs more than dt: no spiral without end, but slow motion.",
        .choose_it = "First of all: it is right for most games. Raise the rate if the age of the picture matters.",
        .ships     = "Most games with their own engine.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, CapFrameTime>{
            .stepper = FixedStep{rate}, .overload = {250ms}, .presentation = Presentation::interpolate};
    });

// What shows it (docs/promises.md):
// in short "the picture is one step old": run --seconds 3600 --lane interpolated,hz={30,50,60,120,240} =>
//     interpolated.picture_age_mean_ms == 1000 / it +- 0.0001
// promise "The physics only ever sees dt,": run --seconds 3600 --lane interpolated --timer-noise 2ms --lag
//     random:0ms..30ms+spike:300:4s --csv - => min(dt_ns) == max(dt_ns); max(tail_ns) == 0
// promise "the picture is smooth at every frame rate,": run --scene uniform-motion --seconds 3600 --lane
//     interpolated,display-hz={10,24,30,50,59.94,60,75,90,120,144,240},hz=60 --lane
//     interpolated,display-hz={10,24,30,50,59.94,60,75,90,120,144,240},hz=30,name=at-30 =>
//     interpolated.animation_error_p99_ms < 0.00001; at-30.animation_error_p99_ms < 0.00001
// promise "a long frame cannot snowball.": run --seconds 3600 --lane
//     interpolated,vsync=off,step-cost={17,20,30,50}ms,lag=spike:300:4s => interpolated.steps_max == 15;
//     interpolated.frame_p99_ms < 15 * it + 10
// price "The picture is one dt old;": run --seconds 3600 --lane interpolated,timer-noise=1ms,display-hz={50,60,75,144}
//     => interpolated.picture_age_mean_ms == 16.667 +- 0.001
// price "a frame longer than 250 ms is cut, and the game falls behind by the rest.": run --seconds 3600 --lane
//     interpolated,vsync=off,render-cost=2ms,lag=spike:300:{100,200,248,249,300,500,4000}ms => interpolated.dropped_ms
//     == max(0, it - 248) +- 0.001; interpolated.dropped_ms > 0 from 249
// breaks "When a step costs more than dt:": run --seconds 3600 --lane interpolated,vsync=off,step-cost={14..20/0.5}ms
//     => interpolated.speed < 0.999 from 17
// breaks "no spiral without end, but slow motion.": => interpolated.frame_max_ms <= 15 * it + 2; interpolated.speed >=
//     0.82

} // namespace timestep::presets
