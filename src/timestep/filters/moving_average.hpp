// SPDX-License-Identifier: MIT
// timestep/filters/moving_average.hpp -- replaces each frame time by the mean of the last `n` frame times
// Source:  Phaser 3, core/TimeStep.js, smoothDelta (10 frames; a frame over 200 ms is replaced by an older one).
// Promise: the time of one late frame is spread over the next frames, so no single step is long.
// Price:   the game clock lags the wall clock by up to n/2 frames; the cause of a stutter remains.
// Breaks:  after every change of the frame rate the speed is wrong for n frames.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

/// Replaces each frame time by the mean of the last n frames; before n frames, by the mean of all frames so far. Means
/// are whole nanoseconds. The remainder of the division is added to the next frame, so averaging loses no time.
class MovingAverage
{
public:
    static constexpr std::string_view name = "moving-average";
    static constexpr std::int64_t longest  = 64;

    std::int64_t n = 10; ///< number of averaged frames, 1 to `longest`
    Nanos sane =
        /// A frame time longer than this is replaced by the newest frame time that was not longer; before there is such
        /// a frame time, by this value itself. From 0 to a year.
        200ms;

    constexpr MovingAverage() = default;
    constexpr explicit MovingAverage(std::int64_t frames, Nanos longest_sane = 200ms)
        : n{frames}
        , sane{longest_sane}
    {
    }

    constexpr Nanos filter(const FrameInput& in)
    {
        const std::int64_t frames = detail::in_range(n, 1, longest);
        const Nanos limit         = detail::in_range(sane, 0ns, 24h * 365);
        if (in.frame <= limit) last_sane_ = in.frame;
        if (frames != used_) restart(frames);
        if (seen_ == frames) sum_ -= ring_[next_];
        ring_[next_] = in.frame <= limit ? in.frame : detail::min(last_sane_, limit);
        sum_ += ring_[next_];
        seen_ = detail::min(seen_ + 1, frames);
        next_ = next_ + 1 == static_cast<std::size_t>(frames) ? 0 : next_ + 1;

        const Nanos owed = sum_ + rest_;
        const Nanos mean = owed / seen_;
        rest_            = seen_ == frames ? owed - mean * seen_ : Nanos::zero();
        return mean;
    }

    static constexpr auto knobs()
    {
        using M = MovingAverage;
        return std::array{
            knob<M, &M::n>("n", "frames", 1, longest, "How many frames are averaged."),
            knob<M, &M::sane>("sane", "ms", 1.0, 2000.0, "A longer frame is replaced by the newest one that was not."),
        };
    }

private:
    constexpr void restart(std::int64_t frames)
    {
        used_ = frames;
        seen_ = 0;
        next_ = 0;
        sum_ = rest_ = Nanos::zero();
    }

    std::array<Nanos, longest> ring_{};
    Nanos sum_{}, rest_{};
    Nanos last_sane_   = Nanos::max();
    std::int64_t used_ = 0;
    std::int64_t seen_ = 0;
    std::size_t next_  = 0;
};

} // namespace timestep
