// sim/machine/clock.hpp -- a clock that a program can read and on which it can sleep or spin
#pragma once

#include "timestep/clock.hpp"

namespace sim
{

using timestep::Nanos;

class Clock
{
public:
    virtual ~Clock() = default;

    /// Returns the time since an arbitrary origin; never decreases.
    virtual Nanos now() = 0;
    /// Sleeps until `deadline`; never returns earlier.
    virtual void sleep_until(Nanos deadline) = 0;
    /// Keeps the core busy until `deadline`.
    virtual void burn_until(Nanos deadline) = 0;
    /// Calls the system's sleep once; the system can return late.
    virtual void sleep(Nanos duration) = 0;
    /// Waits for a very short time and keeps the core busy.
    virtual void spin() = 0;
};

/// This machine's monotonic clock. To wait, it sleeps in naps of 1 ms while the worst recent overshoot of a nap allows
/// it, then spins.
class WallClock final : public Clock
{
public:
    Nanos now() override;
    void sleep_until(Nanos deadline) override;
    void burn_until(Nanos deadline) override;
    void sleep(Nanos duration) override;
    void spin() override;

private:
    Nanos worst_overshoot_{};
};

/// A clock whose time passes only while the program waits on it. Runs with this clock repeat to the bit.
class VirtualClock final : public Clock
{
public:
    Nanos now() override { return now_; }
    void sleep_until(Nanos deadline) override { now_ = std::max(now_, deadline); }
    void burn_until(Nanos deadline) override { now_ = std::max(now_, deadline); }
    void sleep(Nanos duration) override { now_ += duration; }
    void spin() override { now_ += Nanos{1000}; }

private:
    Nanos now_{};
};

static_assert(timestep::Clock<Clock>);

} // namespace sim
