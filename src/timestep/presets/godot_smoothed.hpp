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

// What shows it (docs/promises.md):
// in short "one delta of 25 ms every seven minutes": plan --loop godot-smoothed --frames display.csv =>
//     sum(24900000<d<25000000 for d in filtered_ns[1000:]) == len(steps) // 25000
// promise "Once the display is known every delta is a whole number of its periods,": run --seconds 3600 --lane
//     godot-smoothed,stepper=variable --timer-noise 1ms --csv - => set(d % 16666000 for d in filtered_ns[200:]) == {0}
// promise "": run --seconds 60 --lane godot-smoothed,stepper=variable,display-hz={50,60,75,90,120,144,240} --csv - =>
//     len(set(filtered_ns[1000:])) <= 2; filtered_ns[1000] == 1000000 // it * 1000
// promise "while the mean of 64 frames is within 5 % of one.": run --seconds 60 --lane
//     godot-smoothed,stepper=variable,lag=spike:1000:{10,20,40,50,60,80,100,500}ms --csv - => sum(d % 16666000!=0 for
//     d in filtered_ns[960:]) == 0 up to 60
// price "Periods are whole microseconds: at 60 Hz 16,666 us.": plan --loop godot-smoothed --set stepper=variable
//     --frames display.csv => min(filtered_ns[200:]) == 16666000
// price "What they leave over comes back every seven minutes as two periods at once,": => sum(d==33332000 for d in
//     filtered_ns[200:]) == len(steps) // 25000; max(filtered_ns[200:]) <= 33332000
// price "of which MainTimerSync lets one and a half pass.": test timestep: godot-smoothed pays back the lost parts of
//     microseconds: a delta of 25 ms every seven minutes, and no missing step
// breaks "Below 50 fps at the start it never gets going;": run --seconds 60 --lane
//     godot-smoothed,stepper=variable,display-hz={40,45,48,49,49.4,49.6,50,60},timer-noise=0.1ms --csv - =>
//     len(set(filtered_ns[1000:])) <= 3 from 49.6
// breaks "59.94 Hz is taken for 60, and every 16 s a delta is longer.": run --seconds 360 --lane
//     godot-smoothed,stepper=variable --display-hz 59.94 --csv - => set(filtered_ns[200:]) == {16666000, 33332000};
//     max(gaps(d>20000000 for d in filtered_ns[200:])) / 59.94 == 16 +- 0.2

} // namespace timestep::presets
