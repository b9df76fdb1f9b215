// tests/timestep/fake_clock.hpp -- a clock for tests: it advances only when it is used, and its sleeps may last too
// long
#pragma once

#include "timestep/clock.hpp"

#include <functional>

struct FakeClock
{
    using Nanos = timestep::Nanos;

    Nanos time{0};
    Nanos spin_cost                         = std::chrono::nanoseconds{200};
    std::function<Nanos(int nap)> overshoot = [](int) { return Nanos{0}; };

    int naps = 0;
    Nanos slept{0}, spun{0};

    Nanos now() const { return time; }
    void sleep(Nanos asked)
    {
        const Nanos took = asked + overshoot(naps++);
        time += took;
        slept += took;
    }
    void spin()
    {
        time += spin_cost;
        spun += spin_cost;
    }
    /// Advances the clock by the cost of the game's own work.
    void work(Nanos cost) { time += cost; }
};

static_assert(timestep::Clock<FakeClock>);
