// SPDX-License-Identifier: MIT
// timestep/steppers/cute.hpp -- the accumulator of cute_framework, on a 10 MHz counter
// Source:  R. Gaul, cute_framework, src/cute_time.cpp, cf_update_time: the step is rounded down to whole ticks (166,666
//          for 1/60 s), and the first frame gets an additional 1/60 s.
// Promise: the first frame takes a step, so there is a state to draw.
// Price:   at the start the game gets 1/60 s that has not passed (dropped is negative).
// Breaks:  a step is 67 ns too short: with exact 60 Hz frames there is one extra update every 70 minutes.
//   frames  |----|----|----|
//   steps   |----|----|----|----|      two steps in the first frame
#pragma once

#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

class Cute : public FixedTicks
{
public:
    static constexpr std::string_view name = "cute";

    constexpr Cute()
        : Cute{hz(60)}
    {
    }
    constexpr explicit Cute(Rate r)
        : FixedTicks{r, 100ns, StepRounding::down}
    {
    }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const std::int64_t credit = started_ ? 0 : first_frame;
        started_                  = true;
        const Due due             = this->due(ticks_of(in.frame) + credit);
        StepPlan plan             = settle(in.frame, due, overload.grant(due), credit * tick());
        // As in cute_framework, alpha is the carried time divided by the exact step, not by the step that was rounded
        // to ticks.
        plan.alpha = to_seconds(carried()) / step_seconds(rate());
        return plan;
    }
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload& overload)
    {
        FixedTicks::give_back(plan, left, overload);
        plan.alpha = to_seconds(carried()) / step_seconds(rate());
    }

private:
    static constexpr std::int64_t first_frame = 166'666; // 1/60 s in ticks, independent of the step rate

    bool started_ = false;
};

} // namespace timestep
