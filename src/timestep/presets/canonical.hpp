// timestep/presets/canonical.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto canonical = preset(
    {
        .name           = "canonical",
        .title          = "Canonical game loop",
        .group          = Group::articles,
        .source         = "Watte",
        .source_in_full = "J. Watte, \"Canonical Game Loop\" (INTERPOLATE), 100 Hz, restarted after 0.05 s to 0.1 s.",
        .promise        = "A debugger break or a load costs one step, however long it was.",
        .price          = "the picture is one step old",
        .price_in_full  = "The picture is one dt old; a frame longer than 100 ms counts as one step.",
        .breaks         = "On a machine whose frames are always longer than 100 ms: a tenth of the speed at best.",
        .choose_it      = "As interpolated, when a pause should cost one step rather than 250 ms of them.",
        .ships          = "Games of the 2000s that followed the article.",
        .differs = "The original compares and clears what is carried as well; here only the frame is replaced, so that "
                   "the phase is kept. It shows in the frame of the restart: one step either way, but what is carried "
                   "stays. As printed its blend is (cur - oldstatetime) / h, which is in [1, 2) and so extrapolates; "
                   "here it is (cur - newstatetime) / h.",
        .default_rate = hz(100),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, RestartClock>{
            .stepper = FixedStep{rate}, .overload = {100ms}, .presentation = Presentation::interpolate};
    });

// What shows it (docs/promises.md):
// in short "the picture is one step old": run --seconds 3600 --lane canonical,hz={30,50,60,100,120,240} =>
//     canonical.picture_age_mean_ms == 1000 / it +- 0.0001
// promise "A debugger break or a load costs one step, however long it was.": run --seconds 100 --lane
//     canonical,vsync=off,render-cost=2ms,lag=spike:600:{100,200,500,4000,60000}ms => canonical.dropped_ms == it + 2 -
//     10; canonical.steps_max == 1
// price "The picture is one dt old;": run --seconds 3600 --lane canonical,display-hz={50,60,75,144},timer-noise=1ms =>
//     canonical.picture_age_mean_ms == 10 +- 0.001
// price "a frame longer than 100 ms counts as one step.": run --seconds 3600 --lane
//     canonical,vsync=off,render-cost={50,90,99,100,101,110,200}ms,hz=50 => canonical.steps_max == 1 from 101;
//     canonical.dropped_ms > 0 from 101
// breaks "On a machine whose frames are always longer than 100 ms: a tenth of the speed at best.": run --seconds 3600
//     --lane canonical,vsync=off,render-cost={50,90,99,100,101,110,200,400}ms => canonical.speed <= 0.1 from 101;
//     canonical.speed == 1 +- 0.0001 up to 100

} // namespace timestep::presets
