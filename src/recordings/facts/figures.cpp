#include "recordings/facts/figures.hpp"

#include "telemetry/metrics.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

constexpr std::array rows{
    ComparedRow{"mean_ms", "mean", "ms", "The mean frame time.", FigureKind::mean, 0.0, false, false, 3.0},
    ComparedRow{"p50_ms", "median", "ms", "The median frame time (R7).", FigureKind::quantile, 0.5, false, false, 3.0},
    ComparedRow{"p99_ms", "99 %", "ms", "The 99 % quantile of the frame times (R7).", FigureKind::quantile, 0.01},
    ComparedRow{"low_1_percentile_r7_fps", "1 % low, R7", "fps", "1 % low: percentile (R7).", FigureKind::rate, 0.01,
                true},
    ComparedRow{"low_1_percentile_r8_fps", "1 % low, R8", "fps", "1 % low: percentile (R8), CapFrameX's P1.",
                FigureKind::rate, 0.01, true},
    ComparedRow{"low_1_average_fps", "1 % low average", "fps", "1 % low: low average, CapFrameX.", FigureKind::slowest,
                0.01, true},
    ComparedRow{"low_1_integral_fps", "1 % low integral", "fps", "1 % low: low integral, MSI Afterburner.",
                FigureKind::time_rate, 0.01, true},
    ComparedRow{"low_1_mangohud_fps", "1 % low, MangoHud", "fps", "1 % low: MangoHud's definition.", FigureKind::rate,
                0.01, true},
    ComparedRow{"stutter_percent", "stutter", "%", "Time in frames over 2.5 times a trailing mean (CapFrameX).",
                FigureKind::share_of_time, 0.0, false, true, 10.0, 0.5},
    ComparedRow{"stutter_percent_of_mean", "hitches", "%", "Time in frames over 2.5 times the mean of all frames.",
                FigureKind::share_of_time, 0.0, false, true, 10.0, 0.5},
    ComparedRow{"change_mean_ms", "change, mean", "ms", "The mean change from one frame to the next: |dft|."},
    ComparedRow{"change_rms_ms", "change, RMS", "ms", "The root mean square of the changes from one frame to the next.",
                FigureKind::root},
    ComparedRow{"jumps_per_minute", "jumps", "/min",
                "Pictures a minute that jump: interpolated at 60 Hz, over 8 ms off.", FigureKind::per_minute, 0.0,
                false, true, 10.0, 2.0},
};
constexpr std::size_t first_low = 3, stutter = first_low + telemetry::all_lows.size(), long_by_mean = stutter + 1,
                      change = long_by_mean + 1, jumps = change + 2;
static_assert(rows.size() == compared_count && rows.size() == jumps + 1,
              "after a row is added or removed: correct compared_count in figures.hpp, and the constants above");

constexpr double minute_ms = 60'000.0;

} // namespace

std::span<const ComparedRow> all_compared() { return rows; }

Figures figures_of(std::span<const Nanos> frames)
{
    const telemetry::FrameOrder order{frames};
    const telemetry::FrameTimes t          = telemetry::frame_times(order);
    const telemetry::LongestFrames longest = telemetry::longest_frames(order);
    Figures all{t.mean_ms, t.p50_ms, t.p99_ms};
    for (const telemetry::LowRow& low : telemetry::all_lows)
        all[first_low + static_cast<std::size_t>(low.id)] = telemetry::low_fps_of(longest, low.id, 0.01);
    all[stutter]      = telemetry::stutter_percent(frames);
    all[long_by_mean] = telemetry::stutter_percent_of_mean(frames);
    all[change]       = t.change_mean_ms;
    all[change + 1]   = t.change_rms_ms;
    const auto jumped = jumps_of(frames);
    const double ms   = timestep::to_millis(std::accumulate(frames.begin(), frames.end(), Nanos{}));
    all[jumps]        = ms > 0.0 ? minute_ms * std::accumulate(jumped.begin(), jumped.end(), 0.0) / ms : 0.0;
    return all;
}

