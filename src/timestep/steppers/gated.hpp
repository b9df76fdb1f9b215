// timestep/steppers/gated.hpp -- frames are collected until they are long enough, then taken as one variable step
// Source:  Quake 1, host.c, Host_FilterTime, 1996: no frame before 1/72 s, none shorter than 1 ms or longer than 100
//          ms.
// Promise: no step is too short for float arithmetic, and a network packet goes out at most 72 times a second.
// Price:   a variable step all the same: the physics is a different one at every frame rate.
// Breaks:  just above the gate's rate every other frame does nothing.
//   frames  |--|--|--|--|------|      the gate is two frames wide
//   steps      |-----|  |-------|
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

/// Its rate is the gate's: the most frames a second that it lets through. Exact for any rational rate.
class Gated
{
public:
    static constexpr std::string_view name = "gated";
    static constexpr Carries carries       = Carries::nothing; // what waits is not drawn
    static constexpr Acts accepts          = Acts::never;

    Nanos min = 1ms;   ///< a shorter step counts as this long
    Nanos max = 100ms; ///< a longer step counts as this long

    constexpr Gated() = default;
    constexpr explicit Gated(Rate gate)
        : rate_{gate}
        , scale_{gate}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r)
    {
        rate_  = r;
        scale_ = Scale{r};
    }
    constexpr Nanos carried() const { return waiting_; }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& /*has its own limits*/)
    {
        const Nanos before    = waiting_;
        const Nanos collected = before + std::min(in.frame, scale_.longest());
        const bool open       = scale_.units(collected) >= scale_.step;
        const Nanos dt        = open ? std::max(min, std::min(collected, max)) : Nanos::zero();
        waiting_              = open ? Nanos::zero() : collected;
        return {.steps      = open ? 1 : 0,
                .dt         = dt,
                .dt_seconds = to_seconds(dt),
                .stepped    = dt,
                .carried    = waiting_,
                .dropped    = in.frame - (dt + waiting_ - before)};
    }

    static constexpr auto knobs()
    {
        return std::array{
            knob<Gated, &Gated::min>("min", "ms", 0.0, 10.0, "A shorter step counts as this long."),
            knob<Gated, &Gated::max>("max", "ms", 10.0, 1000.0, "A longer step counts as this long."),
        };
    }

private:
    Rate rate_{};
    Scale scale_{};
    Nanos waiting_{};
};

} // namespace timestep
