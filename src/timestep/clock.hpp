// SPDX-License-Identifier: MIT
// timestep/clock.hpp -- the concept Clock, with which pacers wait between frames, and a simulated clock for tests
#ifndef TIMESTEP_CLOCK_HPP
#define TIMESTEP_CLOCK_HPP

#include "timestep/time.hpp"

#include <concepts>

namespace timestep
{

/// A pacer's clock: now() may run backwards, sleep() may overshoot, spin() keeps the core busy for a very short time.
template <class C>
concept Clock = requires(C& clock, Nanos time)
{
    {
        clock.now()
        } -> std::same_as<Nanos>;
    clock.sleep(time);
    clock.spin();
};

/// True if the pacer waits before the first frame, too. The first step then runs one interval after the start.
constexpr bool waits_before_first_frame(const auto& pacer)
{
    if constexpr (requires { pacer.waits_before_first_frame(); })
        return pacer.waits_before_first_frame();
    else
        return false;
}

/// A simulated clock for deterministic tests: sleep() and spin() advance `time` and take no real time.
struct VirtualClock
{
    Nanos time{}; ///< the reading of the clock; the caller may change it, even to an earlier time
    Nanos spin_time{200ns}; ///< time that each call of spin() takes, 1 ns or more
    Nanos sleep_overshoot{}; ///< overshoot of each sleep, 0 or more
    Nanos slept{}, spun{}; ///< total time of all calls of sleep() and of spin()
    std::int64_t sleep_count = 0; ///< number of calls of sleep()

    constexpr Nanos now() const { return time; }
    constexpr void sleep(Nanos requested)
    {
        const Nanos duration = detail::max(requested, Nanos::zero()) + sleep_overshoot;
        time += duration;
        slept += duration;
        ++sleep_count;
    }
    constexpr void spin()
    {
        time += spin_time;
        spun += spin_time;
    }
    /// Advances the clock by `cost`, 0 or more: the time of the game's own work.
    constexpr void work(Nanos cost) { time += cost; }
};

static_assert(Clock<VirtualClock>);

} // namespace timestep
#endif
