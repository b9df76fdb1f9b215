// sim/machine/clock.hpp -- the one thing that every machine has: a clock that can be read, waited on and used up
#pragma once

#include "timestep/clock.hpp"

namespace sim
{

using timestep::Nanos;

class Clock
{
public:
    virtual ~Clock() = default;

    /// Nanoseconds since an origin of the clock's own choice; never goes back.
    virtual Nanos now() = 0;
    /// Gives the core away until `deadline`; never returns before it.
    virtual void sleep_until(Nanos deadline) = 0;
    /// Keeps the core busy until `deadline`.
    virtual void burn_until(Nanos deadline) = 0;
    /// One plain sleep, as late as the system makes it.
    virtual void sleep(Nanos duration) = 0;
    /// Burns a moment.
    virtual void spin() = 0;
};

/// This machine's own monotonic clock, waited on with naps that track the worst overshoot and a short spin at the end.
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

/// Time that passes only when somebody waits: the same program, repeatable to the bit.
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
