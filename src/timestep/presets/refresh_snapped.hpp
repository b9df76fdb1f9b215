// SPDX-License-Identifier: MIT
// timestep/presets/refresh_snapped.hpp -- rounds frame times to common refresh periods, then runs full steps
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
        .promise = "When the step rate is the refresh rate, and a common one, every frame runs one step. Timer noise "
                   "of up to 0.25 ms either way does not change that.",
        .price   = "treats 59.94 Hz as 60 Hz",
        .price_in_full = "Time that is lost by snapping is never given back: on a 59.94 Hz display the game loses a "
                         "millisecond a second.",
        .breaks = "Without VSYNC the speed is wrong: frame times near a refresh period are snapped to it, although "
                  "they mean nothing there.",
        .choose_it =
            "When the step rate is the refresh rate, VSYNC is on, and the program cannot ask for the refresh rate.",
        .ships   = "Emulators and small games on sokol.",
        .differs = "sokol_app averages in its own way; here it is the mean of 8 frames, which starts again at a frame "
                   "that is off by more than 1 ms. This shows in frames whose average is near the edge of a period's "
                   "tolerance. The loop behind the filter, with its cap, is not from sokol.",
    },
    [](Rate rate)
    { return BasicLoop<SnapToRefresh, FixedStep, CapFrameTime>{.stepper = FixedStep{rate}, .overload = {250ms}}; });

} // namespace timestep::presets
