// lab/metrics/scoreboard.hpp -- the table of all metrics, for the scoreboard, `timestep_lab run --json` and lessons
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

/// Which values of a metric are better.
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

/// The group of a metric on the scoreboard, in display order.
enum class MetricGroup : std::uint8_t
{
    time,
    pictures,
    physics,
    steps,
    frames,
};
inline constexpr std::array<std::string_view, 5> metric_group_names{"time", "pictures", "physics", "steps", "frames"};

struct MetricRow
{
    std::string_view key; ///< name in JSON, in snake_case with the unit
    std::string_view title;
    std::string_view unit;
    std::string_view definition; ///< one sentence
    MetricKind kind = MetricKind::real;
    Better better   = Better::neither;
    MetricGroup group;
    bool is_always_shown;             ///< on the scoreboard: true for important metrics
    double (*get)(const LaneResult&); ///< NaN if the value is unknown
    /// True if frames[i] contributes to the metric; null if all frames contribute equally, as to a mean.
    bool (*selects_frame)(const telemetry::Frames& frames, std::size_t i, const LaneResult& result) = nullptr;
    bool needs_camera = false; ///< true if the value is unknown without a camera
};

std::span<const MetricRow> all_metrics();
const MetricRow* find_metric(std::string_view key);
/// True for the metrics of a short table: those that are always shown and, with a camera, the jitter on the screen.
bool is_important(const MetricRow& metric, std::span<const LaneResult> results);

/// Returns true if the filter selects frames[i].
using FrameFilter = std::function<bool(const telemetry::Frames& frames, std::size_t i)>;
/// The filter of the frames that contribute to `metric` or, if `metric` is the name of an event, of the frames with
/// this event. Empty if all frames contribute equally. `result` must outlive the filter.
FrameFilter frame_filter_of(std::string_view metric, const LaneResult& result);

/// The value with three or four digits, "yes" or "no", or "-" if it is unknown.
std::string value_text(const MetricRow& metric, const LaneResult& result);
/// 16 hexadecimal digits; "-" without a hash, because the state contains NaN.
std::string hash_text(const std::optional<std::uint64_t>& hash);

/// A Markdown table with a row for each metric and a column for each lane. The best values are in bold.
std::string markdown_table(std::span<const LaneResult> results);

enum class Standing : std::uint8_t
{
    none, ///< neither best nor worst
    best,
    worst,
};

/// The standing of each lane. Values are equal if a player cannot distinguish them: times within 0.1 ms, lengths within
/// 1 mm, other real numbers within 0.005. Several lanes may be best or worst. `none` for all if all are equal, or for
/// Better::neither.
std::vector<Standing> standings(const MetricRow& metric, std::span<const LaneResult> results);

/// Indices of `results`, from the best value to the worst (for Better::neither, from small to large). Equal values keep
/// their order; unknown values are last.
std::vector<std::size_t> ranked_indices(const MetricRow& metric, std::span<const LaneResult> results);

class LaneResultCache
{
public:
    /// Returns the results of all lanes, at most 0.25 s old; their speed is that of compute_pace(). With
    /// `tests_reproducibility`, each computation also tests one more lane, on another virtual PC. `now` is real time.
    const std::vector<LaneResult>& update(const Lanes& lanes, Nanos now, bool tests_reproducibility);
    /// Deletes the results; necessary before other lanes are shown.
    void clear() { results_.clear(); }

private:
    void test_next_lane(const Lanes& lanes);

    std::vector<LaneResult> results_;
    /// True for each reproducible lane. Can have fewer elements than lanes, because one lane is tested at a time.
    std::vector<std::optional<bool>> are_reproducible_;
    /// The first lane's loop at the last computation; update() clears are_reproducible_ if this loop has changed since.
    timestep::LoopId loop_{};
    Nanos computed_at_{}; ///< `now` at the last computation
};

} // namespace lab
