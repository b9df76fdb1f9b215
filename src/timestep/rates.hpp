// SPDX-License-Identifier: MIT
// timestep/rates.hpp -- several step rates in one loop: 120 physics steps, 10 AI ticks and 30 network ticks a second
//   physics  |--|--|--|--|--|--|     the loop's steps; time that the loop drops is dropped for all rates
//   network  |-----|-----|-----|     each tick runs after the first physics step that ends at or after its time
//   AI       |--------|--------|     ticks at the same time run in the order of the constructor's list of rates
#ifndef TIMESTEP_RATES_HPP
#define TIMESTEP_RATES_HPP

#include "timestep/step_plan.hpp"

#include <array>
#include <cstddef>

namespace timestep
{

namespace detail
{
// True if a/b < c/d, exactly. The numbers must not be negative, b and d must be positive.
constexpr bool is_fraction_less(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
{
    for (bool is_swapped = false;; is_swapped = !is_swapped)
    {
        const std::int64_t left = a / b, right = c / d;
        if (left != right) return (left < right) != is_swapped;
        const std::int64_t left_remainder = a % b, right_remainder = c % d;
        if (left_remainder == 0 || right_remainder == 0)
            return is_swapped ? right_remainder == 0 && left_remainder != 0
                              : left_remainder == 0 && right_remainder != 0;
        a = b;
        b = left_remainder;
        c = d;
        d = right_remainder;
    }
}
} // namespace detail

/// Calls `n` tick functions, such as AI and network updates, each at its own rate, between the steps of a loop. The
/// k-th call of a function is due at the simulated time k / rate, and runs after the step that reaches this time.
/// All steps must have the length 1 / `loop_rate`, as in FixedStep. StepPlan::tail, a shorter last step, is ignored.
template <std::size_t n>
class MultiRateScheduler
{
public:
    /// Rates in `further_rates` may be below or above `loop_rate`, the loop's step rate.
    constexpr MultiRateScheduler(Rate loop_rate, const std::array<Rate, n>& further_rates)
    {
        for (std::size_t i = 0; i < n; ++i)
        {
            const std::int64_t step_length = loop_rate.den * further_rates[i].num;
            const std::int64_t tick_length = loop_rate.num * further_rates[i].den;
            const std::int64_t divisor = detail::gcd(step_length, tick_length);
            rates_[i] = {.step_length = step_length / divisor,
                         .tick_length = tick_length / divisor,
                         .tick_seconds = step_seconds(further_rates[i])};
        }
    }

    /// Runs the steps of `plan`. After each step, calls the tick functions that are due: f(seconds) or
    /// f(seconds, call_index). Tick function i has the rate further_rates[i] of the constructor. Stops when a call
    /// returns false. Returns the number of steps that did not begin.
    template <class Step, class... TickFunctions>
    constexpr std::int64_t run_steps(const StepPlan& plan, Step&& step, TickFunctions&&... tick_functions)
    {
        static_assert(sizeof...(TickFunctions) == n, "one function for each rate");
        for (std::int64_t steps_left = plan.steps; steps_left > 0; --steps_left)
        {
            for (RateState& r : rates_) r.time_since_last_tick += r.step_length;
            if (!detail::call_step(step, plan.dt_seconds, step_count_++)) return steps_left - 1;
            while (const RateState* const overdue_rate = most_overdue_rate())
            {
                std::size_t i = 0;
                bool continues = true;
                const auto run_due = [&](auto& f)
                {
                    if (&rates_[i] == overdue_rate) continues = run_tick(i, f);
                    ++i;
                };
                (run_due(tick_functions), ...);
                if (!continues) return steps_left - 1;
            }
        }
        return 0;
    }

    constexpr std::int64_t step_count() const { return step_count_; }
    /// The number of calls so far at rate `rate_index`, from 0 to n - 1.
    constexpr std::int64_t tick_count(std::size_t rate_index) const { return rates_[rate_index].tick_count; }

private:
    struct RateState
    {
        // Length of a step of the loop, in the largest unit in which `step_length` and `tick_length` are integers.
        std::int64_t step_length = 1;
        std::int64_t tick_length = 1; // time between two ticks, in the same unit as `step_length`
        double tick_seconds = 0.0;
        std::int64_t time_since_last_tick = 0; // simulated time since the last tick, in the same unit as `step_length`
        std::int64_t tick_count = 0; // number of ticks that have run
    };

    constexpr bool run_tick(std::size_t rate_index, auto& tick_function)
    {
        rates_[rate_index].time_since_last_tick -= rates_[rate_index].tick_length;
        return detail::call_step(tick_function, rates_[rate_index].tick_seconds, rates_[rate_index].tick_count++);
    }

    // The rate whose next tick has been due for the longest time; null if no tick is due.
    constexpr const RateState* most_overdue_rate() const
    {
        const RateState* longest_overdue = nullptr;
        for (const RateState& rate : rates_)
            if (rate.time_since_last_tick >= rate.tick_length &&
                (!longest_overdue ||
                 detail::is_fraction_less(longest_overdue->time_since_last_tick - longest_overdue->tick_length,
                                          longest_overdue->step_length, rate.time_since_last_tick - rate.tick_length,
                                          rate.step_length)))
                longest_overdue = &rate;
        return longest_overdue;
    }

    std::array<RateState, n> rates_{};
    std::int64_t step_count_ = 0;
};

template <std::size_t n>
MultiRateScheduler(Rate, const Rate (&)[n]) -> MultiRateScheduler<n>;

} // namespace timestep
#endif
