// SPDX-License-Identifier: MIT
// timestep/presets/godot_smoothed.hpp -- the physics loop of Godot 4 with two corrections of frame times: delta
// smoothing and the jitter fix
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/godot_smoother.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/godot.hpp"

namespace timestep::presets
{

inline constexpr auto godot_smoothed = preset(
    {
        .name           = "godot-smoothed",
        .title          = "Godot 4, smoothed deltas",
        .group          = Group::engines,
        .source         = "Godot 4, main_timer_sync.cpp",
        .source_in_full = "Godot 4, main/main_timer_sync.cpp, DeltaSmoother in front of MainTimerSync.",
        .checked        = "Source read: godotengine/godot, main/main_timer_sync.cpp at 005e0542.",
        .promise = "Once the display's rate is known, every delta is a whole number of refresh periods. This holds "
                   "while the mean of 64 frames is within 5 % of one period.",
        .price   = "one delta of 25 ms every seven minutes",
        .price_in_full =
            "A period is a whole number of microseconds: 16,666 us at 60 Hz. The lost fractions come back every seven "
            "minutes as a delta of two periods. MainTimerSync lets one and a half of these two periods pass.",
        .breaks = "If the game starts below 50 frames a second, smoothing never begins. A 59.94 Hz display is treated "
                  "as 60 Hz, and every 16 s one delta is longer.",
        .choose_it = "To see what Godot does on a display with VSYNC.",
        .ships     = "Godot 4, with VSYNC and delta smoothing on (the default).",
        .differs = "The engine subtracts two clock readings as unsigned numbers, so a clock that runs backwards gives "
                   "an extremely long frame; here such a frame counts as zero time. This shows in the first negative "
                   "frame. The engine smooths only while VSYNC is on; here it always smooths. This shows from frame "
                   "180 on, when the estimate is complete.",
    },
    [](Rate rate) { return BasicLoop<GodotSmoother, Godot>{.stepper = Godot{rate}}; });

} // namespace timestep::presets
