// lab/metrics/scoreboard.hpp -- the table of all metrics of a loop, used by the window's scoreboard, by the JSON of
// `timestep_lab run` and by lessons
#pragma once

#include "lab/lane/lane_run.hpp"
#include "telemetry/frames.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lab
{

/// The better values of a metric.
enum class Better : std::uint8_t
{
    neither,
    less,
    more,
    near_one,
    near_zero,
};

enum class MetricKind : std::uint8_t
{
    real,
    whole,
    flag, ///< false or true, stored as 0 or 1
};

/// The subject of a metric. The scoreboard shows metrics in groups, in this order.
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
    std::string_view key; ///< name of the metric in JSON, in snake_case with the unit
    std::string_view title;
    std::string_view unit;
    std::string_view what; ///< definition of the metric in one sentence
    MetricKind kind = MetricKind::real;
    Better better   = Better::neither;
    MetricGroup group;
    bool first;                       ///< true for the most important metrics, which the scoreboard always shows
    double (*get)(const LaneResult&); ///< NaN if the value is unknown
    /// True if frames[i] contributes to the metric; null if all frames contribute equally, such as to a mean.
    bool (*selects)(const telemetry::Frames& frames, std::size_t i, const LaneResult& result) = nullptr;
};

std::span<const MetricRow> all_metrics();
const MetricRow* find_metric(std::string_view key);

/// True if it selects the frame frames[i].
using FrameFilter = std::function<bool(const telemetry::Frames& frames, std::size_t i)>;
/// Selects the frames that contribute to `metric` or, if `metric` is the name of an event, the frames in which this
/// event happened. Empty if all frames contribute equally. `result` must live longer than the filter.
FrameFilter frames_of(std::string_view metric, const LaneResult& result);

/// A number with three or four digits, "yes" or "no"; "-" if the value is unknown.
std::string value_text(const MetricRow& metric, const LaneResult& result);
/// 16 hexadecimal digits; "-" if there is no hash because the state contains a NaN.
std::string hash_text(const std::optional<std::uint64_t>& hash);

/// A Markdown table with one row for each metric and one column for each lane. The best values are in bold.
std::string markdown(std::span<const LaneResult> results);

enum class Standing : std::uint8_t
{
    none, ///< the value is neither the best nor the worst
    best,
    worst,
};

/// One for each lane. Values that a player cannot tell apart are equal: times within 0.1 ms, lengths within 1 mm, other
/// real numbers within 0.005. Several lanes may be the best or the worst. All are `none` if all values are equal, or if
/// the metric has no better direction (Better::neither).
std::vector<Standing> standings(const MetricRow& metric, std::span<const LaneResult> results);

/// Indices of `results`, sorted from the best value to the worst. Equal values keep their order, unknown values come
/// last. If the metric has no better direction (Better::neither), sorts from small to large.
std::vector<std::size_t> ranked(const MetricRow& metric, std::span<const LaneResult> results);

class Judge
{
public:
    /// Returns the results of all lanes, at most 0.25 s old. Their speed is that of
    /// pace_of(), the number of the verdict. With `replays`, each computation of the results also checks one more lane
    /// for reproducibility: runs it again on another virtual PC. `now` is the time on this PC's clock.
    const std::vector<LaneResult>& update(const Lanes& lanes, Nanos now, bool replays);
    /// Deletes the results. Call it when the window shows other lanes.
    void clear() { results_.clear(); }

private:
    void replay(const Lanes& lanes);

    std::vector<LaneResult> results_;
    /// For each lane, true if it is reproducible. May have fewer elements than there are lanes, because only one
    /// lane is checked at a time.
    std::vector<std::optional<bool>> reproducible_;
    /// The first lane's loop at the last computation of the results. If the user has chosen another loop since then,
    /// update() clears reproducible_.
    timestep::LoopId loop_{};
    Nanos at_{}; ///< time `now` of the call that last computed results_
};

} // namespace lab
