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

} // namespace timestep::presets
