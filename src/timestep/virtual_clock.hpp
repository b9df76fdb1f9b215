// SPDX-License-Identifier: MIT
// timestep/virtual_clock.hpp -- a clock for tests and simulations: its time changes only in calls of sleep(), spin()
// and work(), or when the caller sets it
#pragma once

#include "timestep/clock.hpp"

namespace timestep
{

/// A clock on which a whole day of a game loop runs in a second, and always in the same way. sleep() and spin() take no
/// real time. Set `late` to make sleeps longer than requested, like those of a real system.
struct VirtualClock
{
    Nanos time{};            ///< the reading of the clock; the caller may change it, even to an earlier time
    Nanos spin_time{200ns};  ///< time that each call of spin() takes, 1 ns or more
    Nanos late{};            ///< time by which each sleep is too long, 0 or more
    Nanos slept{}, spun{};   ///< total time of all sleeps and of all spins
    std::int64_t sleeps = 0; ///< number of calls of sleep()

    constexpr Nanos now() const { return time; }
    constexpr void sleep(Nanos asked)
    {
        const Nanos took = detail::max(asked, Nanos::zero()) + late;
        time += took;
        slept += took;
        ++sleeps;
    }
    constexpr void spin()
    {
        time += spin_time;
        spun += spin_time;
    }
    /// Advances the clock by `cost`, the time for the game's own work; 0 or more.
    constexpr void work(Nanos cost) { time += cost; }
};

static_assert(Clock<VirtualClock>);

} // namespace timestep
