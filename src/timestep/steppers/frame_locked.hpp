// timestep/steppers/frame_locked.hpp -- one step a frame, of a size that knows nothing of the clock
//   frames  |------|------------|---|------|
//   steps   |----| |----|       |---|----| |----|      always one, always the same
#pragma once

#include "timestep/overload/grant.hpp"

namespace timestep
{

class FrameLocked
{
public:
    static constexpr std::string_view name = "frame-locked";
    static constexpr Carries carries       = Carries::no_clock;
    static constexpr Acts accepts          = Acts::never;

    constexpr FrameLocked() = default;
    constexpr explicit FrameLocked(Rate r)
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& /*cannot be overloaded*/)
    {
        const Nanos dt = step_ns(rate_);
        return {.steps = 1, .dt = dt, .dt_seconds = step_seconds(rate_), .stepped = dt, .dropped = in.frame - dt};
    }

private:
    Rate rate_{};
};

} // namespace timestep
