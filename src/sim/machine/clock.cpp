#include "sim/machine/clock.hpp"

#include "base/sleep.hpp"
#include "timestep/steady_clock.hpp"

#include <algorithm>

namespace sim
{

namespace
{
constexpr Nanos sleep_piece{1'000'000};
// Longer overshoots are rare. They are not counted, so that one of them does not lengthen the spins of later waits.
constexpr Nanos max_counted_overshoot{5'000'000};
} // namespace

Nanos WallClock::now() { return timestep::SteadyClock{}.now(); }

void WallClock::sleep_then_spin_until(Nanos deadline)
{
    for (Nanos sleep_start = now(); deadline - sleep_start > sleep_piece + worst_overshoot_; sleep_start = now())
    {
        base::sleep_for(sleep_piece);
        const Nanos overshoot = now() - sleep_start - sleep_piece;
        if (overshoot < max_counted_overshoot)
            worst_overshoot_ = std::max(overshoot, worst_overshoot_ - worst_overshoot_ / 64);
    }
    spin_until(deadline);
}

void WallClock::sleep(Nanos duration) { base::sleep_for(duration); }

void WallClock::spin() { timestep::SteadyClock{}.spin(); }

void WallClock::spin_until(Nanos deadline)
{
    while (now() < deadline)
    {
    }
}

} // namespace sim
