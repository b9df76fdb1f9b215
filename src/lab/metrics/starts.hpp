// lab/metrics/starts.hpp -- the same loop on the same PC, started many times: each metric as a distribution
#pragma once

#include "lab/metrics/metric_table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lab
{

/// Start i, from 0, has the seed of `lane` + i, and i / `count` of a step has passed before its first frame.
std::vector<LaneSetup> setups_of_starts(const LaneSetup& lane, std::int64_t count);

/// The values of one metric over the starts of one lane.
struct StartDistribution
{
    std::vector<double> sorted{}; ///< only known values; the members below are 0 if there is none
    double median = 0.0;
    double worst_twentieth = 0.0; ///< 95 % of the starts are as good or better; without a better side, the highest 5 %
    double best = 0.0;
    double worst = 0.0;

    /// True if a reader would see the same value at every start. There must be a value.
    bool is_constant() const;
    /// True if the value of one start says little: they differ by over 5 % of the largest, and not by rounding.
    bool depends_on_start() const;
};
StartDistribution distribution_of(const Metric& metric, std::span<const LaneResult> starts);
/// Indices of the lanes with known values from best to worst: by the median, then by the worst twentieth.
std::vector<std::size_t> ranked_lanes(const Metric& metric, std::span<const StartDistribution> lanes);
/// Four digits; what is smaller than the rounding of a metric is 0.
std::string start_value_text(double value);

} // namespace lab
