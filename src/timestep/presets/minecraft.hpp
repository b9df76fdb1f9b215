// SPDX-License-Identifier: MIT
// timestep/presets/minecraft.hpp -- the timer of Minecraft's client, 20 ticks a second
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/minecraft.hpp"

namespace timestep::presets
{

inline constexpr auto minecraft = preset(
    {
        .name   = "minecraft",
        .title  = "Minecraft, client",
        .group  = Group::engines,
        .source = "Minecraft Java Edition, Timer",
        .source_in_full =
            "Minecraft Java Edition, net.minecraft.client.Timer.advanceTime: 20 ticks a second, in a float32 number, "
            "on a clock of whole milliseconds; Minecraft.runTick runs at most 10 of them in a frame.",
        .checked = "Decompiled copies read: Timer.advanceTime of several versions, and runTick with Math.min(10, "
                   "ticks) of a later one; Mojang publishes no source.",
        .promise = "Every tick is 50 ms long. The picture is blended between ticks, so it is smooth at any frame rate.",
        .price   = "the picture is one tick old: 50 ms",
        .price_in_full = "The picture is one tick old: 50 ms.",
        .breaks        = "A frame longer than half a second loses the ticks beyond the tenth.",
        .choose_it     = "When few ticks a second are enough, as for a world of blocks.",
        .ships         = "Minecraft Java Edition, for the world on the client; the server has a loop of its own.",
        .differs       = "Later versions let the server change the tick rate; here it is a setting.",
        .default_rate  = hz(20),
    },
    [](Rate rate)
    { return BasicLoop<NoFilter, Minecraft>{.stepper = Minecraft{rate}, .presentation = Presentation::interpolate}; });

} // namespace timestep::presets
