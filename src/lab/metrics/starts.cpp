#include "lab/metrics/starts.hpp"

#include "base/number.hpp"
#include "telemetry/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace lab
{

namespace
{

constexpr double metric_rounding = 1e-5; // in the metric's unit

} // namespace

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

double badness(const Metric& metric, double value)
{
    switch (metric.preferred_value)
    {
    case PreferredValue::high: return -value;
    case PreferredValue::near_one: return std::abs(value - 1.0);
    case PreferredValue::near_zero: return std::abs(value);
    default: return value;
    }
}

std::string start_value_text(double value)
{
    return base::number_text(std::abs(value) < metric_rounding ? 0.0 : value, 4);
}

} // namespace lab
