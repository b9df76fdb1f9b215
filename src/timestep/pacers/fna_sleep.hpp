// timestep/pacers/fna_sleep.hpp -- waits for the next step: naps (short sleeps), then spins
// Source:  FNA, src/Game.cs, Tick() and UpdateEstimatedSleepPrecision: naps of 1 ms while accumulated time + worst <
//          step. `worst` is the longest of the last 128 naps, each counted as 4 ms at most. The rest of the wait is
//          spinning.
// Promise: every frame has a step, on time, and most of the wait is spent sleeping.
// Price:   the frame rate is the step rate.
// Breaks:  after one nap of 4 ms every wait spins for its last 4 ms, until 128 more naps have been taken.
//   steps   |----|----|----|
//   clock   zzz..zzz..zzz..      z: naps of 1 ms, .: spinning
#pragma once

#include "timestep/pacers/until_step.hpp"

namespace timestep
{

class FnaSleep
{
public:
    static constexpr std::string_view name = "fna-sleep";
    static constexpr bool wants_vsync      = false;

    constexpr FnaSleep() { naps_.fill(ticks(1ms)); }

    /// Does nothing: the stepper's rate sets the frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }
    /// Returns the length of the longest of the last 128 naps (sleeps of 1 ms), at most 4 ms.
    constexpr Nanos worst() const { return *std::max_element(naps_.begin(), naps_.end()) * tick; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan& plan)
    {
        const Nanos due = next_step_at(measured_at, plan);
        Nanos now       = clock.now();
        while (now + worst() < due && now >= measured_at)
        {
            clock.sleep(1ms);
            const Nanos woken = clock.now();
            learn(woken - now);
            now = woken;
        }
        for (; now < due && now >= measured_at; now = clock.now()) clock.spin();
    }

private:
    static constexpr Nanos tick = 100ns;
    static constexpr std::uint16_t ticks(Nanos t)
    {
        return static_cast<std::uint16_t>(std::clamp<Nanos>(t, Nanos::zero(), 4ms) / tick);
    }
    constexpr void learn(Nanos nap)
    {
        naps_[next_] = ticks(nap);
        next_        = (next_ + 1) % naps_.size();
    }

    std::array<std::uint16_t, 128> naps_{};
    std::size_t next_ = 0;
};

} // namespace timestep
