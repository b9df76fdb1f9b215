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

} // namespace timestep::presets
