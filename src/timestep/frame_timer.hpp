// SPDX-License-Identifier: MIT
// timestep/frame_timer.hpp -- measures the time between frames, with any clock or counter and without accumulated
// rounding errors
#pragma once

#include "timestep/time.hpp"

#include <utility>

namespace timestep
{

/// Converts the reading `count` of a counter, such as SDL_GetPerformanceCounter() or QueryPerformanceCounter(), to a
/// time: floor(count / frequency) in nanoseconds. The counter counts `frequency` times a second, 1 to 9,000,000,000.
/// The result is exact; it must be less than 292 years.
constexpr Nanos from_ticks(std::uint64_t count, std::uint64_t frequency)
{
    const std::uint64_t seconds = count / frequency, rest = count % frequency;
    return Nanos{static_cast<std::int64_t>(seconds * 1'000'000'000 + rest * 1'000'000'000 / frequency)};
}

/// Measures frame times. The first frame has no earlier reading, so its time is zero. The sum of all frame times is
/// exactly the last reading minus the first one: readings are rounded to nanoseconds before they are subtracted, so
/// rounding errors do not add up.
class FrameTimer
{
public:
    /// Returns the time since the last call. `now` is the clock's reading. Zero in the first call and after restart();
    /// negative if the clock was set back.
    constexpr Nanos frame(Nanos now)
    {
        const Nanos before = std::exchange(last_, now);
        return std::exchange(started_, true) ? now - before : Nanos::zero();
    }
    /// Returns the time since the last call, for a counter that counts `frequency` times a second, 1 to 9,000,000,000.
    /// `count` is the counter's reading. Returns zero in the first call and after restart().
    constexpr Nanos frame(std::uint64_t count, std::uint64_t frequency) { return frame(from_ticks(count, frequency)); }

    /// Returns the clock reading of the last call of frame(); zero before the first call.
    constexpr Nanos last() const { return last_; }
    /// Forgets the last reading. Call it after a suspend or after loading: the time that passed counts for no frame.
    constexpr void restart() { started_ = false; }

private:
    Nanos last_{};
    bool started_ = false;
};

} // namespace timestep
