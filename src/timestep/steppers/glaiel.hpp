// timestep/steppers/glaiel.hpp -- snapped, averaged, resynced: FrameTimingControl, on a 10 MHz counter
// Source:  T. Glaiel, "How to make your game run at 60fps", 2019, and github.com/TylerGlaiel/FrameTimingControl.
// Promise: on a display of the step rate exactly one step a frame, with timer noise of up to 0.1 ms.
// Price:   four frames of lag in the clock, and a snapped clock that drifts from the real one.
// Breaks:  more than eight steps behind it forgets everything; below 1/8 of the step rate it is one step a frame.
//   frames  |---|-----|----|------|----|
//   steps   |----|----|----|----|----|~
#pragma once

#include "timestep/knob.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

/// Keeps the order of the original: a frame over 8 steps counts as one; a frame within `snap` of 1 to 8 refresh periods
/// (60 Hz when unknown) is that many; the mean of the last four, its remainder carried; more than 8 steps due, or the
/// first frame: everything due is dropped, and no step is taken.
class Glaiel : public FixedTicks
{
public:
    static constexpr std::string_view name = "glaiel";
    static constexpr Acts accepts          = Acts::never;

    Nanos snap            = 200us; ///< exclusive
    std::int64_t patience = 8;     ///< steps that may be due, and the longest frame, in steps

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

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& /*resyncs on its own*/)
    {
        const std::int64_t seen    = ticks_of(in.frame);
        const std::int64_t counted = seen > patience * step() ? step() : seen;
        const Due due              = this->due(averaged(snapped(counted, in.refresh_period)));

        resync_           = resync_ || due.total() > patience * step();
        const Grant grant = resync_ ? Grant{} : all_of(due.total(), due.step);
        resync_           = false;

        StepPlan plan    = settle(in.frame, due, grant);
        const Nanos lost = (seen - counted) * tick();
        plan.dropped += lost; // what is snapped and averaged away stays in filter_error
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
            if (std::max(off, -off) < snap / tick()) return k * period;
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
