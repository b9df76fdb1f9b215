// lab/metrics/scoreboard.hpp -- the table of all metrics of a lane. The window's scoreboard, the JSON of `timestep_lab
// run` and the assertions of lessons use this table
#pragma once

#include "lab/lane/headless.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lab
{

/// The values of a metric that are better than other values.
enum class Better : std::uint8_t
{
    neither, ///< no value is better than another
    less,
    more,
    near_one,
    near_zero,
};

enum class MetricKind : std::uint8_t
{
    real,
    whole,
    flag, ///< 0 or 1
};

/// The subject of a metric. The scoreboard shows the groups in this order.
enum class MetricGroup : std::uint8_t
{
    time,
    pictures,
    physics,
    steps,
    frames,
};
inline constexpr std::array<std::string_view, 5> metric_groups{"time", "pictures", "physics", "steps", "frames"};

struct MetricRow
{
    std::string_view key;   ///< name in JSON, in snake_case with the unit
    std::string_view title; ///< title of the scoreboard's column
    std::string_view unit;
    std::string_view what; ///< definition of the metric in one sentence
    MetricKind kind = MetricKind::real;
    Better better   = Better::neither;
    MetricGroup group;
    bool first;                       ///< true for the few most important metrics
    double (*get)(const LaneResult&); ///< returns the metric's value; NaN if the value is not known
};

/// Returns all metrics in the order of the scoreboard.
std::span<const MetricRow> all_metrics();
/// Returns the metric with that key, or null.
const MetricRow* find_metric(std::string_view key);

/// Returns the metric's value as text: a number with three or four digits, "yes" or "no"; "-" if it is not known.
std::string value_text(const MetricRow& metric, const LaneResult& result);
/// Returns the hash as 16 hexadecimal digits; "-" without a hash, which means that the state contains a NaN.
std::string hash_text(const std::optional<std::uint64_t>& hash);

/// Returns all metrics as a Markdown table: one row for each metric, one column for each lane, the best values in bold.
std::string markdown(std::span<const LaneResult> results);

enum class Standing : std::uint8_t
{
    none, ///< neither best nor worst
    best,
    worst,
};

/// Returns for each lane whether its value of the metric is the best or the worst. Several lanes may share a standing.
/// All are `none` if all values are equal or if the metric has no better values (Better::neither).
std::vector<Standing> standings(const MetricRow& metric, std::span<const LaneResult> results);

/// Returns the indices of `results`, sorted from the best value of the metric to the worst; equal values keep their
/// order, unknown values come last. A metric without better values (Better::neither) is sorted from small to large.
std::vector<std::size_t> ranked(const MetricRow& metric, std::span<const LaneResult> results);

} // namespace lab
