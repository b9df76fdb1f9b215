#include "telemetry/frame_times.hpp"

#include "telemetry/frame_walk.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace telemetry
{

namespace
{

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Nanos sum_of(std::span<const Nanos> frames) { return std::accumulate(frames.begin(), frames.end(), Nanos{}); }

std::vector<double> millis_of(std::span<const Nanos> frames)
{
    std::vector<double> all(frames.size());
    std::transform(frames.begin(), frames.end(), all.begin(), [](Nanos f) { return timestep::to_millis(f); });
    return all;
}

// Returns the `share`-quantile of the frame rates. The lowest frame rates belong to the longest frames, so it counts
// from the longest frame.
double percentile_fps(const LongestFrames& f, double share, QuantileRule rule)
{
    const auto [below, fraction] = quantile_position(f.count, share, rule);
    const double slow            = 1000.0 / f.ms[below];
    if (fraction == 0.0) return slow; // the next rate may be infinite, and 0 * infinity is NaN
    const double fast = 1000.0 / f.ms[std::min(below + 1, f.count - 1)];
    return slow + fraction * (fast - slow);
}

// Takes all frame times from their (1 - share)-quantile up, and returns their mean as a frame rate. Counts from the
// longest frame down.
double low_average(const LongestFrames& f, double share)
{
    const auto [below, fraction] = quantile_position(f.count, 1.0 - share, QuantileRule::r8);
    const double low             = f.ms[f.count - 1 - below];
    const double high            = f.ms[f.count - 1 - std::min(below + 1, f.count - 1)];
    const double from            = fraction == 0.0 ? low : low + fraction * (high - low);
    const auto end               = std::ranges::find_if(f.ms, [&](double ms) { return ms < from; });
    const auto ties              = end == f.ms.end() ? static_cast<double>(f.ties) : 0.0;
    return 1000.0 * (static_cast<double>(end - f.ms.begin()) + ties) /
           (std::accumulate(f.ms.begin(), end, 0.0) + ties * f.ms.back());
}

double low_integral(const LongestFrames& f, double share)
{
    const double enough = share * f.sum_ms;
    double sum          = 0.0;
    for (const double ms : f.ms)
        if ((sum += ms) >= enough) return 1000.0 / ms;
    return 1000.0 / f.ms.back();
}

double mangohud_low(const LongestFrames& f, double share)
{
    const double place = std::max(share * static_cast<double>(f.count) - 1.0, 0.0);
    return 1000.0 / f.ms[static_cast<std::size_t>(place)];
}

double percent(double part, double whole) { return whole > 0.0 ? 100.0 * part / whole : nan; }

} // namespace

FrameTimes frame_times(std::span<const Nanos> frames)
{
    FrameTimes t{.frames = std::ssize(frames)};
    if (frames.empty()) return t;
    t.mean_ms     = timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    t.average_fps = 1000.0 / t.mean_ms;

    std::vector<double> all = millis_of(frames);
    Changes changes;
    for (const double ms : all) changes.add(ms);
    changes.finish(t);

    t.p50_ms = quantile(all, 0.50);
    t.p99_ms = quantile(all, 0.99);
    t.max_ms = *std::max_element(all.begin(), all.end());
    return t;
}

std::vector<std::int64_t> histogram(std::span<const Nanos> frames, Nanos width, std::size_t bins)
{
    std::vector<std::int64_t> counts(bins);
    for (const Nanos f : frames)
    {
        const auto bin = static_cast<std::size_t>(std::max(f, Nanos::zero()) / width);
        ++counts[std::min(bin, bins - 1)];
    }
    return counts;
}

LongestFrames longest_frames(std::span<const Nanos> frames, double share)
{
    LongestFrames f{.ms = millis_of(frames), .count = frames.size(), .sum_ms = timestep::to_millis(sum_of(frames))};
    const auto enough = static_cast<std::ptrdiff_t>(share * static_cast<double>(frames.size())) + 3;
    if (enough < std::ssize(f.ms))
    {
        const auto last = f.ms.begin() + enough - 1;
        std::nth_element(f.ms.begin(), last, f.ms.end(), std::greater{});
        f.ties = static_cast<std::size_t>(std::count(last + 1, f.ms.end(), *last));
        f.ms.resize(static_cast<std::size_t>(enough));
    }
    std::sort(f.ms.begin(), f.ms.end(), std::greater{});
    return f;
}

double low_fps(std::span<const Nanos> frames, Low definition, double share)
{
    return low_fps_of(longest_frames(frames, share), definition, share);
}

double low_fps_of(const LongestFrames& longest, Low definition, double share)
{
    if (longest.count == 0) return nan;
    switch (definition)
    {
    case Low::percentile_r7: return percentile_fps(longest, share, QuantileRule::r7);
    case Low::percentile_r8: return percentile_fps(longest, share, QuantileRule::r8);
    case Low::average: return low_average(longest, share);
    case Low::integral: return low_integral(longest, share);
    case Low::mangohud: return mangohud_low(longest, share);
    }
    return nan;
}

std::size_t stutter_window(std::span<const Nanos> frames)
{
    if (frames.empty()) return 1;
    return stutter_window_of(timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size()));
}

std::vector<std::uint8_t> stuttering(std::span<const Nanos> frames, double factor)
{
    Stutter stutter{stutter_window(frames), factor};
    std::vector<std::uint8_t> found(frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) found[i] = stutter.is_one(frames[i]) ? 1 : 0;
    return found;
}

double stutter_percent(std::span<const Nanos> frames, double factor)
{
    const std::vector<std::uint8_t> found = stuttering(frames, factor);
    Nanos stuttered{};
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (found[i] != 0) stuttered += frames[i];
    return percent_of(stuttered, sum_of(frames));
}

double stutter_percent_of_mean(std::span<const Nanos> frames, double factor)
{
    const double limit = factor * timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    Nanos stuttering{};
    for (const Nanos f : frames)
        if (timestep::to_millis(f) > limit) stuttering += f;
    return percent_of(stuttering, sum_of(frames));
}

double stutter_percent_by_count(std::span<const Nanos> frames, double factor)
{
    const double limit = factor * timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    const auto count =
        std::count_if(frames.begin(), frames.end(), [&](Nanos f) { return timestep::to_millis(f) > limit; });
    return percent(static_cast<double>(count), static_cast<double>(frames.size()));
}

} // namespace telemetry
