// SPDX-License-Identifier: MIT
// timestep/steppers/substepped.hpp -- divides each frame into equal steps of at most dt
// Source:  Unreal Engine, physics substepping: MaxSubstepDeltaTime 1/60 s, MaxSubsteps 6.
// Promise: no step is longer than dt, no time is carried over, and there is no short step at the end.
// Price:   the step size differs from frame to frame, so no run can be reproduced.
// Breaks:  a frame longer than max_substeps * dt is cut to this length: slow motion.
//   frames  |----------|--------|-------------|
//   steps   |-----|----|---|----|----|----|---|      equal steps within a frame
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// A stepper (it decides the steps of a frame) that counts seconds in floats, as Unreal Engine does: then 16.666667 ms
/// are exactly one step of 1/60 s. The field filter_error of the plan (decision for a frame) contains the rounding
/// errors: a few nanoseconds a frame.
class Substepped
{
public:
    static constexpr std::string_view name = "substepped";
    static constexpr Carries carries       = Carries::nothing;
    static constexpr Acts accepts          = Acts::on_frame;

    std::int64_t max_substeps = 6; ///< largest number of steps in a frame, 1 to 64

    constexpr Substepped() = default;
    constexpr explicit Substepped(Rate r, std::int64_t most = 6)
        : max_substeps{most}
        , rate_{r}
        , scale_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r)
    {
        rate_  = r;
        scale_ = Scale{r};
    }
    constexpr Nanos carried() const { return Nanos::zero(); }

    /// Divides the frame time into equal steps. In the plan, dt_seconds is the length of a step, dt the length rounded
    /// to the nearest nanosecond.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Due due{.frame   = scale_.units(detail::min(in.frame, scale_.longest())),
                      .step    = scale_.step,
                      .per_ns  = scale_.per_ns,
                      .longest = scale_.longest()};
        const Grant grant    = overload.grant(due);
        const Nanos admitted = scale_.whole(grant.steps * due.step + grant.kept);

        const auto h                  = static_cast<float>(step_seconds(rate_));
        const std::int64_t most_steps = detail::in_range(max_substeps, 1, 64);
        const float most              = static_cast<float>(most_steps) * h;
        const float frame             = detail::min(static_cast<float>(to_seconds(admitted)), most);
        const std::int64_t steps      = rounded_up(frame / h, most_steps); // is 0 only if the frame time is zero
        const float dt                = steps == 0 ? h : frame / static_cast<float>(steps);
        const Nanos stepped           = stepped_.take(static_cast<double>(steps) * static_cast<double>(dt));
        // True if `most_steps` steps are longer than any frame. Then no frame can be cut. The product of `most_steps`
        // and the step would overflow, so it is not computed.
        const bool never_cut = scale_.step > INT64_MAX / most_steps;
        const Nanos cut =
            never_cut ? Nanos::zero() : detail::max(admitted - scale_.whole(most_steps * scale_.step), Nanos::zero());
        const Nanos dropped = in.frame - admitted + cut;
        return {.steps        = steps,
                .dt           = steps == 0 ? Nanos::zero() : from_seconds(static_cast<double>(dt)),
                .dt_seconds   = static_cast<double>(dt),
                .stepped      = stepped,
                .dropped      = dropped,
                .filter_error = in.frame - stepped - dropped};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Substepped, &Substepped::max_substeps>("max_substeps", "steps", 1, 64,
                                                                      "A frame longer than this many steps is cut.")};
    }

private:
    static constexpr std::int64_t rounded_up(float x, std::int64_t most)
    {
        const auto whole = static_cast<std::int64_t>(x);
        return detail::min(static_cast<float>(whole) < x ? whole + 1 : whole, most);
    }

    Rate rate_{};
    Scale scale_{};
    WholeNanos stepped_{};
};

} // namespace timestep
