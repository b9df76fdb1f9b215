#include "telemetry/frame_times.hpp"

#include "telemetry/frames.hpp"

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

// The `share`-quantile of the frame rates. `f` is sorted by frame time, longest first, so the rates ascend.
double percentile_fps(const LongestFrames& f, double share, QuantileRule rule)
{
    return interpolated_quantile(f.count, share, rule, [&](std::size_t rank) { return 1000.0 / f.ms[rank]; });
}

// Averages the longest frame times: all that are not below the (1 - share)-quantile. Returns the mean as a rate in fps.
double low_average_fps(const LongestFrames& f, double share)
{
    const double threshold_ms = interpolated_quantile(f.count, 1.0 - share, QuantileRule::r8,
                                                      [&](std::size_t rank) { return f.ms[f.count - 1 - rank]; });
    const auto first_shorter  = std::ranges::find_if(f.ms, [&](double ms) { return ms < threshold_ms; });
    const auto tie_count      = first_shorter == f.ms.end() ? static_cast<double>(f.tie_count) : 0.0;
    return 1000.0 * (static_cast<double>(first_shorter - f.ms.begin()) + tie_count) /
           (std::accumulate(f.ms.begin(), first_shorter, 0.0) + tie_count * f.ms.back());
}

double low_integral_fps(const LongestFrames& f, double share)
{
    const double target_ms = share * f.sum_ms;
    double sum_ms          = 0.0;
    for (const double ms : f.ms)
    {
        sum_ms += ms;
        if (sum_ms >= target_ms) return 1000.0 / ms;
    }
    return 1000.0 / f.ms.back();
}

double mangohud_low_fps(const LongestFrames& f, double share)
{
    const double index = std::max(share * static_cast<double>(f.count) - 1.0, 0.0);
    return 1000.0 / f.ms[static_cast<std::size_t>(index)];
}

double percent_of(double part, double whole) { return whole > 0.0 ? 100.0 * part / whole : nan; }

// The p-quantile of the frame times in ms, interpolated as in numpy (QuantileRule::r7). Needs at least one frame.
double quantile_ms(const IndexedFrameTimes& frames, double p)
{
    return interpolated_quantile(frames.size(), p, QuantileRule::r7,
                                 [&](std::size_t rank) { return timestep::to_millis(frames.at_rank(rank)); });
}

void compute_changes(FrameTimeSummary& t, std::span<const Nanos> frames)
{
    double sum_of_squares = 0.0;
    for (std::size_t i = 1; i < frames.size(); ++i)
    {
        const double change = std::abs(timestep::to_millis(frames[i]) - timestep::to_millis(frames[i - 1]));
        t.change_mean_ms += change;
        sum_of_squares += change * change;
        ++t.change_bins[static_cast<std::size_t>(std::ranges::upper_bound(change_bin_edges_ms, change) -
                                                 change_bin_edges_ms.begin())];
    }
    const double change_count = std::max(static_cast<double>(frames.size()) - 1.0, 1.0);
    t.change_mean_ms /= change_count;
    t.change_rms_ms = std::sqrt(sum_of_squares / change_count);
}

// Finds stutter: frames longer than `factor` times the moving mean of the last frame times, their own included.
struct StutterDetector
{
    // The last frame times. A frame time of over three times the previous frame time is stored as the previous frame
    // time, so that one long frame does not change the mean much.
    RingBuffer<Nanos> limited_times;
    double factor;
    Nanos last_frame_time{};
    Nanos window_sum{};

    bool add_and_check(Nanos frame)
    {
        const bool is_full  = limited_times.size() == limited_times.capacity();
        const Nanos limited = !limited_times.empty() && frame > 3 * last_frame_time ? last_frame_time : frame;
        window_sum += limited - (is_full ? limited_times[0] : Nanos{});
        limited_times.push_back(limited);
        last_frame_time  = frame;
        const auto count = static_cast<double>(limited_times.size());
        return timestep::to_millis(frame) > factor * timestep::to_millis(window_sum) / count;
    }
};

// `part` in percent of `whole`; NaN if `whole` is not positive.
double percent_of(Nanos part, Nanos whole) { return percent_of(timestep::to_millis(part), timestep::to_millis(whole)); }

} // namespace

