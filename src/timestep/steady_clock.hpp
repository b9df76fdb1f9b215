// SPDX-License-Identifier: MIT
// timestep/steady_clock.hpp -- this machine's monotonic clock, on which pacers can wait
#ifndef TIMESTEP_STEADY_CLOCK_HPP
#define TIMESTEP_STEADY_CLOCK_HPP

#include "timestep/clock.hpp"

#include <thread>

namespace timestep
{

struct SteadyClock
{
    Nanos now() const { return std::chrono::steady_clock::now().time_since_epoch(); }
    void sleep(Nanos time) const { std::this_thread::sleep_for(time); }
    void spin() const
    {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#else
        std::this_thread::yield();
#endif
    }
};

static_assert(Clock<SteadyClock>);

} // namespace timestep
#endif