std::vector<double> jumps_of(std::span<const Nanos> frames)
{
    constexpr Nanos most_counted{250'000'000};
    const Nanos limit = telemetry::jump_limit(timestep::step_ns(timestep::hz(60)));
    std::vector<double> all(frames.size());
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (std::chrono::abs(std::min(frames[i - 1], most_counted) - frames[i]) > limit) all[i] = 1.0;
    return all;
}

Counted::Counted(std::span<const Nanos> frames)
    : ms_(frames.size())
{
    std::ranges::transform(frames, ms_.begin(), [](Nanos f) { return timestep::to_millis(f); });
    mean_ms_         = std::accumulate(ms_.begin(), ms_.end(), 0.0) / static_cast<double>(ms_.size());
    const auto found = telemetry::stuttering(frames);
    stutters_.assign(found.begin(), found.end());
    jumps_ = jumps_of(frames);
}

std::vector<double> Counted::above(double limit_ms) const
{
    std::vector<double> all(ms_.size());
    std::ranges::transform(ms_, all.begin(),
                           [limit_ms](double ms) { return ms > limit_ms    ? 1.0
                                                          : ms == limit_ms ? 0.5
                                                                           : 0.0; });
    return all;
}

std::vector<double> Counted::changes(double power) const
{
    std::vector<double> all;
    for (std::size_t i = 1; i < ms_.size(); ++i) all.push_back(std::pow(std::abs(ms_[i] - ms_[i - 1]), power));
    return all;
}

// Returns each frame's contribution to the share of time that certain frames take, such as stuttering frames; `in` is 1
// for these frames, else 0. The share is the sum of (in * frame time), divided by the sum of the frame times. To first
// order, a frame's contribution is `percent` * (in * frame time - share * frame time) / (mean frame time).
std::vector<double> Counted::of_time(const std::vector<double>& in, double share, double percent) const
{
    std::vector<double> all(ms_.size());
    for (std::size_t i = 0; i < ms_.size(); ++i) all[i] = percent * ms_[i] / mean_ms_ * (in[i] - share);
    return all;
}

std::vector<double> Counted::in(std::size_t row, double value) const
{
    const ComparedRow& r = rows[row];
    switch (r.kind)
    {
    case FigureKind::mean: return row == change ? changes(1.0) : ms_;
    case FigureKind::root: return changes(2.0);
    case FigureKind::quantile: return above(value);
    case FigureKind::rate: return above(1000.0 / value);
    case FigureKind::time_rate: return of_time(above(1000.0 / value), r.share, 1.0);
    case FigureKind::share_of_time:
        return of_time(row == stutter ? stutters_ : above(2.5 * mean_ms_), value / 100.0, 100.0);
    case FigureKind::per_minute:
    {
        // The statistic is the number of jumps per minute: (number of frames with a jump) * minute, divided by the sum
        // of the frame times. To first order, a frame's contribution is (jump * minute - value * frame time) / (mean
        // frame time), where `jump` is 1 with a jump, else 0.
        std::vector<double> all(ms_.size());
        for (std::size_t i = 0; i < ms_.size(); ++i) all[i] = (minute_ms * jumps_[i] - value * ms_[i]) / mean_ms_;
        return all;
    }
    case FigureKind::slowest: break;
    }
    // The statistic is the mean of the slowest frames, such as the slowest 1 % (share 0.01). A frame's contribution is
    // (frame time - q) / share, where q is the (1 - share) quantile, or 0 if the frame time is below q.
    std::vector<double> all = ms_;
    const double from       = telemetry::quantile(all, 1.0 - r.share);
    std::ranges::transform(ms_, all.begin(), [&](double ms) { return std::max(ms - from, 0.0) / r.share; });
    return all;
}

} // namespace recordings
