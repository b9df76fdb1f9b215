// timestep/presets/render_tick.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto render_tick = preset(
    {
        .name   = "render-tick",
        .title  = "Render tick",
        .group  = Group::articles,
        .source = "Tomsu 2024",
        .source_in_full =
            "J. Tomsu, \"Fixed timestep without interpolation\", 2024: simulate the remainder on a copy, draw that.",
        .promise = "The picture is on time, bounces and all: the ball is never drawn inside the wall, with no line of "
                   "blending code.",
        .price   = "the state is copied and stepped once more per frame",
        .price_in_full =
            "A copy of the state and one more step for every frame; sounds and events of that step must be kept back.",
        .breaks = "Where the step does not take any dt: a solver tuned for one step length shows it.",
        .choose_it =
            "When the state is cheap to copy, the step is cheap to run, and interpolation code is not worth writing.",
        .ships = "Engines whose state is plain data that can be copied.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, CapFrameTime>{
            .stepper = FixedStep{rate}, .overload = {250ms}, .presentation = Presentation::render_tick};
    });

// What shows it (docs/promises.md):
// in short "the state is copied and stepped once more per frame": test recordings: on even frames every loop has the
//     smoothness and latency of its presentation
// promise "The picture is on time,": run --seconds 3600 --lane render-tick,display-hz={50,60,75,100,144,240} =>
//     render-tick.picture_age_mean_ms == 0 +- 0.000001
// promise "bounces and all: the ball is never drawn inside the wall,": => render-tick.shown_max < 0.795
// promise "with no line of blending code.": plan --loop render-tick --frames mixed.csv => set(presentation) ==
//     {'render-tick'}
// price "A copy of the state and one more step for every frame;": test recordings: on even frames every loop has the
//     smoothness and latency of its presentation
// price "sounds and events of that step must be kept back.": run --seconds 3600 --lane
//     render-tick,display-hz={50,75,144,240} --lane accumulator,display-hz={50,75,144,240},name=plain-steps =>
//     render-tick.bounced == plain-steps.bounced; render-tick.state_hash == plain-steps.state_hash
// breaks "Where the step does not take any dt: a solver tuned for one step length shows it.": run --seconds 3600
//     --display-hz 144 --lane render-tick,name=euler --lane render-tick,integrator=exact,name=exact-step =>
//     euler.position_error_max == 0.137 +- 0.003; exact-step.position_error_max < 0.03

} // namespace timestep::presets
