// lab/metrics/metric_table.hpp -- the metrics of lanes, for the scoreboard, `timestep_lab run --json` and lessons
#pragma once

#include "lab/lane/lane_run.hpp"
#include "telemetry/frames.hpp"
#include "telemetry/metric_definitions.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lab
{

enum class MetricKind : std::uint8_t
{
    real,
    whole,
    flag, ///< false or true, as 0 or 1
};

/// The groups of metrics in display order.
enum class MetricGroup : std::uint8_t
{
    time,
    pictures, ///< what the displayed frames show, and when
    physics,
    steps,
    frames,
};
inline constexpr std::array<std::string_view, 5> metric_group_names{"time", "pictures", "physics", "steps", "frames"};

struct Metric : telemetry::MetricDefinition
{
    MetricKind kind = MetricKind::real;
    MetricGroup group;
    bool decides; ///< true: one of the eight that decide which loop is better, for short tables
    double (*get)(const LaneResult&); ///< NaN if the value is unknown
    /// True if frames[i] contributes to the metric's value. Null if all frames contribute equally.
    bool (*selects_frame)(const telemetry::Frames& frames, std::size_t i, const LaneResult& result) = nullptr;
    bool needs_camera = false; ///< true if only scenes with a camera have a value
};

std::span<const Metric> all_metrics();
const Metric* find_metric(std::string_view key);
/// True if the short version of the table of `results` has a row for `metric`.
bool is_in_short_table(const Metric& metric, std::span<const LaneResult> results);

using FramePredicate = std::function<bool(const telemetry::Frames& frames, std::size_t i)>;
/// Selects the frames that contribute to a metric or have an event; empty if all do. `result` must outlive the filter.
FramePredicate frame_filter(std::string_view value_key, const LaneResult& result);

/// Formats the metric's value: a number with about four digits, "yes" or "no", or "-" if it is unknown.
std::string value_text_without_unit(const Metric& metric, const LaneResult& result);
/// Formats a hash as 16 hexadecimal digits. Returns "-" if there is none, because the state contains a NaN.
std::string hash_text(const std::optional<std::uint64_t>& hash);

/// Returns a Markdown table: a row for each metric, a column for each result, the best values in bold.
std::string markdown_table(std::span<const LaneResult> results);

enum class RankMark : std::uint8_t
{
    none,
    best,
    worst,
};

/// All marks are `none` if the metric has no preferred value, or if a player would notice no difference.
std::vector<RankMark> rank_marks(const Metric& metric, std::span<const LaneResult> results);

/// Larger is worse; of a metric without a better side, the value itself.
double badness(const Metric& metric, double value);
/// Indices of `results` from best to worst, or from small to large for telemetry::PreferredValue::none. Unknown values
/// come last.
std::vector<std::size_t> ranked_indices(const Metric& metric, std::span<const LaneResult> results);

/// True if other frame times give the same physics states; std::nullopt if the test throws std::runtime_error.
std::optional<bool> try_reproduce(const LaneSetup& setup);

/// The results of all lanes in the window. A lane is one loop with its world and its PC (lab/lane/lane_run.hpp).
class LaneResultCache
{
public:
    /// Results of all loops, less than 0.25 s old at the real time `now`.
    const std::vector<LaneResult>& refresh(const LaneRuns& lanes, Nanos now, bool tests_reproducibility_of_next_lane);
    /// Discards all results. Must be called before the window shows other loops.
    void clear() { results_.clear(); }

private:
    std::vector<LaneResult> results_;
    /// For each tested loop in `results_`: true if other frame times give the same states; empty if the test threw.
    std::vector<std::optional<bool>> reproducibility_of_lanes_;
    timestep::PresetId first_lane_preset_{};
    Nanos results_computed_at_{}; ///< `now` when `results_` was computed
};

} // namespace lab
