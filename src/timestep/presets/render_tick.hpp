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

} // namespace timestep::presets
