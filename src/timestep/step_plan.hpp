// timestep/step_plan.hpp -- what a loop is told about a frame, and what it decides; deciding is kept apart from doing
#pragma once

#include "timestep/time.hpp"

#include <array>
#include <concepts>
#include <string_view>
#include <utility>

namespace timestep
{

/// What the picture of a frame shows, between or beyond the simulated states.
enum class Presentation : std::uint8_t
{
    latest,      ///< the newest state, as it is
    interpolate, ///< previous + alpha * (current - previous): one step old, smooth
    extrapolate, ///< current + alpha * dt * velocity: on time, wrong at every bounce
    render_tick, ///< a scratch copy of the newest state, stepped by the time that is carried
    step_ahead,  ///< previous + alpha * (current - previous), of a simulation that leads the clock: smooth and on time
};

inline constexpr std::array all_presentations{Presentation::latest, Presentation::interpolate,
                                              Presentation::extrapolate, Presentation::render_tick,
                                              Presentation::step_ahead};

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
    Nanos frame{};          ///< wall time since the last frame, as measured; negative when the clock went backwards;
                            ///< any up to 146 years either way
    Nanos refresh_period{}; ///< of the display; zero when unknown
};

/// What a loop decides for one frame. For every loop, summed over frames, in whole nanoseconds:
///     frame == stepped + (carried now - carried at the start) + dropped + filter_error
struct StepPlan
{
    std::int64_t steps = 0;  ///< full steps to simulate in this frame
    Nanos dt{};              ///< the size of a full step, rounded to the nearest nanosecond
    double dt_seconds = 0.0; ///< the same, exactly enough for an integrator
    Nanos tail{};            ///< one shorter, last step; zero for loops that never take one
    Nanos stepped{};         ///< wall time that the steps stand for: the simulation's clock moves on by this
    Nanos carried{};         ///< time left over for later frames; negative while the simulation leads the clock
    Nanos dropped{};         ///< time given up on (negative: time made up), shown to the user, never hidden
    Nanos filter_error{};    ///< measured time less the time that was counted: filters, and an engine's own rounding
    Nanos filtered{};        ///< the time that was counted: frame - filter_error
    double alpha = 1.0;      ///< carried / dt; 1 + carried / dt while the simulation leads; 1 where none is carried
    Presentation presentation = Presentation::latest;
};

namespace detail
{
// A callback that returns nothing never ends the loop; one that returns bool ends it with false.
template <class F, class... Args>
constexpr bool goes_on(F& f, Args&&... args)
{
    if constexpr (std::same_as<decltype(f(std::forward<Args>(args)...)), void>)
    {
        f(std::forward<Args>(args)...);
        return true;
    }
    else
        return static_cast<bool>(f(std::forward<Args>(args)...));
}
} // namespace detail

/// Carries a plan out: `step(seconds)`, or `step(seconds, i)` with i counting from 0, for each full step and for the
/// tail, which is easily forgotten where this is written by hand. False as soon as `step` returned false.
template <class Step>
constexpr bool take_steps(const StepPlan& plan, Step&& step)
{
    const auto take = [&](double seconds, std::int64_t i)
    {
        if constexpr (std::invocable<Step&, double, std::int64_t>)
            return detail::goes_on(step, seconds, i);
        else
            return detail::goes_on(step, seconds);
    };
    for (std::int64_t left = plan.steps; left > 0; --left)
        if (!take(plan.dt_seconds, plan.steps - left)) return false;
    return plan.tail <= Nanos::zero() || take(to_seconds(plan.tail), plan.steps);
}

/// How a stepper's clock stands to the wall clock, between frames.
enum class Carries : std::uint8_t
{
    no_clock, ///< it counts frames and knows no time: its speed is the frame rate
    nothing,  ///< every frame is spent within the frame
    rest,     ///< the simulation lags: less than a step waits for the next frame
    lead,     ///< the simulation leads, by less than a step
};

} // namespace timestep
