// timestep/steppers/fixed_millis.hpp -- the accumulator as JavaScript keeps it: milliseconds in doubles, step by step
// Source:  MainLoop.js (frameDelta -= simulationTimestep, 240 steps a frame at most) and Phaser 3, arcade/World.js
//          (_elapsed -= msPerFrame, no limit).
// Promise: equal steps, as many as are due.
// Price:   1000/60 is no double, and every subtraction rounds: on a clock of whole microseconds the sum is a hair too
//          large or too small, and a step that is due comes a frame late.
// Breaks:  what is beyond max_steps waits: after a long pause the game runs as fast as that allows.
//   kept    |--------------------|    - dt - dt - dt ...    until less than dt is left
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// filter_error holds what the doubles round, summed over all frames less than a microsecond an hour.
class FixedMillis
{
public:
    static constexpr std::string_view name  = "fixed-millis";
    static constexpr Carries carries        = Carries::rest;
    static constexpr Acts accepts           = Acts::never;
    static constexpr std::int64_t unlimited = 1'000'000;

    std::int64_t max_steps = unlimited; ///< a frame, 1 or more; the rest waits

    constexpr FixedMillis() = default;
    constexpr explicit FixedMillis(Rate r, std::int64_t most = unlimited)
        : max_steps{most}
        , rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    constexpr void set_rate(Rate r) { rate_ = r; }
    constexpr Nanos carried() const { return from_seconds(kept_ / 1e3); }

    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& /*has its own*/)
    {
        constexpr Nanos longest = 24h;
        const Nanos before      = carried();
        const Nanos frame       = std::min(in.frame, longest);
        const double step       = 1e3 * static_cast<double>(rate_.den) / static_cast<double>(rate_.num);

        kept_ += static_cast<double>(frame.count()) / 1e6;
        std::int64_t steps = 0;
        for (; kept_ >= step && steps < max_steps; ++steps) kept_ -= step;

        const Nanos stepped = stepped_.take(static_cast<double>(steps) * step_seconds(rate_));
        return {.steps        = steps,
                .dt           = step_ns(rate_),
                .dt_seconds   = step_seconds(rate_),
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = in.frame - frame,
                .filter_error = frame - stepped - (carried() - before),
                .alpha        = kept_ / step};
    }

    static constexpr auto knobs()
    {
        using F = FixedMillis;
        return std::array{knob<F, &F::max_steps>("max_steps", "steps", 1, unlimited,
                                                 "More steps than this wait for the next frame.")};
    }

private:
    Rate rate_{};
    double kept_ = 0.0; // ms
    WholeNanos stepped_{};
};

} // namespace timestep
