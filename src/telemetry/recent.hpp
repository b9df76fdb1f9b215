// telemetry/recent.hpp -- speed, unevenness and spiral of death in the last second, for the verdict on a running loop
#pragma once

#include "telemetry/frames.hpp"

#include <algorithm>
#include <chrono>

namespace telemetry
{

/// Returns the frames of the last second; fewer if a reset or a change of loop was less than a second ago.
Frames recent(const Frames& frames);
/// Returns simulated time / wall time; 1 is correct. A step counts when it is finished.
double speed_of(const Frames& frames);
/// A picture that was on the screen long enough to be seen, compared with the last such picture before it.
struct Seen
{
    const FrameSample* sample; ///< frame of the picture; never null
    Nanos apart{};             ///< screen time of this picture minus screen time of the picture before
    Nanos motion{};            ///< shown time of this picture minus shown time of the picture before
    Nanos given{};             ///< sum of the loop's frame times between the two pictures
    /// Returns whether the motion in the picture is visibly wrong: `motion` differs from `apart` by more than a third
    /// of the longer of `apart` and the refresh period.
    bool is_uneven(Nanos refresh) const { return 3 * std::chrono::abs(motion - apart) > std::max(refresh, apart); }
    /// Returns whether uneven frame times caused this: the picture is uneven, but its motion agrees with the frame
    /// times that the loop was given.
    bool is_by_frame_times(Nanos refresh) const
    {
        return is_uneven(refresh) && 3 * std::chrono::abs(motion - given) <= std::max(refresh, apart);
    }
};

/// Calls `f(Seen)` for each displayed picture after the first. Skips pictures shown less than 0.9 refresh periods after
/// the last counted picture. Pictures before and after a pause are not compared.
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

/// Returns whether the lane is in a spiral of death: in the last 8 frames, computing the steps took longer than the
/// time that they simulate, and no time was dropped.
bool spiralling(const Frames& frames);

} // namespace telemetry
