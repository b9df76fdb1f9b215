// timestep/steppers/semi_fixed.hpp -- full steps while the frame lasts, then one shorter step for the rest
//   frames  |----------|--------|-------------|
//   steps   |----|----|-||----|---||----|----|--|      nothing is carried over
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Keeps no phase from frame to frame, so whole nanoseconds are exact here: dt is the nearest one.
class SemiFixed
{
public:
    static constexpr std::string_view name = "semi-fixed";
    static constexpr Carries carries       = Carries::nothing; // but a rest that is not worth a step
    static constexpr Acts accepts          = Acts::on_frame | Acts::on_restart | Acts::on_steps;

    /// A rest shorter than this is no step of its own: it is carried to the next frame, so that no step gets longer
    /// than dt. 0, as in the article, makes a step of any rest; dt or more makes an accumulator of it.
    Nanos smallest_tail{};

    constexpr SemiFixed() = default;
    constexpr explicit SemiFixed(Rate r)
        : rate_{r}
        , dt_{step_ns(r)}
    {
    }

    constexpr Rate rate() const { return rate_; }
    /// What is carried stays.
    constexpr void set_rate(Rate r)
    {
        rate_ = r;
        dt_   = step_ns(r);
    }
    constexpr Nanos carried() const { return carried_; }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Nanos before = carried_;
        const Grant grant  = overload.grant(
             {.frame = in.frame.count(), .carried = before.count(), .step = dt_.count(), .rest_is_step_too = true});
        const Nanos rest    = Nanos{grant.kept};
        carried_            = rest < smallest_tail ? rest : Nanos::zero();
        const Nanos stepped = grant.steps * dt_ + rest - carried_;
        return {.steps      = grant.steps,
                .dt         = dt_,
                .dt_seconds = step_seconds(rate_),
                .tail       = rest - carried_,
                .stepped    = stepped,
                .carried    = carried_,
                .dropped    = in.frame - stepped - (carried_ - before)};
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<SemiFixed, &SemiFixed::smallest_tail>("smallest_tail", "ms", 0.0, 20.0,
                                                       "A rest shorter than this waits for the next frame."),
        };
    }

private:
    Rate rate_{};
    Nanos dt_ = step_ns(Rate{});
    Nanos carried_{};
};

} // namespace timestep
