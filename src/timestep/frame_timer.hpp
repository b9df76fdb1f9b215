// SPDX-License-Identifier: MIT
// timestep/frame_timer.hpp -- for hand-written loops: exact frame times, and a time budget for the steps of a frame
#ifndef TIMESTEP_FRAME_TIMER_HPP
#define TIMESTEP_FRAME_TIMER_HPP

#include "timestep/clock.hpp"
#include "timestep/step_plan.hpp"

#include <utility>

namespace timestep
{

/// The reading `count` (up to 292 years) in ns, rounded down. `counts_per_second` is 1 to 9,000,000,000.
constexpr Nanos nanos_from_counter(std::uint64_t count, std::uint64_t counts_per_second)
{
    const std::uint64_t seconds = count / counts_per_second, remainder = count % counts_per_second;
    return Nanos{static_cast<std::int64_t>(seconds * 1'000'000'000 + remainder * 1'000'000'000 / counts_per_second)};
}

/// Measures frame times; the first one is zero. Without discard_reading(), their sum is exactly the last reading minus
/// the first reading.
class FrameTimer
{
public:
    /// Returns `now` minus the `now` of the last call; zero in the first call and in the first after discard_reading().
    constexpr Nanos measure_frame_time(Nanos now)
    {
        const Nanos previous_reading = std::exchange(last_reading_, now);
        return std::exchange(has_reading_, true) ? now - previous_reading : Nanos::zero();
    }
    /// The time since the last reading, or zero without one. `counts_per_second` is 1 to 9,000,000,000.
    constexpr Nanos measure_frame_time(std::uint64_t count, std::uint64_t counts_per_second)
    {
        return measure_frame_time(nanos_from_counter(count, counts_per_second));
    }

    /// The clock reading of the last call of measure_frame_time(); zero before the first call.
    constexpr Nanos last_reading() const { return last_reading_; }
    /// Makes the next frame time zero. Call it after a suspend or a load, so that no step simulates the lost time.
    constexpr void discard_reading() { has_reading_ = false; }

private:
    Nanos last_reading_{};
    bool has_reading_ = false;
};

/// Stops the steps of a frame when they have used up a budget of wall time.
///   budget  |--------|
///   steps   |---|---|---|  -  -     the third step exceeds the budget; the other two do not run
/// Promise: the steps take at most the budget plus one step.
/// Price:   the number of steps depends on the machine's speed, so frame times alone do not reproduce a run.
class StepBudget
{
public:
    /// `limit` is the wall time that the steps of a frame may take, more than 0. The first step always runs.
    constexpr explicit StepBudget(Nanos limit)
        : time_limit_{limit}
    {
    }

    /// Stops early if `step` returns false. Pass the result to loop.give_back_unrun_steps().
    [[nodiscard]] constexpr StepsLeft run_steps(Clock auto& clock, const StepPlan& plan, auto&& step) const
    {
        const Nanos first_step_start = clock.now();
        return timestep::run_steps(plan,
                                   [&](double seconds, std::int64_t i)
                                   {
                                       const bool continues = detail::call_step(step, seconds, i);
                                       return continues && clock.now() - first_step_start < time_limit_;
                                   });
    }

private:
    Nanos time_limit_;
};

} // namespace timestep
#endif
