// timestep/presets/godot.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/godot.hpp"

namespace timestep::presets
{

inline constexpr auto godot = preset(
    {
        .name           = "godot",
        .title          = "Godot 4",
        .group          = Group::engines,
        .source         = "Godot 4, main_timer_sync.cpp",
        .source_in_full = "Godot 4, main/main_timer_sync.cpp: 60 Hz, physics_jitter_fix 0.5, at most 8 steps a frame.",
        .checked = "Source read: godotengine/godot, main/main_timer_sync.cpp at 005e0542; its defaults in the manual, "
                   "class Engine.",
        .promise = "On a noisy 60 Hz clock the steps come one, one, one.",
        .price   = "the clock is bent by up to half a step",
        .price_in_full =
            "The clock that is reported is off by up to half a step, and a single delta by up to a whole one.",
        .breaks =
            "Where the pattern changes: on a 59.94 Hz display now and then a frame of two steps comes early or late.",
        .choose_it = "When the step rate is the display's and nothing is interpolated.",
        .ships     = "Godot 3.1 and later.",
        .differs   = "The engine takes the difference of two readings of its clock unsigned, so that a clock that runs "
                     "backwards is a frame of ages; here it buys nothing. It shows in the first negative frame. Godot 3 "
                     "keeps seconds in float32; the doubles here are those of Godot 4.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, Godot>{.stepper = Godot{rate}}; });

// What shows it (docs/promises.md):
// in short "the clock is bent by up to half a step": run --seconds 3600 --lane godot --lag random:0ms..30ms
//     --timer-noise 6ms --csv - => max(abs(s) for s in sums(filter_error_ns)) == 8333333 +- 2000
// promise "On a noisy 60 Hz clock the steps come one, one, one.": run --seconds 3600 --lane
//     godot,timer-noise={0.01,0.1,1,2,4,6,8,10}ms => godot.steps_max == 1 up to 6; godot.zero_step_share *
//     godot.frames <= 1.01 up to 6
// price "The clock that is reported is off by up to half a step,": run --seconds 3600 --lane godot --lag
//     random:0ms..30ms --timer-noise 6ms --csv - => max(abs(s) for s in sums(filter_error_ns)) == 8333333 +- 2000
// price "and a single delta by up to a whole one.": => max(abs(e) for e in filter_error_ns) > 14000000; max(abs(e) for
//     e in filter_error_ns) < 16668000
// breaks "Where the pattern changes: on a 59.94 Hz display now and then a frame of two steps comes early or late.":
//     run --seconds 360 --lane godot --display-hz 59.94 --csv - => set(gaps(n==2 for n in steps)) == {500, 999, 1000,
//     1001}
// breaks "": run --seconds 360 --lane godot --display-hz 59.94 --timer-noise 1ms --csv - => min(gaps(n==2 for n in
//     steps)) < 990; max(gaps(n==2 for n in steps)) > 1010; max(steps) == 2

} // namespace timestep::presets
