// telemetry/frame_sample.hpp -- one record per frame per lane: what was measured, decided, simulated, and what went
// wrong
#pragma once

#include "timestep/step_plan.hpp"

#include <cstdint>

namespace telemetry
{

using timestep::Nanos;

/// What happened in a frame, as bits. The low 16 are left to what the scene counts, in the order of its own table.
enum Event : std::uint32_t
{
    reset            = 1U << 16,
    loop_changed     = 1U << 17,
    knob_changed     = 1U << 18,
    hitch            = 1U << 19,
    debugger_break   = 1U << 20,
    brake            = 1U << 21, ///< the laboratory stopped a frame that would have stepped for seconds
    paused           = 1U << 22,
    recording_looped = 1U << 23,
};

struct FrameSample
{
    std::int64_t frame = 0;     ///< counted from 0
    Nanos wall{};               ///< wall clock at the start of the frame, since the start of the program
    Nanos measured{};           ///< wall time since the last frame
    Nanos game{};               ///< all the frame time that the loop was given so far; stands still while paused
    timestep::StepPlan plan{};  ///< what the loop decided
    Nanos stepping{};           ///< wall time that the steps took
    Nanos simulated{};          ///< simulated clock after the steps
    double x             = 0.0; ///< m, newest state
    double v             = 0.0; ///< m/s
    double energy        = 0.0; ///< J
    double shown_x       = 0.0; ///< m, what the picture of this frame shows
    double exact_x       = 0.0; ///< m, where the exact motion is at this frame's wall clock
    std::uint32_t events = 0;   ///< bits of Event
};

} // namespace telemetry
