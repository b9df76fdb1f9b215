// SPDX-License-Identifier: MIT
// timestep/steppers/glaiel.hpp -- FrameTimingControl: rounds frame times to refresh periods and averages them
// Source:  T. Glaiel, "How to make your game run at 60fps", 2019, and github.com/TylerGlaiel/FrameTimingControl.
// Promise: on a display that runs at the step rate, exactly one step a frame, even with timer noise of up to 0.1 ms.
// Price:   the game clock lags by four frames, and rounding to refresh periods makes it drift from the wall clock.
// Breaks:  if more than eight steps are due, all due time is dropped. A frame longer than eight steps counts as
//          one step, so at frame rates below 1/8 of the step rate every frame takes one step.
//   frames  |---|-----|----|------|----|
//   steps   |----|----|----|----|----|~      ~ is carried to the next frame
#pragma once

#include "timestep/knob.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

/// Processes each frame in these steps, as T. Glaiel's code does:
/// 1. A frame time longer than 8 steps counts as one step.
/// 2. A frame time within `snap` of 1 to 8 refresh periods (of 60 Hz if unknown) counts as this number of periods.
/// 3. The mean of the last four frame times is taken; the remainder of the division is added to the next frame.
/// 4. If more than 8 steps are due, or in the first frame, all due time is dropped and no step is taken.
class Glaiel : public FixedTicks
{
public:
    static constexpr std::string_view name = "glaiel";
    static constexpr Acts accepts          = Acts::never;

    /// A frame time that differs from whole refresh periods by less than this counts as whole periods.
    Nanos snap = 200us;
    /// A number of steps, 1 to 100. A frame longer than this many steps counts as one step. If more steps are due, all
    /// due time is dropped.
    std::int64_t patience = 8;

    constexpr Glaiel()
        : Glaiel{hz(60)}
    {
    }
    constexpr explicit Glaiel(Rate r)
        : FixedTicks{r, 100ns, StepRounding::down}
    {
        last_.fill(step());
    }

    constexpr void set_rate(Rate r)
    {
        FixedTicks::set_rate(r);
        last_.fill(step());
        remainder_ = 0;
        resync_    = true;
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper drops time itself
    /// when too much is due.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const std::int64_t most    = detail::in_range(patience, 1, 100) * step();
        const std::int64_t seen    = ticks_of(in.frame);
        const std::int64_t counted = seen > most ? step() : seen;
        const Due due              = this->due(averaged(snapped(counted, in.refresh_period)));

        resync_           = resync_ || due.total() > most;
        const Grant grant = resync_ ? Grant{} : all_of(due.total(), due.step);
        resync_           = false;

        StepPlan plan    = settle(in.frame, due, grant);
        const Nanos lost = (seen - counted) * tick();
        // `lost` is the time by which a too long frame was cut: it counts as dropped. filter_error keeps the effect of
        // rounding to refresh periods and of averaging.
        plan.dropped += lost;
        plan.filter_error -= lost;
        return plan;
    }

    static constexpr auto knobs()
    {
        using G = Glaiel;
        return std::array{
            knob<G, &G::snap>("snap", "us", 0.0, 5000.0,
                              "A frame closer than this to whole refresh periods is taken for them."),
            knob<G, &G::patience>("patience", "steps", 1, 100, "When more steps than this are due, all is forgotten."),
        };
    }

private:
    constexpr std::int64_t snapped(std::int64_t ticks, Nanos refresh) const
    {
        const std::int64_t period = refresh > Nanos::zero() ? refresh / tick() : 10'000'000 / 60;
        for (std::int64_t k = 1; k <= 8; ++k)
        {
            const std::int64_t off = ticks - k * period;
            if (detail::max(off, -off) < snap / tick()) return k * period;
        }
        return ticks;
    }

    constexpr std::int64_t averaged(std::int64_t ticks)
    {
        std::int64_t sum = ticks;
        for (std::size_t i = 0; i + 1 < last_.size(); ++i)
        {
            last_[i] = last_[i + 1];
            sum += last_[i];
        }
        last_.back() = ticks;

        constexpr std::int64_t n = 4;
        remainder_ += sum % n;
        const std::int64_t mean = sum / n + remainder_ / n;
        remainder_ %= n;
        return mean;
    }

    std::array<std::int64_t, 4> last_{};
    std::int64_t remainder_ = 0;
    bool resync_            = true;
};

} // namespace timestep
