// timestep/snapshots.hpp -- hands the states of a simulation thread to a drawing thread, which blends them
//   simulation  |----|----|----|----|      write(): the newest two states with their times
//   drawing       |------|------|---       read(): between these two states, one step late, never going back
// Source:  triple buffering with one atomic index; no thread ever waits for the other.
// Promise: a picture never shows an older time than the picture before, and never a state that is half written.
// Price:   three copies of the last two states; the picture is one step late.
#pragma once

#include "timestep/blend.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace timestep
{

/// A state that is blended for one picture.
template <class State>
struct Shown
{
    State state{};
    Nanos time{};     ///< the time that the state shows
    bool any = false; ///< false until the first write(); `state` is then a default value
};

/// A triple buffer of the last two states of a simulation. One thread calls write(), and one other thread calls read().
/// Neither waits for the other, and no memory is allocated. Times are on one clock, for example the wall clock with
/// StepTimes::end(i) as the time of a state.
template <class State>
class Snapshots
{
public:
    /// Hands over the state after a step. `time` is the time of the state; it must not decrease. After a teleport
    /// (`teleported`) the state is not blended with the one before. Call it from the simulation thread, after each step
    /// or after the last step of a frame; the state before is the one of the last call.
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

    /// Returns the state at `time`, blended between the newest two states; the nearest of the two if `time` is not
    /// between them. Choose one step before now, `now - step`: then the picture is one step late, plus the time by
    /// which the simulation thread is late. A picture never shows an earlier time than the picture before: instead, the
    /// time shown last is shown again, or the older of the two states if its time is later. `blend(a, b, alpha)` blends
    /// states that lerp() cannot blend. Call it from the drawing thread.
    template <class Blend>
    Shown<State> read(Nanos time, Blend&& blend)
    {
        if ((middle_.load(std::memory_order_relaxed) & fresh) != 0)
            reading_ = middle_.exchange(reading_, std::memory_order_acq_rel) & index;
        const Pair& pair = pairs_[reading_];
        if (pair.to_time == never) return {};
        shown_ = std::clamp(std::max(time, shown_), pair.from_time, pair.to_time);
        if (shown_ == pair.to_time) return {pair.to, shown_, true};
        const double alpha = static_cast<double>((shown_ - pair.from_time).count()) /
                             static_cast<double>((pair.to_time - pair.from_time).count());
        return {blend(pair.from, pair.to, alpha), shown_, true};
    }
    Shown<State> read(Nanos time)
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
    // Index of the pair of states that no thread uses now; the bit `fresh` is set if read() has not returned this pair
    // yet.
    std::atomic<std::uint8_t> middle_{1};

    // Used by the simulation thread only. It is in another cache line than the drawing thread's data, so that the
    // threads do not slow each other down.
    alignas(64) std::uint8_t writing_ = 0;
    bool written_                     = false;
    State last_{};
    Nanos last_time_{};

    // Used by the drawing thread only.
    alignas(64) std::uint8_t reading_ = 2;
    Nanos shown_                      = never;
};

} // namespace timestep
