// telemetry/recent.hpp -- what the newest frames say, for words that stand beside a running loop
#pragma once

#include "telemetry/frames.hpp"

#include <algorithm>
#include <chrono>

namespace telemetry
{

/// The last second of them, or what there is since the last reset or change of loop.
Frames recent(const Frames& frames);
/// Simulated by wall time, steps counted when they are finished; 1 is right.
double speed_of(const Frames& frames);
/// A picture that was seen, and the one that was seen before it.
struct Seen
{
    const FrameSample* sample; ///< never null
    Nanos apart{};             ///< on the screen
    Nanos motion{};            ///< of the simulated time that they show
    Nanos given{};             ///< of the frame times that the loop was told
    /// A third more or less motion than the time since the one before, or than a refresh period.
    bool is_uneven(Nanos refresh) const { return 3 * std::chrono::abs(motion - apart) > std::max(refresh, apart); }
    /// And the loop did with its frame times what it should: they do not tell when pictures are shown.
    bool is_by_frame_times(Nanos refresh) const
    {
        return is_uneven(refresh) && 3 * std::chrono::abs(motion - given) <= std::max(refresh, apart);
    }
};

/// Calls `f(Seen)` for each picture after the first. Of pictures that were on the screen for less than a refresh
/// period, only the last is seen; over a pause nothing is compared.
template <class F>
void for_each_seen(const Frames& frames, Nanos refresh, F&& f)
{
    const FrameSample* before = nullptr;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameSample& s = frames[i];
        if (is_paused(s)) before = nullptr;
        if (!s.displayed || is_paused(s)) continue;
        if (before != nullptr && s.screen - before->screen < refresh * 9 / 10) continue;
        if (before != nullptr) f(Seen{&s, s.screen - before->screen, s.shown - before->shown, s.game - before->game});
        before = &s;
    }
}

/// Steps cost more than they simulate, and none is given up: each frame owes more of them than the last.
bool spiralling(const Frames& frames);

} // namespace telemetry
