// sim/machine/housekeeping.hpp -- work that fills a loop's wait, in pieces that cannot be cut, and how far it overruns
//   wait    |----------------|
//   blind   |====|====|====|====|      a piece is begun as long as there is anything to wait for
//   asks    |====|====|====|....|      the last piece would not be done in time: the loop waits
#pragma once

#include "sim/machine/settings.hpp"
#include "timestep/loop.hpp"

namespace sim
{

/// How long `pacer` would wait from `now`, of the clock that it reads, if none of its naps ended late. It has looked at
/// the clock then, and its schedule has begun.
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

/// How long the pieces take that are begun within a wait of `wait`: of none unless `work.piece` is positive.
constexpr Nanos time_for(const HousekeepingSettings& work, Nanos wait)
{
    if (work.piece <= Nanos::zero() || wait <= Nanos::zero()) return {};
    const Nanos whole = wait / work.piece * work.piece;
    return work.asks || whole == wait ? whole : whole + work.piece;
}

} // namespace sim
