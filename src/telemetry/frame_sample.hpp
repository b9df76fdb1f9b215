// telemetry/frame_sample.hpp -- one record per frame per lane: what was measured, decided, simulated, and what went
// wrong
#pragma once

#include "timestep/step_plan.hpp"

#include <cstdint>

namespace telemetry
{

using timestep::Nanos;

/// What happened in a frame, as bits. The low 24 are left to what the scene counts, in the order of its own table.
enum Event : std::uint32_t
{
    reset            = 1U << 24,
    loop_changed     = 1U << 25,
    knob_changed     = 1U << 26,
    hitch            = 1U << 27,
    debugger_break   = 1U << 28,
    brake            = 1U << 29, ///< the laboratory stopped a frame that would have stepped for seconds
    paused           = 1U << 30,
    recording_looped = 1U << 31,
};

struct FrameSample
{
    std::int64_t frame = 0;    ///< counted from 0
    Nanos wall{};              ///< wall clock at the start of the frame, since the start of the program
    Nanos measured{};          ///< wall time since the last frame
    Nanos game{};              ///< all the frame time that the loop was given so far; stands still while paused
    timestep::StepPlan plan{}; ///< what the loop decided
    Nanos stepping{};          ///< wall time that the steps took
    Nanos slept{};             ///< wall time for which the loop's pacer gave the core away, waiting, at the frame's end
    Nanos spun{};              ///< and then kept it busy
    Nanos simulated{};         ///< simulated clock after the steps
    Nanos shown{};             ///< simulated clock that the picture of this frame shows
    Nanos late{};   ///< by how much a perfect PC's picture would show a later moment; not on a clock of its own
    Nanos screen{}; ///< wall clock when that picture reached the screen; known at the end of the frame
    double x             = 0.0;   ///< m, newest state
    double v             = 0.0;   ///< m/s
    double energy        = 0.0;   ///< J
    double shown_x       = 0.0;   ///< m, what the picture of this frame shows
    double perfect_x     = 0.0;   ///< m, what a perfect PC's picture would show now; NaN where nobody knows
    double exact_x       = 0.0;   ///< m, where the exact motion is at `shown`; NaN where nobody knows
    std::uint32_t events = 0;     ///< bits of Event
    bool displayed       = false; ///< the picture reached the screen
    bool torn            = false; ///< without waiting for a refresh
};

/// The game's clock stood still.
constexpr bool is_paused(const FrameSample& s) { return (s.events & paused) != 0; }

} // namespace telemetry
