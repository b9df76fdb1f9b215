// SPDX-License-Identifier: MIT
// timestep/filters/godot_smoother.hpp -- estimates the refresh rate, then rounds each frame time to whole periods
// Source:  Godot 4, main/main_timer_sync.cpp, DeltaSmoother (since 3.4, 2021). Godot uses it only with VSYNC.
// Promise: once the estimate is confirmed (after a few seconds), each frame time counts as one or two refresh periods.
// Price:   a period is cut to whole microseconds: 16,666 at 60 Hz. The remainders add up to one extra period every
//          seven minutes.
// Breaks:  at frame rates below 50 fps it never makes an estimate; it cannot distinguish 59.94 Hz from 60 Hz.
//   measured  16.4  16.9  16.7  33.1  16.8 ms     counted  1  1  1  2  1 periods
#pragma once

#include "timestep/step_plan.hpp"
#include "timestep/tick_clock.hpp"

namespace timestep
{

/// A filter of frame times: as soon as it knows the display's refresh rate, it replaces each frame time by a whole
/// number of refresh periods. Counts in whole microseconds, as Godot does; a fraction of a microsecond is kept for the
/// next frame.
class GodotSmoother
{
public:
    static constexpr std::string_view name = "godot-smoother";

    constexpr Nanos filter(const FrameInput& in) { return smoothed(clock_.elapsed(in.frame)) * 1us; }

    /// Returns the estimated refresh rate of the display in hertz; 0 if there is no estimate yet.
    constexpr std::int64_t estimate() const { return estimated_fps_; }
    /// Returns true if the estimated refresh rate has been confirmed often enough to be used.
    constexpr bool complete() const { return complete_; }

private:
    static constexpr std::int64_t readings_per_average = 60;
    static constexpr std::int64_t frames_per_gate      = 64;

    struct Hits
    {
        std::int64_t at = 0, above = 0, below = 0, one_above = 0, one_below = 0;
    };

    constexpr std::int64_t smoothed(std::int64_t us)
    {
        if (us > 1'000'000) return us;
        if (!near_estimate(us) || us < 1'000) return us;
        if (!locked_) read(us);
        if (!complete_) return us;

        leftover_ += us;
        const std::int64_t period  = 1'000'000 / vsync_fps_;
        const std::int64_t periods = detail::max<std::int64_t>(leftover_ / period, 1);
        leftover_ -= periods * period;
        return periods * period;
    }

    // Returns whether frame times are smoothed. This is decided again every 64 frames: they are smoothed while the
    // measured frame rate is within 5 % of the confirmed estimate of the refresh rate.
    constexpr bool near_estimate(std::int64_t us)
    {
        gate_time_ += us;
        if (++gate_frames_ == frames_per_gate)
        {
            const std::int64_t average = gate_time_ / frames_per_gate;
            if (complete_ && average > 0)
            {
                const double ratio = 1e6 / static_cast<double>(average) / static_cast<double>(estimated_fps_);
                gate_open_         = ratio > 0.95 && ratio < 1.05;
            }
            gate_time_   = 0;
            gate_frames_ = 0;
        }
        return gate_open_;
    }

    // Adds a frame time of `us` microseconds to the measurement. After every 60 frames, compares their average frame
    // rate with the estimated refresh rate.
    constexpr void read(std::int64_t us)
    {
        total_ += us;
        if (++readings_ < readings_per_average) return;
        const std::int64_t average = total_ / readings_per_average;
        readings_                  = 0;
        total_                     = 0;
        judge(static_cast<std::int64_t>(1e6 / static_cast<double>(average) + 0.5));
    }

    constexpr void judge(std::int64_t fps)
    {
        if (estimated_fps_ == 0)
        {
            if (fps < 50) return; // too slow: the game is still loading, or drops frames
            estimated_fps_ = fps;
        }
        if (fps == estimated_fps_)
            confirm();
        else if (fps < estimated_fps_)
            lower(fps);
        else
            raise(fps);
    }

    constexpr void confirm()
    {
        ++hits_.at;
        if (complete_ && hits_.at == 20)
            locked_ = true;
        else if (!complete_ && hits_.at > 2)
        {
            complete_  = true;
            vsync_fps_ = estimated_fps_;
        }
    }

    constexpr void lower(std::int64_t fps)
    {
        if (fps == estimated_fps_ - 1)
        {
            ++hits_.one_below;
            if (hits_.one_below > hits_.at && hits_.one_below > 2) restart_at(estimated_fps_ - 1);
            return;
        }
        // The measured frame rate is 2 Hz or more below the estimated refresh rate. Dropped frames are a more likely
        // reason than a wrong estimate. So the estimate is lowered only if such low rates were measured more than eight
        // times as often as the estimated rate, and never if the estimate was confirmed more than ten times.
        ++hits_.below;
        const bool established = complete_ && hits_.at > 10;
        if (!established && hits_.below / 8 > hits_.at && hits_.below > 2) restart_at(estimated_fps_ - 1);
    }

    constexpr void raise(std::int64_t fps)
    {
        std::int64_t& hits = fps == estimated_fps_ + 1 ? hits_.one_above : hits_.above;
        ++hits;
        if (hits > hits_.at && hits > 1)
            restart_at(estimated_fps_ + detail::max<std::int64_t>((fps - estimated_fps_) / 2, 1));
    }

    constexpr void restart_at(std::int64_t fps)
    {
        estimated_fps_ = fps;
        hits_          = {};
        complete_      = false;
    }

    TickClock clock_{1us};
    std::int64_t estimated_fps_ = 0, vsync_fps_ = 0;
    std::int64_t total_ = 0, readings_ = 0;
    std::int64_t gate_time_ = 0, gate_frames_ = 0;
    std::int64_t leftover_ = 0;
    Hits hits_{};
    bool gate_open_ = true;
    bool complete_  = false;
    bool locked_    = false;
};

} // namespace timestep
