// SPDX-License-Identifier: MIT
// timestep/pacers/fna_sleep.hpp -- waits for the next step: naps (short sleeps), then spins
// Source:  FNA, src/Game.cs, Tick() and UpdateEstimatedSleepPrecision: naps of 1 ms while accumulated time + worst <
//          step. `worst` is the longest nap, counted as 4 ms at most and as 1 ms at least. The rest of the wait is
//          spinning. FNA stores its last 128 naps, so that `worst` could fall. But it searches them for the longest one
//          before it overwrites the oldest, and so it finds the old `worst` again: `worst` never falls.
// Promise: every frame has a step, on time, and most of the wait is spent sleeping.
// Price:   the frame rate is the step rate.
// Breaks:  after one nap of 4 ms every wait spins for its last 3 to 4 ms, for good.
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

    /// Does nothing: the loop's step rate sets the frame rate.
    constexpr void set_rate(Rate) {}
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }
    /// Returns the length of the longest nap (a sleep of 1 ms) so far, 1 ms to 4 ms, in whole ticks of 100 ns.
    constexpr Nanos worst() const { return worst_; }

    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan& plan)
    {
        const Nanos due = next_step_at(measured_at, plan);
        Nanos now       = clock.now();
        while (now + worst_ < due && now >= measured_at)
        {
            clock.sleep(1ms);
            const Nanos woken = clock.now();
            worst_            = detail::max(worst_, detail::min<Nanos>((woken - now) / 100ns * 100ns, 4ms));
            now               = woken;
        }
        for (; now < due && now >= measured_at; now = clock.now()) clock.spin();
    }

private:
    Nanos worst_ = 1ms;
};

} // namespace timestep
