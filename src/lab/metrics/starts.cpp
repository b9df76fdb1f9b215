#include "lab/metrics/starts.hpp"

#include "base/number.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab
{

constexpr double metric_rounding = 1e-5; // in the metric's unit

std::vector<LaneSetup> setups_of_starts(const LaneSetup& lane, std::int64_t count)
{
    std::vector<LaneSetup> setups;
    for (std::int64_t i = 0; i < count; ++i)
    {
        setups.push_back(lane);
        setups.back().config.seed += static_cast<std::uint64_t>(i);
        setups.back().config.start_phase = static_cast<double>(i) / static_cast<double>(count);
    }
    return setups;
}

bool StartDistribution::is_constant() const { return sorted.back() - sorted.front() < metric_rounding; }

bool StartDistribution::depends_on_start() const
{
    constexpr double min_spread = 0.05; // of the largest value
    constexpr double min_value = 1e-3; // in the metric's unit; smaller values are rounding
    if (sorted.empty()) return false;
    const double largest = std::max(std::abs(sorted.front()), std::abs(sorted.back()));
    return largest > min_value && sorted.back() - sorted.front() > min_spread * largest;
}

StartDistribution distribution_of(const Metric& metric, std::span<const LaneResult> starts)
{
    StartDistribution found;
    for (const LaneResult& start : starts)
        if (const double value = metric.get(start); std::isfinite(value)) found.sorted.push_back(value);
    if (found.sorted.empty()) return found;
    std::ranges::stable_sort(found.sorted, {}, [&](double value) { return badness(metric, value); });
    found.best = found.sorted.front();
    found.worst = found.sorted.back();
    found.worst_twentieth = telemetry::quantile_of_sorted(found.sorted, 0.95);
    std::ranges::sort(found.sorted);
    found.median = telemetry::quantile_of_sorted(found.sorted, 0.5);
    return found;
}

std::vector<std::size_t> ranked_lanes(const Metric& metric, std::span<const StartDistribution> lanes)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        if (!lanes[i].sorted.empty()) order.push_back(i);
    std::ranges::stable_sort(
        order, {},
        [&](std::size_t i) {
            return std::pair{badness(metric, lanes[i].median), badness(metric, lanes[i].worst_twentieth)};
        });
    return order;
}

std::string start_value_text(double value)
{
    return base::number_text(std::abs(value) < metric_rounding ? 0.0 : value, 4);
}

} // namespace lab
