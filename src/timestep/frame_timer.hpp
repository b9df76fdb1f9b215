// SPDX-License-Identifier: MIT
// timestep/frame_timer.hpp -- the wall time of frames in a loop of your own: the time between frames without
// accumulated rounding errors, and a limit for the time that the steps of a frame may take
#pragma once

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

#include <utility>

namespace timestep
{

/// Converts the reading `count` of a counter, such as SDL_GetPerformanceCounter() or QueryPerformanceCounter(), to a
/// time: floor(count / frequency) in nanoseconds. The counter counts `frequency` times a second, 1 to 9,000,000,000.
/// The result is exact; it must be less than 292 years.
constexpr Nanos from_ticks(std::uint64_t count, std::uint64_t frequency)
{
    const std::uint64_t seconds = count / frequency, rest = count % frequency;
    return Nanos{static_cast<std::int64_t>(seconds * 1'000'000'000 + rest * 1'000'000'000 / frequency)};
}

/// Measures frame times. The first frame has no earlier reading, so its time is zero. The sum of all frame times is
/// exactly the last reading minus the first one: readings are rounded to nanoseconds before they are subtracted, so
/// rounding errors do not add up.
class FrameTimer
{
public:
    /// Returns the time since the last call. `now` is the clock's reading. Zero in the first call and after restart();
    /// negative if the clock was set back.
    constexpr Nanos next_frame(Nanos now)
    {
        const Nanos before = std::exchange(last_, now);
        return std::exchange(started_, true) ? now - before : Nanos::zero();
    }
    /// Returns the time since the last call, for a counter that counts `frequency` times a second, 1 to 9,000,000,000.
    /// `count` is the counter's reading. Returns zero in the first call and after restart().
    constexpr Nanos next_frame(std::uint64_t count, std::uint64_t frequency)
    {
        return next_frame(from_ticks(count, frequency));
    }

    /// The clock reading of the last call of next_frame(); zero before the first call.
    constexpr Nanos last() const { return last_; }
    /// Discards the last reading. Call it after a suspend or after loading: the time that passed counts for no frame.
    constexpr void restart() { started_ = false; }

private:
    Nanos last_{};
    bool started_ = false;
};

/// Ends the steps of a frame when they have taken too long on the wall clock.
///   budget  |--------|
///   steps   |---|---|---|  -  -     the third step ends after the budget; the loop gets the time of the other two back
/// Promise: the steps of a frame take at most the budget plus one step. The loop's overload policy decides about
///          the time of the other steps.
/// Price:   the number of steps depends on how fast this machine is, so runs cannot be reproduced from frame times.
class StepBudget
{
public:
    /// `limit` is the wall time that the steps of a frame may take, more than 0. The first step is always taken.
    constexpr explicit StepBudget(Nanos limit)
        : limit_{limit}
    {
    }

    /// Runs the steps of a plan by calling `step`. Reads the clock after each step, and stops when the budget is used
    /// up or when `step` returns false. Returns the steps that did not run, to be given back: `plan =
    /// loop.give_back(plan, left)`. Then the loop's overload policy decides whether their time is simulated later or
    /// dropped.
    template <Clock C, class Step>
    constexpr StepsLeft run_steps(C& clock, const StepPlan& plan, Step&& step) const
    {
        const Nanos begin = clock.now();
        return timestep::run_steps(plan,
                                   [&](double seconds, std::int64_t i)
                                   {
                                       const bool wanted = detail::call_step(step, seconds, i);
                                       return wanted && clock.now() - begin < limit_;
                                   });
    }

private:
    Nanos limit_;
};

} // namespace timestep
