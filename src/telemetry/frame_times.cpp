#include "telemetry/frame_times.hpp"

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

double percentile_fps(std::span<const Nanos> frames, double share, QuantileRule rule)
{
    std::vector<double> fps = millis_of(frames);
    std::transform(fps.begin(), fps.end(), fps.begin(), [](double ms) { return 1000.0 / ms; });
    return quantile(fps, share, rule);
}

double low_average(std::span<const Nanos> frames, double share)
{
    std::vector<double> all = millis_of(frames);
    std::sort(all.begin(), all.end());
    const double from = quantile_of_sorted(all, 1.0 - share, QuantileRule::r8);
    const auto first  = std::lower_bound(all.begin(), all.end(), from);
    return 1000.0 * static_cast<double>(all.end() - first) / std::accumulate(first, all.end(), 0.0);
}

double low_integral(std::span<const Nanos> frames, double share)
{
    std::vector<double> all = millis_of(frames);
    std::sort(all.begin(), all.end(), std::greater{});
    const double enough = share * std::accumulate(all.begin(), all.end(), 0.0);
    double sum          = 0.0;
    for (const double ms : all)
        if ((sum += ms) >= enough) return 1000.0 / ms;
    return 1000.0 / all.back();
}

double mangohud_low(std::span<const Nanos> frames, double share)
{
    std::vector<double> all = millis_of(frames);
    const double place      = std::max(share * static_cast<double>(all.size()) - 1.0, 0.0);
    const auto found        = all.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(all.begin(), found, all.end(), std::greater{});
    return 1000.0 / *found;
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
    double squares          = 0.0;
    for (std::size_t i = 1; i < all.size(); ++i)
    {
        const double change = std::abs(all[i] - all[i - 1]);
        t.change_mean_ms += change;
        squares += change * change;
        const auto bin = std::upper_bound(change_bin_edges_ms.begin(), change_bin_edges_ms.end(), change);
        ++t.change_bins[static_cast<std::size_t>(bin - change_bin_edges_ms.begin())];
    }
    const double changes = std::max(static_cast<double>(all.size()) - 1.0, 1.0);
    t.change_mean_ms /= changes;
    t.change_rms_ms = std::sqrt(squares / changes);

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

double low_fps(std::span<const Nanos> frames, Low definition, double share)
{
    if (frames.empty()) return nan;
    switch (definition)
    {
    case Low::percentile_r7: return percentile_fps(frames, share, QuantileRule::r7);
    case Low::percentile_r8: return percentile_fps(frames, share, QuantileRule::r8);
    case Low::average: return low_average(frames, share);
    case Low::integral: return low_integral(frames, share);
    case Low::mangohud: return mangohud_low(frames, share);
    }
    return nan;
}

std::size_t stutter_window(std::span<const Nanos> frames)
{
    if (frames.empty()) return 1;
    const double mean_ms = timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    return static_cast<std::size_t>(std::max(std::nearbyint(10.0 * std::sqrt(std::max(mean_ms, 0.0))), 1.0));
}

double stutter_percent(std::span<const Nanos> frames, double factor)
{
    const std::size_t window = stutter_window(frames);
    std::vector<Nanos> tamed(frames.begin(), frames.end());
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (frames[i] > 3 * frames[i - 1]) tamed[i] = frames[i - 1];

    Nanos in_window{};
    Nanos stuttering{};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        in_window += tamed[i] - (i >= window ? tamed[i - window] : Nanos{});
        const auto count = static_cast<double>(std::min(i + 1, window));
        if (timestep::to_millis(frames[i]) > factor * timestep::to_millis(in_window) / count) stuttering += frames[i];
    }
    return percent(timestep::to_millis(stuttering), timestep::to_millis(sum_of(frames)));
}

double stutter_percent_of_mean(std::span<const Nanos> frames, double factor)
{
    const double limit = factor * timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    Nanos stuttering{};
    for (const Nanos f : frames)
        if (timestep::to_millis(f) > limit) stuttering += f;
    return percent(timestep::to_millis(stuttering), timestep::to_millis(sum_of(frames)));
}

double stutter_percent_by_count(std::span<const Nanos> frames, double factor)
{
    const double limit = factor * timestep::to_millis(sum_of(frames)) / static_cast<double>(frames.size());
    const auto count =
        std::count_if(frames.begin(), frames.end(), [&](Nanos f) { return timestep::to_millis(f) > limit; });
    return percent(static_cast<double>(count), static_cast<double>(frames.size()));
}

} // namespace telemetry
