// telemetry/frame_sample.hpp -- one record per frame per lane: what was measured, decided, simulated, and what went
// wrong
#pragma once

#include "timestep/step_plan.hpp"

#include <cstdint>

namespace telemetry
{

using timestep::Nanos;

/// What happened in a frame, as bits.
enum Event : std::uint32_t
{
    tunnelled        = 1U << 0,
    blew_up          = 1U << 1,
    bounced          = 1U << 2,
    reset            = 1U << 3,
    loop_changed     = 1U << 4,
    knob_changed     = 1U << 5,
    hitch            = 1U << 6,
    debugger_break   = 1U << 7,
    brake            = 1U << 8, ///< the laboratory stopped a frame that would have stepped for seconds
    paused           = 1U << 9,
    recording_looped = 1U << 10,
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