FrameTimeSummary frame_time_summary(const IndexedFrameTimes& indexed_frames)
{
    const std::span<const Nanos> frames = indexed_frames.frames();
    FrameTimeSummary t{.frames = std::ssize(frames)};
    if (frames.empty()) return t;
    t.mean_ms     = timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    t.average_fps = 1000.0 / t.mean_ms;
    t.p50_ms      = quantile_ms(indexed_frames, 0.50);
    t.p99_ms      = quantile_ms(indexed_frames, 0.99);
    t.max_ms      = timestep::to_millis(indexed_frames.longest());
    compute_changes(t, frames);
    return t;
}

std::vector<std::int64_t> histogram(std::span<const Nanos> frames, Nanos bin_width, std::size_t bin_count)
{
    std::vector<std::int64_t> counts(bin_count);
    for (const Nanos f : frames)
    {
        const auto bin = static_cast<std::size_t>(std::max(f, Nanos::zero()) / bin_width);
        ++counts[std::min(bin, bin_count - 1)];
    }
    return counts;
}

LongestFrames longest_frames(const IndexedFrameTimes& indexed_frames, double share)
{
    const std::span<const Nanos> frames = indexed_frames.frames();
    LongestFrames f{.count = frames.size(), .sum_ms = timestep::to_millis(sum_of(frames))};
    if (frames.empty()) return f;
    const std::size_t entry_count =
        std::min(static_cast<std::size_t>(share * static_cast<double>(f.count)) + 3, f.count);
    const double shortest_ms = timestep::to_millis(indexed_frames.at_rank(f.count - entry_count));
    for (const Nanos frame : frames)
    {
        const double ms = timestep::to_millis(frame);
        if (ms > shortest_ms) f.ms.push_back(ms);
        if (ms == shortest_ms) ++f.tie_count;
    }
    f.tie_count -= entry_count - f.ms.size();
    std::ranges::sort(f.ms, std::greater{});
    f.ms.resize(entry_count, shortest_ms);
    return f;
}

double low_fps(const IndexedFrameTimes& frames, LowDefinition definition, double share)
{
    return low_fps_of(longest_frames(frames, share), definition, share);
}

double low_fps_of(const LongestFrames& longest, LowDefinition definition, double share)
{
    if (longest.count == 0) return nan;
    switch (definition)
    {
    case LowDefinition::percentile_r7: return percentile_fps(longest, share, QuantileRule::r7);
    case LowDefinition::percentile_r8: return percentile_fps(longest, share, QuantileRule::r8);
    case LowDefinition::average: return low_average_fps(longest, share);
    case LowDefinition::integral: return low_integral_fps(longest, share);
    case LowDefinition::mangohud: return mangohud_low_fps(longest, share);
    }
    return nan;
}

std::size_t stutter_window(std::span<const Nanos> frames)
{
    if (frames.empty()) return 1;
    const double mean_ms = timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    return static_cast<std::size_t>(std::max(std::nearbyint(10.0 * std::sqrt(std::max(mean_ms, 0.0))), 1.0));
}

std::vector<std::uint8_t> stutter_flags(std::span<const Nanos> frames, double factor)
{
    StutterDetector detector{RingBuffer<Nanos>{stutter_window(frames)}, factor};
    std::vector<std::uint8_t> flags(frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) flags[i] = detector.add_and_check(frames[i]) ? 1 : 0;
    return flags;
}

double stutter_percent(std::span<const Nanos> frames, double factor)
{
    StutterDetector detector{RingBuffer<Nanos>{stutter_window(frames)}, factor};
    Nanos stutter_time{};
    for (const Nanos frame : frames)
        if (detector.add_and_check(frame)) stutter_time += frame;
    return percent_of(stutter_time, sum_of(frames));
}

double stutter_percent_of_mean(std::span<const Nanos> frames, double factor)
{
    const double limit = factor * timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    Nanos stutter_time{};
    for (const Nanos f : frames)
        if (timestep::to_millis(f) > limit) stutter_time += f;
    return percent_of(stutter_time, sum_of(frames));
}

double stutter_percent_by_count(std::span<const Nanos> frames, double factor)
{
    const double limit = factor * timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    const auto count =
        std::count_if(frames.begin(), frames.end(), [&](Nanos f) { return timestep::to_millis(f) > limit; });
    return percent_of(static_cast<double>(count), static_cast<double>(frames.size()));
}

} // namespace telemetry
