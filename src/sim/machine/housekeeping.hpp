// sim/machine/housekeeping.hpp -- work that fills a loop's wait in pieces of fixed length; computes how far it overruns
//   wait    |----------------|
//   blind   |====|====|====|====|      a new piece begins as long as any waiting time is left
//   asks    |====|====|====|....|      a piece that would end too late does not begin: the loop waits
#pragma once

#include "sim/machine/settings.hpp"
#include "timestep/loop.hpp"

namespace sim
{

/// Returns how long `pacer` would wait from `now`, on the clock that it reads, if no nap ended late. As a side effect a
/// pacer with a schedule has started its schedule.
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

/// Returns the total time of the pieces of work that begin within a wait of length `wait`; zero if `work.piece` is not
/// positive.
constexpr Nanos time_for(const HousekeepingSettings& work, Nanos wait)
{
    if (work.piece <= Nanos::zero() || wait <= Nanos::zero()) return {};
    const Nanos whole = wait / work.piece * work.piece;
    return work.asks || whole == wait ? whole : whole + work.piece;
}

} // namespace sim
