// SPDX-License-Identifier: MIT
// timestep/steppers/open_ttd.hpp -- OpenTTD's game loop: one tick in a frame when its deadline has passed
// Source:  OpenTTD, src/video/video_driver.cpp, VideoDriver::Tick and GameLoop: the next deadline is one interval after
//          the last one, or now if this would be more than 5 intervals ago (ALLOWED_DRIFT).
// Promise: no frame ever runs more than one tick.
// Price:   below the tick rate the game slows down with the frame rate.
// Breaks:  after a pause of up to 5 ticks each of the next frames runs a tick until the pause is made up.
//   frames    |--|--|--|--|--|--|
//   deadlines |---|---|---|---|
//   ticks     |     |  |     |        one at the first frame after each deadline
#pragma once

#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

/// Compares the clock with deadlines, in whole nanoseconds. The carried time is the clock minus the deadline: negative
/// until the deadline has passed.
class OpenTtd : public FixedTicks
{
public:
    static constexpr std::string_view name = "open-ttd";
    static constexpr Carries carries       = Carries::lead;
    static constexpr Acts accepts          = Acts::never;

    constexpr OpenTtd()
        : OpenTtd{every(27ms)}
    {
    }
    constexpr explicit OpenTtd(Rate r)
        : FixedTicks{r, 1ns, StepRounding::down}
    {
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): with at most one tick a frame
    /// there is nothing to limit.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        // Number of ticks. If the game is still later than this after running a tick, the next deadline is set to the
        // present time.
        constexpr std::int64_t allowed_drift = 5;
        const Due due                        = this->due(ticks_of(in.frame));
        Grant grant{.steps = 0, .kept = due.total()};
        if (due.total() >= 0) grant = {.steps = 1, .kept = due.total() - step()};
        if (grant.kept > allowed_drift * step()) grant.kept = 0;
        StepPlan plan = settle(in.frame, due, grant);
        plan.alpha    = detail::max(plan.alpha + 1.0, 0.0);
        return plan;
    }
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload& overload)
    {
        FixedTicks::give_back(plan, left, overload);
        plan.alpha += 1.0;
    }
};

} // namespace timestep
