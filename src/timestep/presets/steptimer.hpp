// timestep/presets/steptimer.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/step_timer.hpp"

namespace timestep::presets
{

inline constexpr auto steptimer = preset(
    {
        .name           = "steptimer",
        .title          = "DirectX StepTimer",
        .group          = Group::engines,
        .source         = "DirectX templates, StepTimer.h",
        .source_in_full = "Microsoft, DirectX templates, StepTimer.h: 100 ms at most, within 0.25 ms of a step is a "
                          "step, 166,666 ticks.",
        .checked = "Source read: walbourn/directx-vs-templates, d3d12game_uwp_cppwinrt_dr/StepTimer.h at 35a08157.",
        .promise = "On a 60 Hz display one update a frame, in spite of timer noise of up to 0.12 ms either way.",
        .price   = "59.94 Hz is taken for 60 Hz",
        .price_in_full = "There is no alpha, and a 59.94 Hz display runs the game 0.1 % slow.",
        .breaks        = "Frames that were snapped and frames that were not do not add up.",
        .choose_it     = "For a port of a DirectX sample.",
        .ships         = "The DirectX templates and samples.",
        .differs = "Its variable mode, which is its default, is the preset variable with frames of 100 ms at most. In "
                   "its fixed mode no frame differs on a counter of 10 MHz; on another one it cuts each frame to whole "
                   "ticks and forgets the rest.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, StepTimer>{.stepper = StepTimer{rate}}; });

// What shows it (docs/promises.md):
// in short "59.94 Hz is taken for 60 Hz": run --seconds 3600 --lane steptimer --display-hz 59.94 =>
//     steptimer.steps_max == 1; steptimer.zero_step_share == 0
// promise "On a 60 Hz display one update a frame,": run --seconds 3600 --lane steptimer => steptimer.steps_max == 1;
//     steptimer.zero_step_share == 0
// promise "in spite of timer noise of up to 0.12 ms either way.": run --seconds 3600 --lane
//     steptimer,timer-noise={0.01,0.05,0.1,0.12,0.14,0.2,0.3}ms => steptimer.multi_step_share == 0 up to 0.12
// price "There is no alpha,": run --seconds 60 --lane steptimer --display-hz 75 --csv - => set(presentation) ==
//     {'latest'}; shown_s == sim_s
// price "and a 59.94 Hz display runs the game 0.1 % slow.": run --seconds 3600 --lane steptimer --display-hz 59.94 =>
//     steptimer.speed == 0.999 +- 0.0001
// breaks "Frames that were snapped and frames that were not do not add up.": plan --loop steptimer --frames two.csv =>
//     set(filtered_ns) == {16666600, 16950000}; sum(filter_error_ns) == -166600 * 1000

} // namespace timestep::presets
