// timestep/steppers/substepped.hpp -- the frame is cut into equal steps, none longer than dt
// Source:  Unreal Engine, physics substepping: MaxSubstepDeltaTime 1/60 s, MaxSubsteps 6.
// Promise: no step is longer than dt, nothing is carried over, and there is no short step at the end.
// Price:   the step is another one in every frame, so no run can be reproduced.
// Breaks:  a frame longer than max_substeps * dt is cut: slow motion.
//   frames  |----------|--------|-------------|
//   steps   |-----|----|---|----|----|----|---|      equal within a frame
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"

namespace timestep
{

class Substepped
{
public:
    static constexpr std::string_view name = "substepped";
    static constexpr Carries carries       = Carries::nothing;
    static constexpr Acts accepts          = Acts::on_frame;

    std::int64_t max_substeps = 6; ///< 1 or more

    constexpr Substepped() = default;
    constexpr explicit Substepped(Rate r, std::int64_t most = 6)
        : max_substeps{most}
        , rate_{r}
        , scale_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { *this = Substepped{r, max_substeps}; }
    constexpr Nanos carried() const { return Nanos::zero(); }

    /// The steps are frame / n each: dt_seconds is that quotient, dt the nearest nanosecond to it.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const Due due{
            .frame = scale_.units(std::min(in.frame, scale_.longest())), .step = scale_.step, .per_ns = scale_.per_ns};
        const Grant grant           = overload.grant(due);
        const std::int64_t admitted = std::min(grant.steps * due.step + grant.kept, max_substeps * due.step);
        const std::int64_t steps    = (admitted + due.step - 1) / due.step; // rounded up, so 0 only for no time
        const Nanos stepped         = scale_.whole(admitted);
        const double parts          = static_cast<double>(std::max<std::int64_t>(steps, 1));
        return {.steps      = steps,
                .dt         = steps == 0 ? Nanos::zero() : (stepped + Nanos{steps / 2}) / steps,
                .dt_seconds = to_seconds(stepped) / parts,
                .stepped    = stepped,
                .dropped    = in.frame - stepped};
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Substepped, &Substepped::max_substeps>("max_substeps", "steps", 1, 64,
                                                                      "A frame longer than this many steps is cut.")};
    }

private:
    Rate rate_{};
    Scale scale_{};
};

} // namespace timestep
