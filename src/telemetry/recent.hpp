// telemetry/recent.hpp -- computes speed, unevenness and spiral of death of a running loop in the last second
#pragma once

#include "telemetry/frames.hpp"

#include <algorithm>
#include <chrono>

namespace telemetry
{

/// Returns the frames of the last second. Begins later if the simulation was reset or the loop was changed within it.
Frames recent(const Frames& frames);
/// Returns simulated time / wall time; 1 is correct. A step counts only when it has been computed.
double speed_of(const Frames& frames);
/// A picture that was on the screen long enough for the user to see it, compared with the previous such picture.
struct Seen
{
    const FrameSample* sample; ///< frame whose picture this is; never null
    Nanos apart{};             ///< wall time from the previous picture's appearance on the screen to this picture's
    Nanos motion{};            ///< simulated time from the previous picture to this picture
    Nanos loop_time{};         ///< sum of the frame times given to the loop between the two pictures
    /// Returns whether the user can see that the motion is uneven: `motion` differs from `apart` by more than a third
    /// of the longer of `apart` and `refresh`, the display's refresh period.
    bool is_uneven(Nanos refresh) const { return 3 * std::chrono::abs(motion - apart) > std::max(refresh, apart); }
    /// Returns whether uneven frame times are the cause of an uneven motion: the motion differs visibly from the screen
    /// time, but agrees with the frame times that the loop was given.
    bool is_by_frame_times(Nanos refresh) const
    {
        return is_uneven(refresh) && 3 * std::chrono::abs(motion - loop_time) <= std::max(refresh, apart);
    }
};

/// Calls `f(Seen)` for each displayed picture that has a previous one. Skips pictures that appear less than 0.9 refresh
/// periods after the last picture that was not skipped. Does not compare pictures before a pause with pictures after
/// it.
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

/// Returns whether the loop is in a spiral of death: in the last 8 frames, computing the steps took at least as long as
/// the time that they simulate, and no time was dropped.
bool spiralling(const Frames& frames);

} // namespace telemetry
