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

void set_change_statistics(FrameTimeSummary& summary, std::span<const Nanos> frame_times)
{
    double sum_of_squares = 0.0, previous_ms = timestep::to_millis(frame_times.front());
    for (std::size_t i = 1; i < frame_times.size(); ++i)
    {
        const double time_ms = timestep::to_millis(frame_times[i]), change = std::abs(time_ms - previous_ms);
        previous_ms = time_ms;
        summary.change_mean_ms += change;
        sum_of_squares += change * change;
        std::size_t bin_index = 0;
        for (const double edge_ms : change_bin_edges_ms) bin_index += change >= edge_ms ? 1 : 0;
        ++summary.change_counts[bin_index];
    }
    const double change_count = std::max(static_cast<double>(frame_times.size()) - 1.0, 1.0);
    summary.change_mean_ms /= change_count;
    summary.change_rms_ms = std::sqrt(sum_of_squares / change_count);
}

// The `share`-quantile of the frame rates. `longest` is sorted by frame time, longest first, so the rates ascend.
double percentile_fps(const LongestFrameTimes& longest, double share, QuantileRule rule)
{
    return interpolated_quantile(longest.frame_count, share, rule,
                                 [&](std::size_t rank) { return 1000.0 / longest.times_ms[rank]; });
}

// Averages the frame times at or above the (1 - share)-quantile of all frame times. Returns the mean as a rate in fps.
double low_average_fps(const LongestFrameTimes& longest, double share)
{
    const double threshold_ms =
        interpolated_quantile(longest.frame_count, 1.0 - share, QuantileRule::r8,
                              [&](std::size_t rank) { return longest.times_ms[longest.frame_count - 1 - rank]; });
    const auto first_shorter = std::ranges::find_if(longest.times_ms, [&](double ms) { return ms < threshold_ms; });
    const double tie_count =
        first_shorter == longest.times_ms.end() ? static_cast<double>(longest.omitted_tie_count) : 0.0;
    const double low_frame_count = static_cast<double>(first_shorter - longest.times_ms.begin()) + tie_count;
    const double sum_ms = std::accumulate(longest.times_ms.begin(), first_shorter, 0.0);
    return 1000.0 * low_frame_count / (sum_ms + tie_count * longest.times_ms.back());
}

double low_integral_fps(const LongestFrameTimes& longest, double share)
{
    const double target_ms = share * longest.sum_ms;
    double sum_ms = 0.0;
    for (const double time_ms : longest.times_ms)
    {
        sum_ms += time_ms;
        if (sum_ms >= target_ms) return 1000.0 / time_ms;
    }
    return 1000.0 / longest.times_ms.back();
}

double mangohud_low_fps(const LongestFrameTimes& longest, double share)
{
    const double slowest_index = std::max(share * static_cast<double>(longest.frame_count) - 1.0, 0.0);
    return 1000.0 / longest.times_ms[static_cast<std::size_t>(slowest_index)];
}

// Calls use_frame(index) for each frame longer than `factor` times the moving mean, which includes this frame.
void for_each_stutter(const IndexedFrameTimesView& indexed_frame_times, double factor, auto use_frame)
{
    const std::span<const Nanos> frame_times = indexed_frame_times.frame_times();
    RingBuffer<Nanos> limited_times{stutter_window_size(indexed_frame_times)};
    Nanos window_sum{};
    for (std::size_t i = 0; i < frame_times.size(); ++i)
    {
        const bool is_outlier = i > 0 && frame_times[i] > 3 * frame_times[i - 1];
        const Nanos limited_time = is_outlier ? frame_times[i - 1] : frame_times[i];
        const bool is_full = limited_times.size() == limited_times.capacity();
        window_sum += limited_time - (is_full ? limited_times[0] : Nanos{});
        limited_times.push_back(limited_time);
        const auto window_size = static_cast<double>(limited_times.size());
        // Most frames are far below the limit, as products show faster than exact quotients.
        if (static_cast<double>(frame_times[i].count()) * window_size <
            0.99 * factor * static_cast<double>(window_sum.count()))
            continue;
        if (timestep::to_millis(frame_times[i]) > factor * timestep::to_millis(window_sum) / window_size) use_frame(i);
    }
}

// NaN if `whole` is not positive.
double percent_of(double part, double whole) { return whole > 0.0 ? 100.0 * part / whole : nan; }
double percent_of(Nanos part, Nanos whole) { return percent_of(timestep::to_millis(part), timestep::to_millis(whole)); }

// The longest frame time up to `factor` times the mean. Needs at least one frame.
Nanos longest_within_limit(const IndexedFrameTimesView& frame_times, double factor)
{
    const double limit_ms = factor * timestep::to_millis(frame_times.sum()) / static_cast<double>(frame_times.size());
    Nanos longest{static_cast<std::int64_t>(limit_ms * 1e6) + 1};
    while (timestep::to_millis(longest) > limit_ms) --longest;
    return longest;
}

} // namespace

