// timestep/presets/fna.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/pacers/fna_sleep.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/monogame.hpp"

namespace timestep::presets
{

inline constexpr auto fna = preset(
    {
        .name   = "fna",
        .title  = "FNA",
        .group  = Group::engines,
        .source = "FNA, Game.cs",
        .source_in_full =
            "FNA, src/Game.cs: as MonoGame, but it naps while A + the worst of the last 128 naps is less than a step.",
        .checked = "Source read: FNA-XNA/FNA, src/Game.cs at 02d390d4, which sleeps as MonoGame did; the naps of later "
                   "versions only in a decompiled copy.",
        .promise = "Every frame that is drawn has a step, on time, and most of the wait is slept.",
        .price   = "no alpha: pictures are never blended",
        .price_in_full =
            "There is no alpha: it stutters on any display whose rate is no multiple and no divisor of 60 Hz.",
        .breaks = "After a frame of half a second 29 updates are run at once.",
        .choose_it =
            "For a port of an XNA game to other systems: as monogame, with naps that know how bad they can be.",
        .ships   = "FNA.",
        .differs = "The engine waits within a frame until a step is due; here the pacer does, and a frame that came "
                   "too early has no step. Ticks are those of a 10 MHz counter.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, MonoGame, CapAccumulator, FnaSleep>{.stepper  = MonoGame{rate},
                                                                       .overload = {.limit = 500ms}};
    });

// What shows it (docs/promises.md):
// in short "no alpha: pictures are never blended": run --seconds 3600 --lane fna,display-hz={50,60,75,144} --csv - =>
//     set(presentation) == {'latest'}; shown_s == sim_s
// promise "Every frame that is drawn has a step,": run --seconds 3600 --lane
//     fna,display-hz={50,60,75,144},timer-noise=1ms --csv - => sum(n==0 and s!='' for n, s in zip(steps, screen_s)) ==
//     0; sum(s!='' for s in screen_s) > 50 * seconds - 100
// promise "on time,": run --seconds 3600 --lane fna,vsync=off,sleep-late={0,0.5,1,2}ms => fna.frame_max_ms < 17.5;
//     fna.frame_p99_ms < 16.7
// promise "and most of the wait is slept.": run --seconds 3600 --lane fna,vsync=off,sleep-late={0,0.5,1,2,4}ms =>
//     fna.spin_share < 0.88 / 4
// price "There is no alpha: it stutters on any display whose rate is no multiple and no divisor of 60 Hz.": run
//     --scene uniform-motion --seconds 3600 --lane fna,display-hz={50,72,75,90,100,144,165} =>
//     fna.animation_error_mean_ms > 2
// price "": run --scene uniform-motion --seconds 3600 --lane fna,display-hz={15,20,30,60,120,180,240} =>
//     fna.animation_error_mean_ms < 0.01
// breaks "After a frame of half a second 29 updates are run at once.": plan --loop fna --frames half.csv => steps[0]
//     == 29; dropped_ns[0] == 0

} // namespace timestep::presets
