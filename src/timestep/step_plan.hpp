// timestep/step_plan.hpp -- what a loop is told about a frame, and what it decides; deciding is kept apart from doing
#pragma once

#include "timestep/time.hpp"

#include <string_view>

namespace timestep
{

/// What the picture of a frame shows, between or beyond the simulated states.
enum class Presentation : std::uint8_t
{
    latest,      ///< the newest state, as it is
    interpolate, ///< previous + alpha * (current - previous): one step old, smooth
    extrapolate, ///< current + alpha * dt * velocity: on time, wrong at every bounce
    render_tick, ///< a scratch copy of the newest state, stepped by the time that is carried
    step_ahead,  ///< simulate past the clock, then interpolate back to it
};

constexpr std::string_view name_of(Presentation p)
{
    switch (p)
    {
    case Presentation::latest: return "latest";
    case Presentation::interpolate: return "interpolate";
    case Presentation::extrapolate: return "extrapolate";
    case Presentation::render_tick: return "render-tick";
    case Presentation::step_ahead: return "step-ahead";
    }
    return "";
}

/// What a loop is told once a frame.
struct FrameInput
{
    Nanos frame{};          ///< wall time since the last frame, as measured; negative when the clock went backwards
    Nanos refresh_period{}; ///< of the display; zero when unknown
};

/// What a loop decides for one frame. For every loop, summed over frames, in whole nanoseconds:
///     frame == stepped + (carried now - carried at the start) + dropped + filter_error
struct StepPlan
{
    std::int64_t steps = 0;          ///< full steps to simulate in this frame
    Nanos dt{};                      ///< the size of a full step, rounded to the nearest nanosecond
    double dt_seconds = 0.0;         ///< the same, exactly enough for an integrator
    Nanos tail{};                    ///< one shorter, last step; zero for loops that never take one
    Nanos stepped{};                 ///< wall time that the steps stand for: the simulation's clock moves on by this
    Nanos carried{};                 ///< time left over for later frames
    Nanos dropped{};                 ///< time given up on (negative: time made up), shown to the user, never hidden
    Nanos filter_error{};            ///< measured minus filtered time
    Nanos filtered{};                ///< the frame time after the delta filter
    double alpha              = 1.0; ///< how far the clock is into the next step: carried / dt
    Presentation presentation = Presentation::latest;
};

} // namespace timestep
