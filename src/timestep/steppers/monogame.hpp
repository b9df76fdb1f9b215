// timestep/steppers/monogame.hpp -- the accumulator in 100 ns ticks that knows when it runs slowly
// Source:  MonoGame, MonoGame.Framework/Game.cs, Tick(); the same in FNA, src/Game.cs. 1/60 s is 166,667 ticks.
// Promise: the game is told (running_slowly) when it lags by five updates, and again when it has caught up.
// Price:   a step is 33 ns too long: on exact 60 Hz frames an update is missed every 2.3 hours.
// Breaks:  without a policy the engine's own 500 ms cap is missing.
//   frames  |----|--------------|----|
//   steps   |----|----|----|----|----|      lag 0, 2, 1
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

    /// Updates by which the game lags: each frame of n > 1 adds n - 1, each frame of one takes one off.
    constexpr std::int64_t lag() const { return lag_; }
    constexpr bool running_slowly() const { return slow_; }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        const StepPlan plan = FixedTicks::plan(in, overload);
        if (plan.steps > 0) count(plan.steps); // the engine waits for a step; only then a frame is one
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
