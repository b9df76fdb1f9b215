// timestep/steppers/fixed.hpp -- the accumulator: frames pay time in, whole steps take it out
//   frames  |------|--------|---|---------|
//   steps   |----|----|----|----|----|----|~~      ~~ is carried over: alpha = carried / dt
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Exact at any rational rate: n seconds hold n * rate steps, whatever the frames were.
class Fixed
{
public:
    static constexpr std::string_view name = "fixed-step";

    constexpr Fixed() = default;
    constexpr explicit Fixed(Rate r)
        : rate_{r}
        , scale_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    /// What is carried stays, to the nanosecond.
    constexpr void set_rate(Rate r)
    {
        const Nanos kept = carried();
        rate_            = r;
        scale_           = Scale{r};
        carried_         = scale_.units(kept);
    }
    constexpr Nanos carried() const { return scale_.floor(carried_); }

    template <class Overload>
    constexpr StepPlan plan(Nanos frame, const Overload& overload)
    {
        const Nanos before     = carried();
        const Nanos admitted   = std::min(overload.admit(frame, scale_.step_ns()), scale_.longest());
        const std::int64_t due = carried_ + scale_.units(admitted);
        const Grant grant      = overload.grant(due, scale_.step);
        carried_               = grant.kept;

        const Nanos dropped = frame - admitted + whole_nanos(due - grant.steps * scale_.step - grant.kept);
        return {.steps      = grant.steps,
                .dt         = scale_.step_ns(),
                .dt_seconds = step_seconds(rate_),
                .stepped    = frame - dropped - (carried() - before),
                .carried    = carried(),
                .dropped    = dropped,
                .alpha      = static_cast<double>(carried_) / static_cast<double>(scale_.step)};
    }

private:
    // Dropped steps need not be whole nanoseconds; the fraction waits here for the next ones.
    constexpr Nanos whole_nanos(std::int64_t units)
    {
        if (units == 0) return Nanos::zero();
        dropped_fraction_ += units;
        const Nanos whole = Nanos{dropped_fraction_ / scale_.per_ns};
        dropped_fraction_ %= scale_.per_ns;
        return whole;
    }

    Rate rate_{};
    Scale scale_{};
    std::int64_t carried_          = 0;
    std::int64_t dropped_fraction_ = 0;
};

} // namespace timestep
