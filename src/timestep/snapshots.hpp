// SPDX-License-Identifier: MIT
// timestep/snapshots.hpp -- passes the states of a simulation thread to a drawing thread, which blends them
//   simulation  |----|----|----|----|      write(): the newest two states with their times
//   drawing       |------|------|---       read(): between these two states, one step late, never going back
// Source:  triple buffering with one atomic index; neither thread waits for the other thread.
// Promise: the displayed time never decreases, and no displayed state is half written.
// Price:   three copies of the last two states; the displayed state is one step late.
#pragma once

#include "timestep/blend.hpp"

#include <array>
#include <atomic>

namespace timestep
{

/// The state for one displayed frame, blended from two simulated states.
template <class State>
struct DisplayedState
{
    State state{};
    Nanos time{};           ///< the simulated time that the blended state shows
    bool has_state = false; ///< false until the first write(); `state` is then a default value
};

/// The simulated time to display: `wanted`, but not before `shown` (the time displayed last), and clamped to the times
/// of the newest two states, `from` and `to`.
constexpr Nanos displayed_time(Nanos wanted, Nanos shown, Nanos from, Nanos to)
{
    return detail::clamp(detail::max(wanted, shown), from, to);
}

/// A triple buffer of the last two states of a simulation. One thread calls write(), another thread calls read().
/// Neither thread waits, and no memory is allocated. All times must be on the same clock, for example the wall clock
/// with StepTimes::end(i) as the time of a state.
template <class State>
class Snapshots
{
public:
    /// Publishes a new state for the drawing thread. `time`, the time of the state, must not decrease from call to
    /// call. read() blends this state with the state of the previous call, unless `teleported` is true. Call it from
    /// the simulation thread, after each step or after the last step of a frame.
    void write(const State& state, Nanos time, bool teleported = false)
    {
        const bool alone = teleported || !written_;
        Pair& pair       = pairs_[writing_];
        pair.from        = alone ? state : last_;
        pair.to          = state;
        pair.from_time   = alone ? time : last_time_;
        pair.to_time     = time;
        last_            = state;
        last_time_       = time;
        written_         = true;
        writing_         = middle_.exchange(writing_ | fresh, std::memory_order_acq_rel) & index;
    }

    /// The state at `time`, blended between the newest two states; if `time` is outside of their times, the nearer
    /// state. With `now - step` as `time`, the displayed state is one step late, plus the lateness of the simulation
    /// thread. The time of the result never decreases from call to call: an earlier `time` is raised to the previous
    /// result. `blend(a, b, alpha)` blends states that lerp() cannot blend. Call it from the drawing thread.
    template <class Blend>
    DisplayedState<State> read(Nanos time, Blend&& blend)
    {
        if ((middle_.load(std::memory_order_relaxed) & fresh) != 0)
            reading_ = middle_.exchange(reading_, std::memory_order_acq_rel) & index;
        const Pair& pair = pairs_[reading_];
        if (pair.to_time == never) return {};
        shown_ = displayed_time(time, shown_, pair.from_time, pair.to_time);
        if (shown_ == pair.to_time) return {pair.to, shown_, true};
        const double alpha = static_cast<double>((shown_ - pair.from_time).count()) /
                             static_cast<double>((pair.to_time - pair.from_time).count());
        return {blend(pair.from, pair.to, alpha), shown_, true};
    }
    DisplayedState<State> read(Nanos time)
    {
        return read(time, [](const State& a, const State& b, double t) { return lerp(a, b, t); });
    }

private:
    static constexpr Nanos never        = Nanos::min();
    static constexpr std::uint8_t index = 3, fresh = 4;

    struct Pair
    {
        State from{}, to{};
        Nanos from_time = never, to_time = never;
    };

    std::array<Pair, 3> pairs_{};
    // Index, 0 to 2, of the unused pair of states. The bit `fresh` is set if read() has not returned this pair yet.
    std::atomic<std::uint8_t> middle_{1};

    // Used by the simulation thread only. In a cache line of its own, to avoid false sharing with the drawing thread.
    alignas(64) std::uint8_t writing_ = 0;
    bool written_                     = false;
    State last_{};
    Nanos last_time_{};

    // Used by the drawing thread only; in a cache line of its own.
    alignas(64) std::uint8_t reading_ = 2;
    Nanos shown_                      = never;
};

} // namespace timestep
