// timestep/presets/plain.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/pacers/free_running.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/frame_locked.hpp"

namespace timestep::presets
{

inline constexpr auto plain = preset(
    {
        .name           = "plain",
        .title          = "Plain loop",
        .group          = Group::articles,
        .source         = "game-loop primers",
        .source_in_full = "the first loop of every primer: clear, update, draw, flip.",
        .promise        = "Nothing between two frames but the game.",
        .price          = "the machine sets the speed",
        .price_in_full  = "The speed of the game is the speed of the machine.",
        .breaks = "On every machine that is not the author's; a thousand frames a second is a game 17 times too fast.",
        .choose_it = "Never, but for a benchmark: it is the loop that the others are measured against.",
        .ships     = "Home computers and arcade boards, whose speed was known.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, FrameLocked, Unlimited, FreeRunning>{.stepper = FrameLocked{rate}}; });

// What shows it (docs/promises.md):
// in short "the machine sets the speed": run --seconds 3600 --lane plain,vsync=off,render-cost={1,2,5,10,20,40,100}ms
//     => plain.speed == 16.6667 / it +- 0.001
// promise "Nothing between two frames but the game.": => plain.frame_mean_ms == it +- 0.0001; plain.spin_share == 0
// price "The speed of the game is the speed of the machine.": => plain.speed * it == 16.667 +- 0.001
// breaks "On every machine that is not the author's;": => plain.speed > 1.2 up to 10; plain.speed < 0.84 from 20
// breaks "a thousand frames a second is a game 17 times too fast.": run --seconds 3600 --lane plain --vsync off
//     --render-cost 1ms => plain.speed == 17 +- 0.5; plain.frame_mean_ms == 1

} // namespace timestep::presets
