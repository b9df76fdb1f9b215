#include "sim/machine/clock.hpp"

#include "base/sleep.hpp"
#include "timestep/steady_clock.hpp"

#include <algorithm>

namespace sim
{

namespace
{
constexpr Nanos nap{1'000'000};
// In nanoseconds. One rare, longer overshoot would make sleep_until() spin for that time before later deadlines.
constexpr Nanos forgiven{5'000'000};
} // namespace

Nanos WallClock::now() { return timestep::SteadyClock{}.now(); }

void WallClock::sleep_until(Nanos deadline)
{
    for (Nanos before = now(); deadline - before > nap + worst_overshoot_; before = now())
    {
        base::sleep_for(nap);
        const Nanos overshoot = now() - before - nap;
        if (overshoot < forgiven) worst_overshoot_ = std::max(overshoot, worst_overshoot_ - worst_overshoot_ / 64);
    }
    burn_until(deadline);
}

void WallClock::sleep(Nanos duration) { base::sleep_for(duration); }

void WallClock::spin() { timestep::SteadyClock{}.spin(); }

void WallClock::burn_until(Nanos deadline)
{
    while (now() < deadline)
    {
    }
}

} // namespace sim
