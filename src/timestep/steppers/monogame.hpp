// SPDX-License-Identifier: MIT
// timestep/steppers/monogame.hpp -- an accumulator in 100 ns ticks, with MonoGame's running-slowly flag
// Source:  MonoGame, MonoGame.Framework/Game.cs, Tick(); the same in FNA, src/Game.cs. 1/60 s is 166,667 ticks.
// Promise: running_slowly() is true from a lag of five updates (steps) until the lag is zero.
// Price:   a step is 33 ns too long: with exact 60 Hz frames one update is missing every 2.3 hours.
// Breaks:  without an overload policy: then the engine's limit of 500 ms a frame is missing.
//   frames  |----|--------------|----|
//   steps   |----|----|----|----|----|      lag: 0, 2, 1 updates
#pragma once

#include "timestep/steppers/fixed_ticks.hpp"

namespace timestep
{

class MonoGame : public FixedTicks
{
public:
    static constexpr std::string_view name = "monogame";

    constexpr MonoGame()
        : MonoGame{hz(60)}
    {
    }
    constexpr explicit MonoGame(Rate r)
        : FixedTicks{r, 100ns, StepRounding::nearest}
    {
    }

    /// Returns the number of updates by which the game lags. A frame with n > 1 updates adds n - 1; a frame with one
    /// update subtracts one.
    constexpr std::int64_t lag() const { return lag_; }
    constexpr bool running_slowly() const { return slow_; }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const StepPlan plan = FixedTicks::plan(in, overload);
        // A frame without a step does not change the lag, because MonoGame waits for a step.
        if (plan.steps > 0) count(plan.steps);
        return plan;
    }

private:
    constexpr void count(std::int64_t steps)
    {
        lag_ += steps - 1;
        if (slow_)
            slow_ = lag_ != 0;
        else
            slow_ = lag_ >= 5;
        if (steps == 1 && lag_ > 0) --lag_;
    }

    std::int64_t lag_ = 0;
    bool slow_        = false;
};

} // namespace timestep
