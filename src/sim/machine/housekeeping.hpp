// sim/machine/housekeeping.hpp -- computes how long a loop does other work (messages, scripts) while it waits for its
// next frame. The work consists of pieces of fixed length. A loop that does not check the remaining time ("blind")
// overruns its wait.
//   wait    |----------------|
//   blind   |====|====|====|====|      a new piece begins as long as any waiting time is left
//   asks    |====|====|====|....|      a piece that would end too late does not begin: the loop waits
#pragma once

#include "sim/machine/settings.hpp"
#include "timestep/loop.hpp"

namespace sim
{

/// Returns how long `pacer`, the part of a loop that waits between frames, would wait from `now` if all of its sleeps
/// ended exactly on time. `now` and `measured_at` (the start of the frame) are readings of the pacer's clock. Side
/// effect: if the pacer follows a schedule that has not started yet, the schedule starts.
inline Nanos wait_of(timestep::LoopPacer& pacer, Nanos now, Nanos measured_at, const timestep::StepPlan& plan)
{
    const auto look = [&](auto& chosen)
    {
        if constexpr (requires { chosen.since(now); }) chosen.since(now);
    };
    std::visit(look, static_cast<timestep::LoopPacer::variant&>(pacer));
    struct Exact
    {
        Nanos at;

        Nanos now() const { return at; }
        void sleep(Nanos duration) { at += duration; }
        void spin() { at += Nanos{1000}; }
    };
    Exact clock{now};
    timestep::LoopPacer copy = pacer;
    copy.wait(clock, measured_at, plan);
    return clock.at - now;
}

/// Returns the total duration of all pieces of work that the loop does in a wait of length `wait`. It can be longer
/// than `wait`. Zero if `work.piece` is not positive.
constexpr Nanos time_for(const HousekeepingSettings& work, Nanos wait)
{
    if (work.piece <= Nanos::zero() || wait <= Nanos::zero()) return {};
    const Nanos whole = wait / work.piece * work.piece;
    return work.asks || whole == wait ? whole : whole + work.piece;
}

} // namespace sim
