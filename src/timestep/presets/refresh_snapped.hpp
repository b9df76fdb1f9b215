// timestep/presets/refresh_snapped.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/snap_to_refresh.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_step.hpp"

namespace timestep::presets
{

inline constexpr auto refresh_snapped = preset(
    {
        .name           = "refresh-snapped",
        .title          = "Refresh-snapped",
        .group          = Group::engines,
        .source         = "sokol_time.h",
        .source_in_full = "A. Weissflog, sokol_time.h, stm_round_to_common_refresh_rate, on averaged frames; periods "
                          "of 60 to 240 Hz.",
        .checked        = "Source read: floooh/sokol, sokol_time.h at dd46cc1d, which has no row for 100 Hz yet.",
        .promise = "Where the step rate is the display's, and a common one, the steps come evenly, in spite of timer "
                   "noise of up to 0.25 ms either way.",
        .price   = "59.94 Hz is taken for 60 Hz",
        .price_in_full =
            "What is snapped away is never given back: a 59.94 Hz display makes the game lose a millisecond a second.",
        .breaks    = "Without VSYNC, where a frame near a period means nothing.",
        .choose_it = "When the step rate is the display's, VSYNC is on, and the refresh rate cannot be asked for.",
        .ships     = "Emulators and small games on sokol.",
        .differs = "sokol_app averages in its own way; here it is the mean of 8 frames, begun anew at a frame that is "
                   "off by more than 1 ms. It shows in frames whose average is near the edge of a period's tolerance."
                   " The loop behind it, with its cap, is none of sokol's.",
    },
    [](Rate rate)
    { return BasicLoop<SnapToRefresh, FixedStep, CapFrameTime>{.stepper = FixedStep{rate}, .overload = {250ms}}; });

// What shows it (docs/promises.md):
// in short "59.94 Hz is taken for 60 Hz": run --seconds 3600 --lane refresh-snapped --display-hz 59.94 =>
//     refresh-snapped.steps_max == 1; refresh-snapped.zero_step_share == 0
// promise "Where the step rate is the display's, and a common one, the steps come evenly,": run --seconds 3600 --lane
//     refresh-snapped,hz={60,72,75,85,90,100,120,144,240},display-hz={60,72,75,85,90,100,120,144,240},timer-noise=0.25ms
//     => refresh-snapped.steps_max == 1; refresh-snapped.zero_step_share * refresh-snapped.frames <= 1.01
// promise "in spite of timer noise of up to 0.25 ms either way.": run --seconds 3600 --lane
//     refresh-snapped,timer-noise={0.05,0.1,0.25,0.4,0.5,0.6,1,2}ms => refresh-snapped.steps_max == 1 up to 0.5
// price "What is snapped away is never given back: a 59.94 Hz display makes the game lose a millisecond a second.":
//     run --seconds 3600 --lane refresh-snapped --display-hz 59.94 => refresh-snapped.drift_ms / seconds == -1 +-
//     0.002
// breaks "Without VSYNC, where a frame near a period means nothing.": run --seconds 3600 --lane
//     refresh-snapped,vsync=off,render-cost={15.7,16,16.5,17,17.6}ms => refresh-snapped.speed == 16.6667 / it +-
//     0.0001

} // namespace timestep::presets
