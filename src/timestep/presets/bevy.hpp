// timestep/presets/bevy.hpp
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/filters/first_frame_zero.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep::presets
{

inline constexpr auto bevy = preset(
    {
        .name           = "bevy",
        .title          = "Bevy",
        .group          = Group::engines,
        .source         = "Bevy, bevy_time",
        .source_in_full = "Bevy, crates/bevy_time/src/fixed.rs and virt.rs: whole nanoseconds, 64 Hz, a frame counts "
                          "for 250 ms at most.",
        .checked = "Source read: bevyengine/bevy, crates/bevy_time/src/fixed.rs at 53cf7de6, virt.rs at 581c233a; pull "
                   "request 24237.",
        .promise = "A step is a whole number of nanoseconds, and the first frame is no time at all.",
        .price   = "a 60 Hz display sees 64 Hz steps",
        .price_in_full = "Without interpolation 64 Hz on a 60 Hz display takes a double step every 15 frames.",
        .breaks        = "When a step costs more than dt: slow motion.",
        .choose_it =
            "When the step rate should beat visibly against the display, so that nobody forgets to interpolate.",
        .ships   = "Bevy.",
        .differs = "Bevy's virtual clock, with its pause and speed, is GameClock here; the cap comes after the speed, "
                   "as in Bevy since 0.20: before that speed 2 let 500 ms through. At speed 1 no frame differs.",
        .default_rate = hz(64),
    },
    [](Rate rate)
    {
        return BasicLoop<FirstFrameZero, FixedTicks, CapFrameTime>{
            .stepper = FixedTicks{rate, 1ns, StepRounding::nearest}, .overload = {250ms}};
    });

// What shows it (docs/promises.md):
// in short "a 60 Hz display sees 64 Hz steps": run --seconds 3600 --lane bevy => bevy.steps / seconds == 64 +- 0.01;
//     bevy.frames / seconds == 60 +- 0.01
// promise "A step is a whole number of nanoseconds,": run --seconds 3600 --lane bevy,hz={30,60,64,144} --timer-noise
//     1ms --csv - => sum(stepped_ns) == sum(steps) * max(dt_ns); min(dt_ns) == max(dt_ns); dt_ns[0] ==
//     round(1000000000 / it)
// promise "and the first frame is no time at all.": plan --loop bevy --frames second.csv => filtered_ns[0] == 0;
//     steps[0] == 0
// price "Without interpolation 64 Hz on a 60 Hz display takes a double step every 15 frames.": run --seconds 3600
//     --lane bevy --csv - => set(gaps(n==2 for n in steps)) == {15}; max(steps) == 2; min(steps[1:]) == 1
// breaks "When a step costs more than dt: slow motion.": run --seconds 3600 --lane
//     bevy,vsync=off,step-cost={14..19/0.5}ms => bevy.speed < 0.999 from 16; bevy.frame_max_ms <= 16 * it + 2

} // namespace timestep::presets
