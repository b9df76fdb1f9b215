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

} // namespace timestep::presets
