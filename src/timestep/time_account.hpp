// SPDX-License-Identifier: MIT
// timestep/time_account.hpp -- adds up frame times and subtracts steps without rounding errors, for the fixed-step
// steppers
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Adds up frame times and subtracts steps, in a unit (Scale) in which both are whole numbers: so no nanosecond is
/// lost.
class TimeAccount
{
public:
    constexpr TimeAccount() = default;
    constexpr explicit TimeAccount(Rate r)
        : rate_{r}
        , scale_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    /// Changes the step rate and keeps the carried time, to the nanosecond, up to Scale::longest() of the new rate.
    constexpr void set_rate(Rate r)
    {
        const Nanos kept  = carried();
        rate_             = r;
        scale_            = Scale{r};
        carried_          = scale_.units(detail::clamp(kept, -scale_.longest(), scale_.longest()));
        dropped_fraction_ = 0; // less than 1 ns, in the unit of the old rate; set to 0 instead of being converted
    }
    constexpr Nanos carried() const { return scale_.whole(carried_); }
    /// Sets the carried time to zero: no time waits for the next frame.
    constexpr void discard_carried() { carried_ = 0; }
    /// Returns the length of a step, in the unit in which this object counts (Scale).
    constexpr std::int64_t step() const { return scale_.step; }

    /// Returns the time about which an overload policy (limit of the steps) decides: the carried time and `frame`. A
    /// frame longer than Scale::longest() is cut to this length; settle() drops the rest.
    constexpr Due due(Nanos frame) const
    {
        return {.frame   = scale_.units(detail::min(frame, scale_.longest())),
                .carried = carried_,
                .step    = scale_.step,
                .per_ns  = scale_.per_ns,
                .longest = scale_.longest()};
    }

    /// Carries out `grant`, the decision of the overload policy (it limits the steps of a frame) about the time `due`.
    /// Returns the plan of the frame.
    [[gnu::always_inline]] constexpr StepPlan settle(Nanos frame, const Due& due, const Grant& grant)
    {
        const Nanos before = carried();
        carried_           = grant.kept;

        const Nanos dropped = frame - detail::min(frame, scale_.longest()) +
                              whole_nanos(due.total() - grant.steps * scale_.step - grant.kept);
        return {.steps      = grant.steps,
                .dt         = scale_.step_ns(),
                .dt_seconds = step_seconds(rate_),
                .stepped    = frame - dropped - (carried() - before),
                .carried    = carried(),
                .dropped    = dropped,
                .alpha      = static_cast<double>(carried_) / static_cast<double>(scale_.step)};
    }

    /// Removes `steps` steps, which did not run, from `plan`. The overload policy (limit of the steps) decides about
    /// their time: the time that it would run or keep is carried to the next frame, the rest is dropped. For this
    /// decision, `lead` is added to the due time, in the unit in which this object counts (Scale). A stepper that takes
    /// a step before it is due, such as Deadline, passes the time by which the step may be early.
    template <class Overload>
    constexpr void give_back(StepPlan& plan, std::int64_t steps, const Overload& overload, std::int64_t lead = 0)
    {
        const Nanos before = carried();
        Due due{.frame   = steps * scale_.step,
                .carried = carried_ + lead,
                .step    = scale_.step,
                .per_ns  = scale_.per_ns,
                .longest = scale_.longest()};
        due.subtract_lead();
        Grant grant{.steps = 0, .kept = due.total()};
        if (due.frame >= 0) grant = overload.grant(due);
        const std::int64_t kept = grant.steps * scale_.step + grant.kept;
        carried_                = kept - lead;

        const Nanos dropped = whole_nanos(due.total() - kept);
        plan.steps -= steps;
        plan.stepped -= dropped + (carried() - before);
        plan.carried = carried();
        plan.dropped += dropped;
        plan.alpha = static_cast<double>(carried_) / static_cast<double>(scale_.step);
    }

private:
    // Converts dropped time from the unit of scale_ to whole nanoseconds. A fraction of a nanosecond is kept and added
    // to later dropped time.
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
