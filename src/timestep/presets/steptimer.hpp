// SPDX-License-Identifier: MIT
// timestep/presets/steptimer.hpp -- the StepTimer of Microsoft's DirectX templates
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
        .source_in_full = "Microsoft, DirectX templates, StepTimer.h: a frame is at most 100 ms; a frame within 0.25 "
                          "ms of a step is one step; a step is 166,666 ticks.",
        .checked = "Source read: walbourn/directx-vs-templates, d3d12game_uwp_cppwinrt_dr/StepTimer.h at 35a08157.",
        .promise = "On a 60 Hz display every frame runs one update. Timer noise of up to 0.12 ms either way does not "
                   "change that.",
        .price   = "treats 59.94 Hz as 60 Hz",
        .price_in_full =
            "There is no alpha: pictures are never blended. On a 59.94 Hz display the game runs 0.1 % too slow.",
        .breaks    = "The sum of snapped and unsnapped frames is not the elapsed time.",
        .choose_it = "For a port of a DirectX sample.",
        .ships     = "The DirectX templates and samples.",
        .differs = "The variable mode of the original, which is its default, is the preset variable with frames of at "
                   "most 100 ms. In its fixed mode no frame differs on a counter of 10 MHz. On another counter the "
                   "original cuts each frame to whole ticks and forgets the rest.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, StepTimer>{.stepper = StepTimer{rate}}; });

} // namespace timestep::presets
