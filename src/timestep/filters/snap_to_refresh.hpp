// SPDX-License-Identifier: MIT
// timestep/filters/snap_to_refresh.hpp -- averages frame times; an average near a common refresh period counts as that
// period
// Source:  sokol_time.h by A. Weissflog, stm_round_to_common_refresh_rate, applied to an average as in sokol_app.
// Promise: on a display with a common refresh rate every frame has one step, even with timer noise of up to 0.25 ms.
// Price:   a display of 59.94 Hz counts as 60 Hz: the game clock loses a millisecond a second.
// Breaks:  without VSYNC: then a frame time near a refresh period is a coincidence.
#pragma once

#include "timestep/knob.hpp"
#include "timestep/step_plan.hpp"

namespace timestep
{

class SnapToRefresh
{
public:
    static constexpr std::string_view name = "snap-to-refresh";

    struct Period
    {
        Nanos period;
        Nanos tolerance; ///< a frame time that differs from the period by less than this counts as the period
    };
    /// The common refresh periods. snapped() tries them in this order and uses the first one within its tolerance.
    static constexpr std::array<Period, 9> periods{{
        {16'666'667ns, 1ms},   // 60 Hz
        {13'888'889ns, 250us}, // 72 Hz
        {13'333'333ns, 250us}, // 75 Hz
        {11'764'706ns, 250us}, // 85 Hz
        {11'111'111ns, 250us}, // 90 Hz
        {10'000'000ns, 500us}, // 100 Hz
        {8'333'333ns, 500us},  // 120 Hz
        {6'944'445ns, 500us},  // 144 Hz
        {4'166'667ns, 1ms},    // 240 Hz
    }};

    std::int64_t n = 8;   ///< number of frame times whose mean is rounded to a refresh period, 1 to 64
    Nanos restart  = 1ms; ///< a frame time that differs from the average by more than this restarts the average

    constexpr Nanos filter(const FrameInput& in)
    {
        const Nanos off = in.frame - mean_;
        if (off > restart || off < -restart) seen_ = 0;
        seen_ = detail::min(seen_ + 1, detail::in_range(n, 1, 64));
        mean_ = seen_ == 1 ? in.frame : mean_ + off / seen_;
        return snapped(mean_);
    }

    /// Returns the common refresh period near `frame`, or `frame` itself if no such period is near.
    static constexpr Nanos snapped(Nanos frame)
    {
        for (const Period& p : periods)
            if (frame > p.period - p.tolerance && frame < p.period + p.tolerance) return p.period;
        return frame;
    }

    static constexpr auto knobs()
    {
        using S = SnapToRefresh;
        return std::array{
            knob<S, &S::n>("n", "frames", 1, 64, "How many frames are averaged before snapping."),
            knob<S, &S::restart>("restart", "ms", 0.0, 10.0, "A frame further off than this starts a new average."),
        };
    }

private:
    Nanos mean_{};
    std::int64_t seen_ = 0;
};

} // namespace timestep
