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

} // namespace timestep::presets
