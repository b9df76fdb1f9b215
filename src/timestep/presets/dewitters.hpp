// SPDX-License-Identifier: MIT
// timestep/presets/dewitters.hpp -- the game loop of deWiTTERS, which simulates ahead of the clock and interpolates
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
        .promise = "The game speed is constant at any frame rate down to 5 frames a second. The picture has no delay: "
                   "it shows the game at the current time.",
        .price   = "runs fast after a pause until it has caught up",
        .price_in_full =
            "Missed steps stay due. After a pause the game runs five steps a frame until it has caught up.",
        .breaks    = "On a machine that is always too slow, the number of missed steps grows without end.",
        .choose_it = "When 25 game states a second are enough, but more pictures are wanted.",
        .ships     = "Games of the 2000s that followed the article.",
        .differs = "The original reads GetTickCount, which is 10 to 16 ms coarse; here time is counted in nanoseconds. "
                   "The article draws current + velocity * alpha; here the picture lies between the last two states. "
                   "The steps differ where GetTickCount was late.",
        .default_rate = hz(25),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, Deadline, KeepDebt>{
            .stepper = Deadline{rate}, .overload = {5}, .presentation = Presentation::interpolate};
    });

} // namespace timestep::presets
