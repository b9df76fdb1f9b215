// SPDX-License-Identifier: MIT
// timestep/snapshots.hpp -- passes the states of a simulation thread to a drawing thread, which blends them
//   simulation  |----|----|----|----|      publish(): the newest two states with their times
//   drawing       |------|------|---       read(): between these two states, one step late, never going back
// Source:  triple buffering with one atomic index; neither thread waits for the other thread.
// Promise: the displayed time never decreases, and no displayed state is half written.
// Price:   three copies of the last two states; the displayed state is one step late.
#ifndef TIMESTEP_SNAPSHOTS_HPP
#define TIMESTEP_SNAPSHOTS_HPP

#include "timestep/blend.hpp"

#include <array>
#include <atomic>

namespace timestep
{

template <class State>
struct DisplayedState
{
    State state{};
    Nanos time{}; ///< the simulated time that the blended state shows
    bool has_state = false; ///< false until the first publish(); `state` is then a default value
};

/// Returns `requested`, but not less than `last_displayed`, and clamped to the times of the newest two states.
constexpr Nanos clamped_display_time(Nanos requested, Nanos last_displayed, Nanos previous_time, Nanos current_time)
{
    return detail::clamp(detail::max(requested, last_displayed), previous_time, current_time);
}

/// Passes states from a simulation thread to a drawing thread; neither waits. Both threads must use the same clock.
template <class State>
class Snapshots
{
public:
    /// Publishes the state at `time`, which must not decrease. Call publish() on the simulation thread, after each step
    /// or frame. read() blends this state with the previous one, unless `has_teleported` is true.
    void publish(const State& state, Nanos time, bool has_teleported = false)
    {
        const bool has_no_previous = has_teleported || !has_published_;
        StatePair& pair = pairs_[write_index_];
        pair.previous = has_no_previous ? state : last_state_;
        pair.current = state;
        pair.previous_time = has_no_previous ? time : last_time_;
        pair.current_time = time;
        last_state_ = state;
        last_time_ = time;
        has_published_ = true;
        write_index_ = shared_index_.exchange(write_index_ | unread_bit, std::memory_order_acq_rel) & index_mask;
    }

    /// The state at `time`, blended from the newest two states by `blend(a, b, alpha)`. The displayed time never
    /// decreases. Call read() on the drawing thread, usually with the present time minus one step.
    DisplayedState<State> read(Nanos time, auto&& blend)
    {
        if ((shared_index_.load(std::memory_order_relaxed) & unread_bit) != 0)
            read_index_ = shared_index_.exchange(read_index_, std::memory_order_acq_rel) & index_mask;
        const StatePair& pair = pairs_[read_index_];
        if (pair.current_time == no_time) return {};
        displayed_time_ = clamped_display_time(time, displayed_time_, pair.previous_time, pair.current_time);
        if (displayed_time_ == pair.current_time) return {pair.current, displayed_time_, true};
        const double alpha = static_cast<double>((displayed_time_ - pair.previous_time).count()) /
                             static_cast<double>((pair.current_time - pair.previous_time).count());
        return {blend(pair.previous, pair.current, alpha), displayed_time_, true};
    }
    DisplayedState<State> read(Nanos time)
    {
        return read(time, [](const State& a, const State& b, double t) { return lerp(a, b, t); });
    }

private:
    static constexpr Nanos no_time = Nanos::min();
    static constexpr std::uint8_t index_mask = 3, unread_bit = 4;

    struct StatePair
    {
        State previous{}, current{};
        Nanos previous_time = no_time, current_time = no_time;
    };

    std::array<StatePair, 3> pairs_{};
    // Index in `pairs_` of the entry that neither thread uses, plus `unread_bit` until the reader takes this entry.
    std::atomic<std::uint8_t> shared_index_{1};

    // Used by the simulation thread only. A separate cache line avoids false sharing with the drawing thread.
    alignas(64) std::uint8_t write_index_ = 0;
    bool has_published_ = false;
    State last_state_{};
    Nanos last_time_{};

    alignas(64) std::uint8_t read_index_ = 2;
    Nanos displayed_time_ = no_time;
};

} // namespace timestep
#endif
