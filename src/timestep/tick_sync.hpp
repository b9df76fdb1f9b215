// timestep/tick_sync.hpp -- keeps a client's ticks ahead of its server's, by running a little faster or slower
//   client   tick n sends its input ------ network ------> arrives `lead` before the server takes tick n
//   server   reports the lead       <----- network ------
// Source:  T. Ford, "Overwatch Gameplay Architecture and Netcode", GDC 2017: the client runs faster when its inputs
//          arrive too late, and slower when they arrive too early.
// Promise: no tick is lost or taken twice; the speed differs from 1 by at most 5 %.
// Price:   after a change of the latency of 100 ms it takes 2 s until the lead is right again.
#pragma once

#include "timestep/ticks.hpp"

#include <algorithm>
#include <array>

namespace timestep
{

/// Turns a client's frame times into frame times for its loop, so that its inputs reach the server `target` before they
/// are needed. The mean lead of the last 256 reports is compared with the target; corrections that were made after an
/// input was sent are taken into account, so a long latency causes no oscillation.
class TickSync
{
public:
    /// `target` is the wanted lead, more than the jitter of the network, such as three ticks: tick_time(rate, 3).
    constexpr explicit TickSync(Nanos target)
        : target_{target}
    {
    }

    /// Returns the number with which the client's ticks begin, for TickCounter::set_count(). `server` is the simulated
    /// time of the server in its answer to the client's first message, and `round_trip` the time between this message
    /// and the answer. A rough guess is enough: the client corrects an error of up to 50 ms in each second.
    constexpr std::int64_t first_tick(Rate rate, Nanos server, Nanos round_trip) const
    {
        return tick_at(rate, server + round_trip + target_);
    }

    /// Returns the time for the loop of a frame of `wall` time: at most 5 % longer or shorter. Zero if `wall` is
    /// negative.
    constexpr Nanos advance(Nanos wall)
    {
        if (wall <= Nanos::zero()) return Nanos::zero();
        const Nanos most   = wall / 20;
        const Nanos change = std::clamp(error(), -most, most);
        corrected_ += change;
        return wall + change;
    }

    /// Takes the server's report about one input. `lead` is the time at which the server takes the input's tick,
    /// tick_time(rate, tick + 1), minus the server's time when the input arrived, both since its tick 0; it is negative
    /// if the input came too late. `sent` is the value of corrected() when the input was sent. Reports may be missing
    /// and may come in any order.
    constexpr void report(Nanos lead, Nanos sent)
    {
        Nanos& slot = uncorrected_[static_cast<std::size_t>(reports_ % window)];
        sum_ += lead - sent - (reports_ >= window ? slot : Nanos::zero());
        slot = lead - sent;
        ++reports_;
    }

    /// Returns the time that is still to be corrected: positive if the inputs arrive too late. Zero before the first
    /// report. If it is more than the game can make up for in acceptable time, connect anew.
    constexpr Nanos error() const
    {
        if (reports_ == 0) return Nanos::zero();
        return target_ - sum_ / std::min(reports_, window) - corrected_;
    }
    /// Returns the sum of all corrections so far: the loop's time minus wall time. Send it with each input, or keep it.
    constexpr Nanos corrected() const { return corrected_; }

private:
    static constexpr std::int64_t window = 256;

    Nanos target_;
    std::array<Nanos, window> uncorrected_{}; // leads of the last reports, as they would be without corrections
    Nanos sum_{};
    Nanos corrected_{};
    std::int64_t reports_ = 0;
};

} // namespace timestep
