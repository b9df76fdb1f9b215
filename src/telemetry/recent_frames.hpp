// telemetry/recent_frames.hpp -- detects uneven motion and the spiral of death in the newest frames; estimates refresh
// times
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace telemetry
{

/// Returns the newest frames that together last `span`, but no frame before the last reset or change of the loop.
Frames recent_frames(const Frames& frames, Nanos span = Nanos{1'000'000'000});
/// A third of the longer argument, but at most 8 ms.
constexpr Nanos max_smooth_animation_error(Nanos screen_time_difference, Nanos refresh_period)
{
    return std::min(std::max(refresh_period, screen_time_difference) / 3, jump_limit(Nanos::zero()));
}

/// A displayed frame, compared with the previous one.
struct SeenFrame
{
    const FrameSample* sample;      ///< never null
    Nanos screen_time_difference{}; ///< wall time between the moments at which the two frames reached the screen
    Nanos shown_time_difference{};  ///< difference between the simulated times that the two frames show
    Nanos frame_time_sum{}; ///< sum of the frame times that the loop got from the previous seen frame to this frame
    bool is_uneven(Nanos refresh_period) const
    {
        return std::chrono::abs(shown_time_difference - screen_time_difference) >
               max_smooth_animation_error(screen_time_difference, refresh_period);
    }
    /// True if the frame times, not the loop, make the motion on the screen uneven.
    bool is_uneven_by_frame_times(Nanos refresh_period) const
    {
        return is_uneven(refresh_period) && std::chrono::abs(shown_time_difference - frame_time_sum) <=
                                                max_smooth_animation_error(screen_time_difference, refresh_period);
    }
};

/// Calls `visit(SeenFrame)` for each frame that the player can see, except the first frame and the first after a pause.
void for_each_seen_frame(const Frames& frames, Nanos refresh_period, auto&& visit)
{
    const FrameSample* previous = nullptr;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameSample& s = frames[i];
        if (is_paused(s)) previous = nullptr;
        if (!s.is_displayed || is_paused(s)) continue;
        if (previous != nullptr && s.screen_time - previous->screen_time < refresh_period * 9 / 10) continue;
        if (previous != nullptr)
            visit(SeenFrame{&s, s.screen_time - previous->screen_time, s.shown_time - previous->shown_time,
                            s.game_time - previous->game_time});
        previous = &s;
    }
}

/// True if the last 8 frames ran more than 8 steps, computed them no faster than real time, and dropped no time.
bool is_spiral_of_death(const Frames& frames);

/// The animation_error() from the previous displayed frame to frame `i`; empty if there is none, as after a pause.
inline std::optional<Nanos> animation_error_at(const Frames& frames, std::size_t i)
{
    constexpr std::size_t max_frames_back = 64;
    if (!frames[i].is_displayed || !counts_in_metrics(frames[i])) return std::nullopt;
    for (std::size_t previous = i; previous-- > 0 && i - previous < max_frames_back;)
    {
        if (is_paused(frames[previous])) return std::nullopt;
        if (!frames[previous].is_displayed) continue;
        return animation_error(frames[i].shown_time - frames[previous].shown_time,
                               frames[i].screen_time - frames[previous].screen_time);
    }
    return std::nullopt;
}

/// The estimated refresh times of a display: `any_refresh_time`, and every `period_ns` nanoseconds before and after it.
struct EstimatedRefreshTimes
{
    Nanos any_refresh_time{};
    double period_ns = 0.0;
};

/// Estimates when the display refreshes, from the newest displayed frames. `nominal_hz` is the display's reported rate.
/// std::nullopt if `nominal_hz` is 0 (unknown), or if the frames are too few or too irregular for this rate.
std::optional<EstimatedRefreshTimes> estimated_refresh_times(const Frames& frames, double nominal_hz);

} // namespace telemetry
