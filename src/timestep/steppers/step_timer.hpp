// SPDX-License-Identifier: MIT
// timestep/steppers/step_timer.hpp -- the StepTimer of the DirectX samples, in 100 ns ticks
// Source:  Microsoft, DirectX templates, StepTimer.h: a frame counts as 100 ms at most; a frame time within 0.25 ms of
//          the step counts as exactly one step; a step of 1/60 s is 166,666 ticks.
// Promise: on a 60 Hz display every frame has one update, even with timer noise of up to 0.12 ms.
// Price:   a 59.94 Hz display counts as 60 Hz: the game runs 0.1 % slow.
// Breaks:  frame times that count as a step do not add up to the wall time; the original offers no alpha for the
//          carried time.
//   frames  |---|-----|----|------------|
//   steps   |----|----|----|----|----|----|~
#pragma once

#include "timestep/knob.hpp"
#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

class StepTimer : public FixedTicks
{
public:
    static constexpr std::string_view name = "step-timer";
    static constexpr Acts accepts          = Acts::never;

    Nanos limit = 100ms; ///< a longer frame time counts as this long; 0 or more
    Nanos snap  = 250us; ///< a frame time that differs from a step by less than this counts as exactly one step

    constexpr StepTimer()
        : StepTimer{hz(60)}
    {
    }
    constexpr explicit StepTimer(Rate r)
        : FixedTicks{r, 100ns, StepRounding::down}
    {
    }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the frame
    /// time itself, to `limit`.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        const std::int64_t seen  = ticks_of(in.frame);
        const std::int64_t ticks = detail::min<std::int64_t>(seen, detail::at_least(limit, 0ns) / tick());
        const std::int64_t off   = ticks - step();
        const bool is_a_step     = detail::max(off, -off) < snap / tick();
        const Due due            = this->due(is_a_step ? step() : ticks);

        StepPlan plan    = settle(in.frame, due, all_of(due.total(), due.step));
        const Nanos lost = (seen - ticks) * tick();
        plan.dropped += lost; // `lost` is the part of the frame time above the setting `limit`
        plan.filter_error -= lost;
        return plan;
    }

    static constexpr auto knobs()
    {
        using S = StepTimer;
        return std::array{
            knob<S, &S::limit>("limit", "ms", 1.0, 10000.0, "A longer frame counts as this long."),
            knob<S, &S::snap>("snap", "us", 0.0, 5000.0, "A frame closer than this to a step is taken for one step."),
        };
    }
};

} // namespace timestep
