// timestep/presets/extrapolated.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto extrapolated = preset(
    {
        .name   = "extrapolated",
        .title  = "Extrapolated",
        .group  = Group::articles,
        .source = "Watte",
        .source_in_full =
            "J. Watte, \"Canonical Game Loop\" (EXTRAPOLATE): current + velocity * (time since the newest state).",
        .promise       = "The picture is on time, and smooth as long as nothing turns.",
        .price         = "draws the ball inside the wall",
        .price_in_full = "A bounce is drawn late: for a frame the ball is inside the wall, then it jumps back; at one "
                         "bounce in three on a 75 Hz display, at every one on 240 Hz.",
        .breaks        = "Fast spins and stiff springs: the error is a*t^2/2.",
        .choose_it     = "When latency is worse than a wrong picture and motion is mostly straight: a race.",
        .ships         = "Racing games and shooters, for what other players do.",
        .differs =
            "The original compares and clears what is carried as well; here only the frame is replaced, so that the "
            "phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays.",
        .default_rate = hz(100),
    },
    [](Rate rate)
    {
        return BasicLoop<NoFilter, FixedStep, RestartClock>{
            .stepper = FixedStep{rate}, .overload = {100ms}, .presentation = Presentation::extrapolate};
    });

// What shows it (docs/promises.md):
// in short "draws the ball inside the wall": run --seconds 3600 --lane extrapolated,display-hz={60,75,144,240} =>
//     extrapolated.shown_max > 0.795 from 75; extrapolated.tunnelled == 0
// promise "The picture is on time,": run --seconds 3600 --lane extrapolated,display-hz={30,50,60,75,144,240} =>
//     extrapolated.picture_age_mean_ms == 0 +- 0.000001
// promise "and smooth as long as nothing turns.": run --scene uniform-motion --seconds 3600 --lane
//     extrapolated,display-hz={30,50,60,75,144,240} => extrapolated.animation_error_p99_ms < 0.00001;
//     extrapolated.position_error_max < 0.000001
// price "A bounce is drawn late: for a frame the ball is inside the wall, then it jumps back;": run --seconds 60
//     --lane extrapolated --display-hz 240 --csv - => max(b for b in runs((x + v * (a - s))>0.795 for x, v, a, s in
//     zip(x, v, shown_s, sim_s))) == 1
// price "at one bounce in three on a 75 Hz display,": run --seconds 60 --lane extrapolated --display-hz 75 --csv - =>
//     len(runs((x + v * (a - s))>0.795 for x, v, a, s in zip(x, v, shown_s, sim_s))) / 300 == 0.35 +- 0.02
// price "at every one on 240 Hz.": run --seconds 60 --lane extrapolated --display-hz 240 --csv - => len(runs((x + v *
//     (a - s))>0.795 for x, v, a, s in zip(x, v, shown_s, sim_s))) / 300 == 1 +- 0.001
// breaks "Fast spins and stiff springs:": run --seconds 60 --display-hz 144 --lane
//     extrapolated,scene.stiffness={50,100,200,400,800,1600} => extrapolated.position_error_max > 0.1 from 200
// breaks "the error is a*t^2/2.": run --scene orbit --integrator rk4 --seconds 20 --display-hz 144 --lane
//     extrapolated,hz=50,name=at-50 --lane extrapolated,hz=100,name=at-100 => at-50.integration_error_max /
//     at-100.integration_error_max == 4 +- 0.15

} // namespace timestep::presets
