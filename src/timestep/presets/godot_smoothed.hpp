// timestep/presets/godot_smoothed.hpp
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
        .promise       = "Once the display is known every delta is a whole number of its periods, while the mean of 64 "
                         "frames is within 5 % of one.",
        .price         = "one delta of 25 ms every seven minutes",
        .price_in_full = "Periods are whole microseconds: at 60 Hz 16,666 us. What they leave over comes back every "
                         "seven minutes as two periods at once, of which MainTimerSync lets one and a half pass.",
        .breaks = "Below 50 fps at the start it never gets going; 59.94 Hz is taken for 60, and every 16 s a delta is "
                  "longer.",
        .choose_it = "To see what Godot does on a display with VSYNC.",
        .ships     = "Godot 4, with VSYNC and delta smoothing on (the default).",
        .differs =
            "The engine takes the difference of two readings of its clock unsigned, so that a clock that runs "
            "backwards is a frame of ages; here it buys nothing. It shows in the first negative frame. The engine "
            "smooths only while VSYNC is on; here always: it shows from frame 180 on, when the guess is complete.",
    },
    [](Rate rate) { return BasicLoop<GodotSmoother, Godot>{.stepper = Godot{rate}}; });

} // namespace timestep::presets
