#include "recordings/facts/overview.hpp"

#include "recordings/facts/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace recordings
{

namespace
{

constexpr std::array overview_column_table{
    OverviewColumn{"frames", "frames", 0},
    OverviewColumn{"length_s", "s", 1},
    OverviewColumn{"mean_ms", "mean", 3},
    OverviewColumn{"p50_ms", "median", 3},
    OverviewColumn{"p99_ms", "99 %", 3},
    OverviewColumn{"max_ms", "longest", 1},
    OverviewColumn{"low_1_fps", "1 % low", 2}, // 1 % quantile of the frame rates, interpolated as in numpy
    OverviewColumn{"stutter_percent", "stutter %", 2},
    OverviewColumn{"change_mean_ms", "change", 3},
    OverviewColumn{"hitches", "hitches", 0},
    OverviewColumn{"dropped", "dropped", 0},
    OverviewColumn{"generated", "generated", 0},
    OverviewColumn{"displayed_mean_ms", "displayed", 3},
    // The mean absolute animation error in ms, as PresentMon defines it.
    OverviewColumn{"animation_error_ms", "animation", 3},
};
static_assert(overview_column_table.size() == overview_column_count,
              "set overview_column_count in overview.hpp to the number of columns");

constexpr double unknown_value = std::numeric_limits<double>::quiet_NaN();

// Outliers are searched from this column on; the columns before it describe the length of the recording.
constexpr std::size_t first_column_with_outliers = 2;
// An outlier differs from the median by at least this fraction of the median.
constexpr double min_outlier_distance = 0.02;

OverviewGroup group_of(std::span<const OverviewRow> rows, std::vector<std::size_t> row_indices)
{
    OverviewGroup g{.application = rows[row_indices.front()].application, .row_indices = std::move(row_indices)};
    const auto n = static_cast<double>(g.row_indices.size());
    for (std::size_t column = 0; column < overview_column_count; ++column)
    {
        std::vector<double> values;
        for (const std::size_t row : g.row_indices) values.push_back(rows[row].values[column]);
        g.means[column]      = mean_of(values);
        g.deviations[column] = std::sqrt(sum_of_squared_deviations(values) / (n - 1.0));
        if (column < first_column_with_outliers || std::isnan(g.means[column])) continue;
        for (const std::size_t outlier : outlier_indices(values, min_outlier_distance))
            g.outliers.push_back({g.row_indices[outlier], column});
    }
    return g;
}

double count_or_nan(const std::optional<std::size_t>& count)
{
    return count ? static_cast<double>(*count) : unknown_value;
}
double mean_ms_or_nan(const std::optional<TimeSummary>& summary) { return summary ? summary->mean_ms : unknown_value; }

} // namespace

std::span<const OverviewColumn> overview_columns() { return overview_column_table; }

OverviewRow overview_row_of(const Recording& recording, std::size_t stream_index, const DisplayTiming& timing)
{
    const StreamFacts facts    = facts_of(recording, stream_index);
    DisplayTimingFacts display = display_timing_facts_of(timing);
    const Stream& s            = recording.streams[stream_index];
    OverviewRow row{
        .file_name     = recording.name,
        .application   = s.application,
        .is_replayable = !facts.replay_refusal,
        .values    = {static_cast<double>(facts.times.frames), timestep::to_seconds(facts.length), facts.times.mean_ms,
                      facts.times.p50_ms, facts.times.p99_ms, facts.times.max_ms,
                      facts.low_1_percent_fps[static_cast<std::size_t>(telemetry::LowDefinition::percentile_r7)],
                      facts.stutter_percent, facts.times.change_mean_ms, static_cast<double>(facts.hitches.size()),
                      count_or_nan(s.dropped_count), count_or_nan(display.generated_count),
                      mean_ms_or_nan(display.display_intervals), mean_ms_or_nan(display.animation_error)},
        .latencies = std::move(display.latencies)};
    if (facts.generation) // generated frames would distort these statistics
        for (const std::string_view key : {"low_1_fps", "stutter_percent", "change_mean_ms"})
            row.values[static_cast<std::size_t>(std::ranges::find(overview_column_table, key, &OverviewColumn::key) -
                                                overview_column_table.begin())] = unknown_value;
    return row;
}

std::vector<std::size_t> shown_column_indices(std::span<const OverviewRow> rows)
{
    std::vector<std::size_t> known;
    for (std::size_t column = 0; column < overview_column_count; ++column)
        if (column < first_optional_column ||
            std::ranges::any_of(rows, [&](const OverviewRow& row) { return !std::isnan(row.values[column]); }))
            known.push_back(column);
    return known;
}

std::vector<std::string> latency_column_names(std::span<const OverviewRow> rows)
{
    std::vector<std::string> names;
    for (const OverviewRow& row : rows)
        for (const auto& l : row.latencies)
            if (std::ranges::find(names, l.column) == names.end()) names.push_back(l.column);
    return names;
}

double mean_latency_ms(const OverviewRow& row, std::string_view column)
{
    const auto found = std::ranges::find(row.latencies, column, &DisplayTimingFacts::Latency::column);
    return found == row.latencies.end() ? unknown_value : found->summary.mean_ms;
}

void sort_by(std::vector<OverviewRow>& rows, const std::function<double(const OverviewRow&)>& value_of,
             bool is_descending)
{
    std::ranges::stable_sort(rows,
                             [&](const OverviewRow& left, const OverviewRow& right)
                             {
                                 const double a = value_of(left), b = value_of(right);
                                 if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
                                 return is_descending ? b < a : a < b;
                             });
}

std::vector<OverviewGroup> application_groups(std::span<const OverviewRow> rows)
{
    std::vector<OverviewGroup> groups;
    std::vector<std::uint8_t> is_grouped(rows.size());
    for (std::size_t first = 0; first < rows.size(); ++first)
    {
        std::vector<std::size_t> row_indices;
        for (std::size_t i = first; i < rows.size(); ++i)
            if (!is_grouped[i] && rows[i].application == rows[first].application)
                row_indices.push_back(i), is_grouped[i] = 1;
        if (row_indices.size() >= 2) groups.push_back(group_of(rows, std::move(row_indices)));
    }
    return groups;
}

} // namespace recordings
