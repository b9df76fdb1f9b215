// SPDX-License-Identifier: MIT
// timestep/tick_sync.hpp -- keeps a client's ticks ahead of the server's ticks by small changes of the client's speed
//   client   tick n sends its input ------ network ------> arrives `lead` before the server runs tick n
//   server   reports the lead       <----- network ------
// Source:  T. Ford, "Overwatch Gameplay Architecture and Netcode", GDC 2017: the client runs faster when its inputs
//          arrive too late, and slower when they arrive too early.
// Promise: no tick is skipped or run twice; the speed differs from 1 by at most 5 %.
// Price:   after the latency changes by 100 ms, the lead needs at least 2 s to recover, and also at least the time of
//          256 reports: 4.3 s at 60 a second.
#ifndef TIMESTEP_TICK_SYNC_HPP
#define TIMESTEP_TICK_SYNC_HPP

#include "timestep/ticks.hpp"

#include <array>

namespace timestep
{

/// Changes a client's frame times slightly, so that its inputs reach the server `target_lead` before they are needed.
/// The server reports how early each input arrived; the client uses the mean of the last 256 reports. Leads and
/// corrections are clamped to 52 days.
class TickSync
{
public:
    /// `target_lead`: how early inputs should reach the server, such as 3 ticks. Should exceed the network's jitter.
    constexpr explicit TickSync(Nanos target_lead)
        : target_lead_{clamped(target_lead)}
    {
    }

    /// The first tick of the client, for TickCounter::set_next_tick().
    /// `server_time`: simulated time in the server's first answer. `round_trip`: time from the request to this answer.
    constexpr std::int64_t first_tick(Rate rate, Nanos server_time, Nanos round_trip) const
    {
        return tick_at(rate, detail::clamped_sum(detail::clamped_sum(server_time, round_trip), target_lead_));
    }

    /// `frame_time`, changed by at most 5 % so that inputs reach the server in time; zero for a negative `frame_time`.
    [[nodiscard]] constexpr Nanos correct_frame_time(Nanos frame_time)
    {
        if (frame_time <= Nanos::zero()) return Nanos::zero();
        const Nanos max_correction = frame_time / 20;
        const Nanos correction = detail::clamp(lead_error(), -max_correction, max_correction);
        total_correction_ += correction;
        return detail::clamped_sum(frame_time, correction);
    }

    /// `lead`: the simulated time from the arrival of an input to the end of its tick; negative if the input is late.
    /// `correction_at_send`: total_correction() at the time when the player's program sent the input.
    constexpr void record_lead(Nanos lead, Nanos correction_at_send)
    {
        Nanos& oldest_lead = leads_without_corrections_[static_cast<std::size_t>(report_count_ % max_reports)];
        lead_sum_ -= report_count_ >= max_reports ? oldest_lead : Nanos::zero();
        oldest_lead = clamped(lead) - clamped(correction_at_send);
        lead_sum_ += oldest_lead;
        ++report_count_;
    }

    /// By how much inputs reach the server too late, on average; negative if too early, 0 before record_lead().
    constexpr Nanos lead_error() const
    {
        if (report_count_ == 0) return Nanos::zero();
        return target_lead_ - lead_sum_ / detail::min(report_count_, max_reports) - total_correction_;
    }
    /// Sum of the corrections that correct_frame_time() has added.
    constexpr Nanos total_correction() const { return total_correction_; }

private:
    static constexpr std::int64_t max_reports = 256;

    static constexpr Nanos clamped(Nanos lead)
    {
        constexpr Nanos max = Nanos::max() / (8 * max_reports); // so that no sum of leads overflows
        return detail::clamp(lead, -max, max);
    }

    Nanos target_lead_;
    std::array<Nanos, max_reports> leads_without_corrections_{};
    Nanos lead_sum_{};
    Nanos total_correction_{};
    std::int64_t report_count_ = 0;
};

} // namespace timestep
#endif
