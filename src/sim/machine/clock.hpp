// sim/machine/clock.hpp -- an interface for clocks that can wait, with a real and a simulated clock
#pragma once

#include "timestep/clock.hpp"

#include <algorithm>

namespace sim
{

using timestep::Nanos;

class Clock
{
public:
    virtual ~Clock() = default;

    /// Time since an arbitrary origin; never decreases.
    virtual Nanos now() = 0;
    /// Waits until `deadline`, and never returns before it.
    virtual void sleep_then_spin_until(Nanos deadline) = 0;
    virtual void spin_until(Nanos deadline) = 0;
    /// Sleeps once, by the operating system's sleep function; may overshoot.
    virtual void sleep(Nanos duration) = 0;
    /// Waits for a very short time and keeps the core busy.
    virtual void spin() = 0;
};

/// This machine's monotonic clock. sleep_then_spin_until() sleeps in pieces of 1 ms and spins for the rest.
class WallClock final : public Clock
{
public:
    Nanos now() override;
    void sleep_then_spin_until(Nanos deadline) override;
    void spin_until(Nanos deadline) override;
    void sleep(Nanos duration) override;
    void spin() override;

private:
    Nanos worst_overshoot_{}; // by which a sleep was too long, so that later waits spin so much longer; decays
};

/// A simulated clock. Its time advances only by the sleep and spin functions, so every run gives the same times.
class SimulatedClock final : public Clock
{
public:
    Nanos now() override { return now_; }
    void sleep_then_spin_until(Nanos deadline) override { now_ = std::max(now_, deadline); }
    void spin_until(Nanos deadline) override { now_ = std::max(now_, deadline); }
    void sleep(Nanos duration) override { now_ += duration; }
    void spin() override { now_ += spin_duration; }

private:
    static constexpr Nanos spin_duration{1'000}; // 1 us

    Nanos now_{};
};

static_assert(timestep::Clock<Clock>);

} // namespace sim
