// SPDX-License-Identifier: MIT
// timestep/ticks.hpp -- the number of each step, and the exact times of steps on the game clock and on the wall clock
//   wall    |------|--------|------|-----|   frames; the game clock runs at half speed
//   steps       0  |   1    |  2   |   3     step i of a frame has the number first_tick + i
#ifndef TIMESTEP_TICKS_HPP
#define TIMESTEP_TICKS_HPP

#include "timestep/step_plan.hpp"

namespace timestep
{

namespace detail
{
// a + b, clamped to 292 years in either direction.
constexpr Nanos clamped_sum(Nanos a, Nanos b)
{
    return b > Nanos::zero() ? a + detail::min(b, Nanos::max() - detail::max(a, Nanos::zero()))
                             : a + detail::max(b, Nanos::min() - detail::min(a, Nanos::zero()));
}
} // namespace detail

/// `tick` / `rate`, rounded up to a whole nanosecond; up to 292 years. Step n lasts from tick n to tick n + 1.
constexpr Nanos tick_time(Rate rate, std::int64_t tick)
{
    const std::int64_t units = tick * rate.den; // time of the tick, in units of 1/rate.num s
    const std::int64_t seconds = detail::floor_div(units, rate.num);
    const std::int64_t remainder = units - seconds * rate.num;
    return Nanos{seconds * 1'000'000'000 - detail::floor_div(-remainder * 1'000'000'000, rate.num)};
}

/// The number of the last tick at or before `time`; the inverse of tick_time(). The number must fit into 64 bits.
constexpr std::int64_t tick_at(Rate rate, Nanos time)
{
    const std::int64_t seconds = detail::floor_div(time.count(), 1'000'000'000);
    const std::int64_t remainder_ns = (time.count() % 1'000'000'000 + 1'000'000'000) % 1'000'000'000;
    const std::int64_t units = seconds * rate.num; // the whole seconds, in units of 1/rate.num s
    const std::int64_t whole_ticks = detail::floor_div(units, rate.den);
    return whole_ticks + (units - whole_ticks * rate.den + remainder_ns * rate.num / 1'000'000'000) / rate.den;
}

/// The number of each step of a frame, counted from the start of the game, and the wall-clock times of these steps.
struct StepTimes
{
    Nanos frame_start{}; ///< wall-clock time at which the frame was measured
    StepPlan plan{}; ///< the plan of the frame; the times in it are game time
    Speed speed{}; ///< game seconds per wall second: GameClock::speed
    double nanosecond_fraction = 0; ///< fraction of a nanosecond of game time, 0 to 1: GameClock::nanosecond_fraction()
    std::int64_t first_tick = 0; ///< number of the frame's first step, or of the next step if the frame has none

    /// The number of steps in the frame; a shorter last step (tail) counts as one.
    constexpr std::int64_t step_count() const { return plan.steps + (plan.tail > Nanos::zero() ? 1 : 0); }
    /// The tick number, from the start of the game, of the step with the index `step_index` (from 0) in this frame.
    constexpr std::int64_t tick_of_step(std::int64_t step_index) const { return first_tick + step_index; }

    /// The wall-clock time, rounded to the nearest nanosecond. Assumes that the game speed has not changed since the
    /// step.
    constexpr Nanos end_time(std::int64_t step_index) const
    {
        return frame_start - to_wall_time(ns_since_step_end(step_index));
    }

    /// The wall-clock time at which step `step_index` begins: end_time() of the step before it.
    constexpr Nanos begin_time(std::int64_t step_index) const
    {
        const double step_ns = step_index < plan.steps ? plan.dt_seconds * 1e9 : static_cast<double>(plan.tail.count());
        return frame_start - to_wall_time(ns_since_step_end(step_index) + step_ns);
    }

    /// The wall time from `frame_start` until the next step is due, 1 ns to 146 years; Nanos::max() at speed 0.
    constexpr Nanos time_to_next_step() const
    {
        if (speed.num() == 0) return Nanos::max();
        return to_wall_time(static_cast<double>(plan.time_to_next_step().count())) + Nanos{1};
    }

private:
    // The game time in nanoseconds that passed from the end of step `step_index` to `frame_start`.
    constexpr double ns_since_step_end(std::int64_t step_index) const
    {
        if (step_index >= plan.steps) return carried_ns() + nanosecond_fraction;
        const double later_steps_ns = static_cast<double>(plan.steps - 1 - step_index) * plan.dt_seconds * 1e9;
        return later_steps_ns + (carried_ns() + nanosecond_fraction + static_cast<double>(plan.tail.count()));
    }

    constexpr double carried_ns() const
    {
        const auto rounded_ns = static_cast<double>(plan.carried.count());
        for (const double carried_steps : {plan.alpha, plan.alpha - 1.0}) // lag, or lead with alpha = 1 + carried / dt
        {
            const double exact_ns = carried_steps * (plan.dt_seconds * 1e9);
            if (exact_ns > rounded_ns - 1.5 && exact_ns < rounded_ns + 1.5) return exact_ns;
        }
        return rounded_ns; // alpha is not exactly carried / dt, as in Cute
    }

    constexpr Nanos to_wall_time(double game_ns) const
    {
        if (speed.num() == 0) return Nanos::zero();
        constexpr auto max_ns = static_cast<double>(INT64_MAX / 2);
        const double wall_ns = game_ns * static_cast<double>(speed.den()) / static_cast<double>(speed.num());
        return Nanos{detail::truncated(detail::clamp(wall_ns, -max_ns, max_ns) + (wall_ns < 0.0 ? -0.5 : 0.5))};
    }
};

/// Numbers the steps of a loop from 0, with 64 bits.
class TickCounter
{
public:
    /// Call this once a frame, before the steps. `frame_start` is in wall-clock time.
    constexpr StepTimes count_steps(Nanos frame_start, const StepPlan& plan, Speed speed = {},
                                    double nanosecond_fraction = 0.0)
    {
        const StepTimes times{frame_start, plan, speed, nanosecond_fraction, next_tick_};
        next_tick_ += times.step_count();
        return times;
    }
    constexpr std::int64_t next_tick() const { return next_tick_; }
    /// Sets the number of the next step, for example after a rollback or a load.
    constexpr void set_next_tick(std::int64_t next_tick) { next_tick_ = next_tick; }

private:
    std::int64_t next_tick_ = 0;
};

} // namespace timestep
#endif
