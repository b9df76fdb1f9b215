// timestep/presets/monogame.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/pacers/until_step.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/monogame.hpp"

namespace timestep::presets
{

inline constexpr auto monogame = preset(
    {
        .name   = "monogame",
        .title  = "MonoGame",
        .group  = Group::engines,
        .source = "MonoGame, Game.cs",
        .source_in_full =
            "MonoGame, MonoGame.Framework/Game.cs: ticks of 100 ns, a step is 166,667 of them, 500 ms at most are due.",
        .checked = "Source read: MonoGame/MonoGame, MonoGame.Framework/Game.cs at 00f8db69.",
        .promise = "Every frame that is drawn has a step; the game is told when it runs slowly.",
        .price   = "no alpha: pictures are never blended",
        .price_in_full =
            "There is no alpha: it stutters on any display whose rate is no multiple and no divisor of 60 Hz.",
        .breaks    = "After a frame of half a second 29 updates are run at once.",
        .choose_it = "For a port of an XNA game: the numbers are the same.",
        .ships     = "MonoGame, after XNA.",
        .differs   = "The engine waits within a frame until a step is due; here the pacer does, and a frame that came "
                     "too early has no step. It shows in any frame shorter than what is missing to a step. Ticks are "
                     "those of a 10 MHz counter."
                     " The engine runs one update of no time before the first frame, and a window without focus sleeps; "
                     "here neither is so.",
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, MonoGame, CapAccumulator, UntilStep>{.stepper  = MonoGame{rate},
                                                                        .overload = {.limit = 500ms}};
    });

// What shows it (docs/promises.md):
// in short "no alpha: pictures are never blended": run --seconds 3600 --lane monogame,display-hz={50,60,75,144} --csv
//     - => set(presentation) == {'latest'}; shown_s == sim_s
// promise "Every frame that is drawn has a step;": run --seconds 3600 --lane
//     monogame,display-hz={50,60,75,144},timer-noise=1ms --csv - => sum(n==0 and s!='' for n, s in zip(steps,
//     screen_s)) == 0; sum(s!='' for s in screen_s) > 50 * seconds - 100
// promise "the game is told when it runs slowly.": test timestep: monogame clears its slow flag at the 29th tick with a
//     single step
// price "There is no alpha: it stutters on any display whose rate is no multiple and no divisor of 60 Hz.": run
//     --scene uniform-motion --seconds 3600 --lane monogame,display-hz={50,72,75,90,100,144,165} =>
//     monogame.animation_error_mean_ms > 2
// price "": run --scene uniform-motion --seconds 3600 --lane monogame,display-hz={15,20,30,60,120,180,240} =>
//     monogame.animation_error_mean_ms < 0.01
// breaks "After a frame of half a second 29 updates are run at once.": plan --loop monogame --frames half.csv =>
//     steps[0] == 29; dropped_ns[0] == 0

} // namespace timestep::presets
