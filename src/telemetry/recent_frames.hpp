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

/// Returns the newest frames that together last `duration`, but none before the start of the judged period.
Frames recent_frames(const Frames& frames, Nanos duration = Nanos{1'000'000'000});
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

/// Calls `visit(SeenFrame)` for each displayed frame, except the very first frame and the first after a pause. Of the
/// frames whose screen times round to the same refresh, visits only the first; a `refresh_period` of 0 means none.
void for_each_seen_frame(const Frames& frames, Nanos refresh_period, auto&& visit)
{
    const auto refresh_number = [&](const FrameSample& s)
    { return (s.screen_time + refresh_period / 2) / refresh_period; };
    const FrameSample* previous = nullptr;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameSample& sample = frames[i];
        if (is_paused(sample)) previous = nullptr;
        if (!sample.is_displayed || is_paused(sample)) continue;
        if (previous != nullptr && refresh_period > Nanos::zero() &&
            refresh_number(sample) == refresh_number(*previous))
            continue;
        if (previous != nullptr)
            visit(SeenFrame{.sample                 = &sample,
                            .screen_time_difference = sample.screen_time - previous->screen_time,
                            .shown_time_difference  = sample.shown_time - previous->shown_time,
                            .frame_time_sum         = sample.game_time - previous->game_time});
        previous = &sample;
    }
}

/// True if the last 8 frames ran more than 8 steps, computed them no faster than real time, and dropped no time.
bool is_spiral_of_death(const Frames& frames);

/// The animation_error() from the previous displayed frame to this frame; empty if there is none, as after a pause.
inline std::optional<Nanos> animation_error_at(const Frames& frames, std::size_t frame_index)
{
    constexpr std::size_t max_frames_back = 63;
    const FrameSample& sample             = frames[frame_index];
    if (!sample.is_displayed || !counts_in_metrics(sample)) return std::nullopt;
    for (std::size_t frames_back = 1; frames_back <= std::min(frame_index, max_frames_back); ++frames_back)
    {
        const FrameSample& previous = frames[frame_index - frames_back];
        if (is_paused(previous)) return std::nullopt;
        if (previous.is_displayed)
            return animation_error(sample.shown_time - previous.shown_time, sample.screen_time - previous.screen_time);
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
