// SPDX-License-Identifier: MIT
// timestep/steppers/minecraft.hpp -- Minecraft's client timer: float32 ticks on a clock of whole milliseconds
// Source:  Minecraft Java Edition, net.minecraft.client.Timer.advanceTime and Minecraft.runTick, read in decompiled
//          copies: partialTick += milliseconds / 50; all whole ticks are subtracted; at most 10 of them run.
// Promise: no frame runs more than 10 ticks.
// Price:   a frame of more than half a second loses the ticks beyond the tenth.
// Breaks:  the clock counts whole milliseconds, so alpha moves in steps of 1/50 at 20 ticks a second.
//   frames  |---|---|---|---|--------------------|
//   ticks   |--------------|--------------|------       alpha = the part of a tick that is left
#pragma once

#include "timestep/knob.hpp"
#include "timestep/overload/grant.hpp"
#include "timestep/tick_clock.hpp"
#include "timestep/whole_nanos.hpp"

namespace timestep
{

/// A stepper (it decides the steps of a frame) that counts ticks in a float32 number. The field filter_error of the
/// plan (decision for a frame) contains rounding errors, and the fraction of a millisecond that the stepper's clock has
/// not counted yet.
class Minecraft
{
public:
    static constexpr std::string_view name = "minecraft";
    static constexpr Carries carries       = Carries::rest;
    static constexpr Acts accepts          = Acts::never;

    std::int64_t max_ticks = 10; ///< largest number of ticks in a frame, 1 or more; further due ticks are dropped

    constexpr Minecraft() = default;
    constexpr explicit Minecraft(Rate r)
        : rate_{r}
    {
    }

    constexpr Rate rate() const { return rate_; }
    /// Changes the tick rate and keeps the carried time, within the precision of float32.
    constexpr void set_rate(Rate r)
    {
        const float before = tick_millis();
        rate_              = r;
        partial_           = partial_ * before / tick_millis();
    }
    constexpr Nanos carried() const { return from_seconds(static_cast<double>(partial_) * dt()); }
    constexpr void discard_carried() { partial_ = 0.0F; }
    /// Returns the length of a tick in milliseconds, rounded to float32 as in Minecraft's timer.
    constexpr float tick_millis() const { return 1000.0F / static_cast<float>(hertz(rate_)); }

    /// Decides the steps of a frame. Ignores the overload policy (limit of the steps): this stepper limits the ticks
    /// itself, to max_ticks.
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload&)
    {
        constexpr Nanos longest = 24h;
        const Nanos before      = carried();
        const Nanos frame       = detail::min(in.frame, longest);

        partial_ += static_cast<float>(clock_.elapsed(frame)) / tick_millis();
        const auto due = static_cast<std::int64_t>(partial_);
        partial_ -= static_cast<float>(due);
        const std::int64_t steps = detail::min(due, detail::at_least(max_ticks, 1));

        const Nanos stepped = stepped_.take(static_cast<double>(steps) * dt());
        const Nanos dropped = dropped_.take(static_cast<double>(due - steps) * dt()) + (in.frame - frame);
        return {.steps        = steps,
                .dt           = from_seconds(dt()),
                .dt_seconds   = dt(),
                .stepped      = stepped,
                .carried      = carried(),
                .dropped      = dropped,
                .filter_error = in.frame - stepped - (carried() - before) - dropped,
                .alpha        = static_cast<double>(partial_)};
    }

    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload&)
    {
        partial_ += static_cast<float>(left.steps);
        detail::carry_left(plan, left.steps, carried() - plan.carried);
        plan.alpha = static_cast<double>(partial_);
    }

    static constexpr auto knobs()
    {
        return std::array{knob<Minecraft, &Minecraft::max_ticks>("max_ticks", "steps", 1, 1000,
                                                                 "More ticks than this in one frame are dropped.")};
    }

private:
    constexpr double dt() const { return static_cast<double>(tick_millis()) / 1e3; }

    Rate rate_ = hz(20);
    TickClock clock_{1ms};
    float partial_ = 0.0F; // fraction of a tick that is carried to the next frame
    WholeNanos stepped_{}, dropped_{};
};

} // namespace timestep