FrameTimeSummary frame_time_summary(const IndexedFrameTimesView& indexed_frame_times)
{
    const std::span<const Nanos> frame_times = indexed_frame_times.frame_times();
    FrameTimeSummary summary{.frame_count = std::ssize(frame_times)};
    if (frame_times.empty()) return summary;
    summary.mean_ms = timestep::to_millis(indexed_frame_times.sum()) / static_cast<double>(frame_times.size());
    summary.average_fps = 1000.0 / summary.mean_ms;
    summary.p50_ms = quantile_ms(indexed_frame_times, 0.50);
    summary.p99_ms = quantile_ms(indexed_frame_times, 0.99);
    summary.max_ms = timestep::to_millis(indexed_frame_times.longest());
    set_change_statistics(summary, frame_times);
    return summary;
}

std::vector<std::int64_t> clamped_histogram(std::span<const Nanos> frame_times, Nanos bin_width, std::size_t bin_count)
{
    std::vector<std::int64_t> counts(bin_count);
    const Nanos last_bin_start = bin_width * static_cast<std::int64_t>(bin_count - 1);
    for (const Nanos frame_time : frame_times) // a division of doubles is faster, and exact enough to be rounded down
        ++counts[static_cast<std::size_t>(
            static_cast<double>(std::clamp(frame_time, Nanos::zero(), last_bin_start).count()) /
            static_cast<double>(bin_width.count()))];
    return counts;
}

LongestFrameTimes longest_frame_times(const IndexedFrameTimesView& indexed_frame_times, double max_share)
{
    const std::span<const Nanos> frame_times = indexed_frame_times.frame_times();
    LongestFrameTimes longest{.frame_count = frame_times.size(),
                              .sum_ms = timestep::to_millis(indexed_frame_times.sum())};
    if (frame_times.empty()) return longest;
    const std::size_t entry_count = std::min(
        static_cast<std::size_t>(max_share * static_cast<double>(longest.frame_count)) + 3, longest.frame_count);
    const Nanos shortest = indexed_frame_times.at_rank(longest.frame_count - entry_count);
    for (const Nanos frame_time : frame_times)
    {
        if (frame_time > shortest) longest.times_ms.push_back(timestep::to_millis(frame_time));
        if (frame_time == shortest) ++longest.omitted_tie_count;
    }
    longest.omitted_tie_count -= entry_count - longest.times_ms.size();
    std::ranges::sort(longest.times_ms, std::greater{});
    longest.times_ms.resize(entry_count, timestep::to_millis(shortest));
    return longest;
}

double low_fps(const IndexedFrameTimesView& frame_times, LowFpsDefinition definition, double share)
{
    return low_fps_of_longest(longest_frame_times(frame_times, share), definition, share);
}

double low_fps_of_longest(const LongestFrameTimes& longest, LowFpsDefinition definition, double share_up_to_max)
{
    if (longest.frame_count == 0) return nan;
    switch (definition)
    {
    case LowFpsDefinition::percentile_r7: return percentile_fps(longest, share_up_to_max, QuantileRule::r7);
    case LowFpsDefinition::percentile_r8: return percentile_fps(longest, share_up_to_max, QuantileRule::r8);
    case LowFpsDefinition::low_average: return low_average_fps(longest, share_up_to_max);
    case LowFpsDefinition::low_integral: return low_integral_fps(longest, share_up_to_max);
    case LowFpsDefinition::mangohud: return mangohud_low_fps(longest, share_up_to_max);
    }
    return nan;
}

std::size_t stutter_window_size(const IndexedFrameTimesView& frame_times)
{
    if (frame_times.empty()) return 1;
    const double mean_ms = timestep::to_millis(frame_times.sum()) / static_cast<double>(frame_times.size());
    return static_cast<std::size_t>(std::max(std::nearbyint(10.0 * std::sqrt(std::max(mean_ms, 0.0))), 1.0));
}

std::vector<std::uint8_t> moving_mean_stutter_flags(const IndexedFrameTimesView& frame_times, double factor)
{
    std::vector<std::uint8_t> flags(frame_times.size());
    for_each_stutter(frame_times, factor, [&](std::size_t i) { flags[i] = 1; });
    return flags;
}

double stutter_percent(const IndexedFrameTimesView& frame_times, double factor)
{
    Nanos stutter_time{};
    for_each_stutter(frame_times, factor, [&](std::size_t i) { stutter_time += frame_times.frame_times()[i]; });
    return percent_of(stutter_time, frame_times.sum());
}

double stutter_percent_of_mean(const IndexedFrameTimesView& frame_times, double factor)
{
    if (frame_times.empty()) return nan;
    Nanos stutter_time{};
    for (const Nanos limit = longest_within_limit(frame_times, factor); const Nanos time : frame_times.frame_times())
        if (time > limit) stutter_time += time;
    return percent_of(stutter_time, frame_times.sum());
}

double stutter_percent_by_count(const IndexedFrameTimesView& frame_times, double factor)
{
    if (frame_times.empty()) return nan;
    const auto stutter_count =
        std::ranges::count_if(frame_times.frame_times(),
                              [limit = longest_within_limit(frame_times, factor)](Nanos time) { return time > limit; });
    return percent_of(static_cast<double>(stutter_count), static_cast<double>(frame_times.size()));
}

} // namespace telemetry
