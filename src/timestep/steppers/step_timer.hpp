// timestep/steppers/step_timer.hpp -- the StepTimer of the DirectX samples, in 100 ns ticks
// Source:  Microsoft, DirectX templates, StepTimer.h: a frame counts for 100 ms at most, and one
//          within a quarter of a millisecond of the step for exactly a step; 166,666 ticks are a step of 1/60 s.
// Promise: on a 60 Hz display every frame is one update, with timer noise of up to 0.12 ms.
// Price:   a 59.94 Hz display is taken for 60 Hz: the game runs 0.1 % slow.
// Breaks:  a frame that was snapped and one that was not do not add up; no alpha is offered for what is left.
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

    Nanos limit = 100ms; ///< a longer frame counts as this long
    Nanos snap  = 250us; ///< a frame closer than this to a step is a step

    constexpr StepTimer()
        : StepTimer{hz(60)}
    {
    }
    constexpr explicit StepTimer(Rate r)
        : FixedTicks{r, 100ns, StepRounding::down}
    {
    }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& /*has its own limit*/)
    {
        const std::int64_t seen  = ticks_of(in.frame);
        const std::int64_t ticks = std::min<std::int64_t>(seen, limit / tick());
        const std::int64_t off   = ticks - step();
        const bool is_a_step     = std::max(off, -off) < snap / tick();
        const Due due            = this->due(is_a_step ? step() : ticks);

        StepPlan plan    = settle(in.frame, due, all_of(due.total(), due.step));
        const Nanos lost = (seen - ticks) * tick();
        plan.dropped += lost; // what is snapped away stays in filter_error
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
