// telemetry/frame_sample.hpp -- the record of one frame of one lane: times, plan, positions and events
#pragma once

#include "timestep/step_plan.hpp"

#include <cstdint>

namespace telemetry
{

using timestep::Nanos;

/// Events in a frame, as bits. The low 24 bits are the scene's own events, in the order of the scene's table.
enum Event : std::uint32_t
{
    reset            = 1U << 24,
    loop_changed     = 1U << 25,
    knob_changed     = 1U << 26,
    hitch            = 1U << 27,
    debugger_break   = 1U << 28,
    brake            = 1U << 29, ///< the laboratory stopped a frame whose steps would have taken seconds
    paused           = 1U << 30,
    recording_looped = 1U << 31,
};

struct FrameSample
{
    std::int64_t frame = 0;    ///< frame number, from 0
    Nanos wall{};              ///< wall clock at the start of the frame; 0 is the start of the program
    Nanos measured{};          ///< measured wall time since the last frame
    Nanos game{};              ///< game clock: sum of the frame times given to the loop; stands still while paused
    timestep::StepPlan plan{}; ///< the loop's decision
    Nanos stepping{};          ///< wall time that the steps took
    Nanos slept{};             ///< wall time that the loop's pacer slept at the end of the frame
    Nanos spun{};              ///< wall time that the loop's pacer spun at the end of the frame
    Nanos simulated{};         ///< simulated clock after the steps
    Nanos shown{};             ///< simulated clock of the state that this frame's picture shows
    Nanos late{};              ///< shown time of a perfect PC's picture minus that of this picture; positive if late
    Nanos screen{};            ///< wall clock when this frame's picture reached the screen; set at the end of the frame
    double x             = 0.0;   ///< position in metres, newest state
    double v             = 0.0;   ///< velocity in m/s, newest state
    double energy        = 0.0;   ///< energy in joules, newest state
    double shown_x       = 0.0;   ///< position in metres in this frame's picture
    double perfect_x     = 0.0;   ///< position in metres in a perfect PC's picture; NaN if unknown
    double exact_x       = 0.0;   ///< position in metres of the exact motion at time `shown`; NaN if unknown
    std::uint32_t events = 0;     ///< events of this frame, as bits of Event
    bool displayed       = false; ///< true if the picture reached the screen
    bool torn            = false; ///< true if the picture was shown without waiting for a refresh (tearing)
};

/// Returns whether the game clock stood still in this frame.
constexpr bool is_paused(const FrameSample& s) { return (s.events & paused) != 0; }

} // namespace telemetry
