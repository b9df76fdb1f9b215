// lab/metrics/scoreboard.hpp -- every number that lanes are judged by, as one row of a table: the window's scoreboard,
// the JSON of `timestep_lab run` and the assertions of lessons are all made from it
#pragma once

#include "lab/lane/headless.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lab
{

enum class Better : std::uint8_t
{
    neither, ///< just a fact
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

/// What a metric tells of; the scoreboard shows them in this order.
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
    std::string_view key;   ///< snake_case with its unit, as in JSON
    std::string_view title; ///< of the scoreboard's column
    std::string_view unit;
    std::string_view what; ///< one sentence: its definition
    MetricKind kind = MetricKind::real;
    Better better   = Better::neither;
    MetricGroup group;
    bool first;                       ///< among the few that most questions are answered by
    double (*get)(const LaneResult&); ///< NaN where it is not known
};

/// In the order of the scoreboard.
std::span<const MetricRow> all_metrics();
/// The metric of that key, or null.
const MetricRow* find_metric(std::string_view key);

/// As people read it: three or four digits, "yes" and "no", "-" where it is not known.
std::string value_text(const MetricRow& metric, const LaneResult& result);
/// Sixteen hexadecimal digits; "-" for a state with a NaN in it.
std::string hash_text(const std::optional<std::uint64_t>& hash);

/// The whole table as Markdown: a row a metric, a column a lane, the best in bold.
std::string markdown(std::span<const LaneResult> results);

enum class Standing : std::uint8_t
{
    none,
    best,
    worst,
};

/// For each lane, whether it is the best or the worst of all by that metric; several may be. None where all are the
/// same, or none is better.
std::vector<Standing> standings(const MetricRow& metric, std::span<const LaneResult> results);

/// The places of the results, best first; those that do not know the metric last, equals in their order. By a metric
/// of which none is better: the smallest first.
std::vector<std::size_t> ranked(const MetricRow& metric, std::span<const LaneResult> results);

} // namespace lab
