// telemetry/recent.hpp -- uneven motion, spiral of death and refreshes of the newest frames
#pragma once

#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace telemetry
{

/// The newest frames that together cover the time `span`; none before the last reset or change of the loop.
Frames recent_frames(const Frames& frames, Nanos span = Nanos{1'000'000'000});
/// Largest difference between a displayed frame's motion and its time on the screen that still looks smooth. It is a
/// third of `screen_step`, the time since the previous displayed frame, or a third of the refresh period if that is
/// longer; at most 8 ms. All views mark a larger difference as UNEVEN.
constexpr Nanos uneven_limit(Nanos screen_step, Nanos refresh_period)
{
    return std::min(std::max(refresh_period, screen_step) / 3, jump_limit(Nanos::zero()));
}

/// A displayed frame that stayed on the screen long enough to be seen, compared with the previous such frame.
struct SeenFrame
{
    const FrameSample* sample; ///< never null
    /// Wall time from the screen time of the previous seen frame to that of this frame.
    Nanos screen_step{};
    Nanos motion{};    ///< difference between the simulated times that the two frames show
    Nanos loop_time{}; ///< sum of the frame times that the loop got from the previous seen frame to this frame
    bool is_uneven(Nanos refresh_period) const
    {
        return std::chrono::abs(motion - screen_step) > uneven_limit(screen_step, refresh_period);
    }
    /// True if the frame times that the loop got explain the uneven motion: their sum agrees with it.
    bool is_uneven_by_frame_times(Nanos refresh_period) const
    {
        return is_uneven(refresh_period) &&
               std::chrono::abs(motion - loop_time) <= uneven_limit(screen_step, refresh_period);
    }
};

/// Calls `f(SeenFrame)` for each displayed frame that has a previous one. Skips a frame that reaches the screen less
/// than 0.9 refresh periods after the last frame that was not skipped. Does not compare frames across a pause.
template <class F>
void for_each_seen_frame(const Frames& frames, Nanos refresh_period, F&& f)
{
    const FrameSample* previous = nullptr;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const FrameSample& s = frames[i];
        if (is_paused(s)) previous = nullptr;
        if (!s.displayed || is_paused(s)) continue;
        if (previous != nullptr && s.screen - previous->screen < refresh_period * 9 / 10) continue;
        if (previous != nullptr)
            f(SeenFrame{&s, s.screen - previous->screen, s.shown - previous->shown, s.game - previous->game});
        previous = &s;
    }
}

/// True in a spiral of death: in the last 8 frames, more than 8 steps ran, computing the steps took at least as long as
/// the time that the steps simulate, and the loop dropped no time.
bool is_spiralling(const Frames& frames);

/// std::nullopt if frame `i`, or none of the 63 frames before it, was displayed, and after a pause.
inline std::optional<Nanos> animation_error_at(const Frames& frames, std::size_t i)
{
    constexpr std::size_t max_frames_back = 64;
    if (!frames[i].displayed || !is_counted(frames[i])) return std::nullopt;
    for (std::size_t previous = i; previous-- > 0 && i - previous < max_frames_back;)
    {
        if (is_paused(frames[previous])) return std::nullopt;
        if (!frames[previous].displayed) continue;
        return animation_error(frames[i].shown - frames[previous].shown, frames[i].screen - frames[previous].screen);
    }
    return std::nullopt;
}

/// The estimated refresh times of a display: `first`, and every `period_ns` nanoseconds before and after it.
struct EstimatedRefreshes
{
    Nanos first{};
    double period_ns = 0.0;
};

/// Estimates the refresh times from the last 120 displayed frames. `nominal_hz` is the refresh rate that the display
/// reports, which may differ from the true rate by 2 %. Returns std::nullopt if `nominal_hz` is 0 (unknown), if fewer
/// than 20 frames were displayed, or if the screen times are irregular because presenting did not wait for the display.
std::optional<EstimatedRefreshes> estimate_refreshes(const Frames& frames, double nominal_hz);

} // namespace telemetry
