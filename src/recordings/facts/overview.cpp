#include "recordings/facts/overview.hpp"

#include "recordings/facts/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace recordings
{

struct StreamWithFacts
{
    const Stream& stream;
    StreamFacts facts;
};

namespace
{

using CellInput = const StreamWithFacts&;

constexpr double unknown_value = std::numeric_limits<double>::quiet_NaN();
constexpr auto r7_index = static_cast<std::size_t>(telemetry::LowFpsDefinition::percentile_r7);

// A statistic that generated frames would distort; NaN if the recording has generated frames.
double undistorted_value(CellInput input, double value) { return input.facts.frame_generation ? unknown_value : value; }

double count_or_nan(const std::optional<std::size_t>& count)
{
    return count ? static_cast<double>(*count) : unknown_value;
}
double mean_ms_or_nan(const std::optional<TimeSummary>& summary) { return summary ? summary->mean_ms : unknown_value; }

constexpr std::array overview_column_table{
    OverviewColumn{"frames", "frames", 0,
                   [](CellInput input) { return static_cast<double>(input.facts.times.frame_count); }},
    OverviewColumn{"length_s", "s", 1, [](CellInput input) { return timestep::to_seconds(input.facts.duration); }},
    OverviewColumn{"mean_ms", "mean", 3, [](CellInput input) { return input.facts.times.mean_ms; }},
    OverviewColumn{"p50_ms", "median", 3, [](CellInput input) { return input.facts.times.p50_ms; }},
    OverviewColumn{"p99_ms", "99 %", 3, [](CellInput input) { return input.facts.times.p99_ms; }},
    OverviewColumn{"max_ms", "longest", 1, [](CellInput input) { return input.facts.times.max_ms; }},
    // 1 % quantile of the frame rates, interpolated as in numpy
    OverviewColumn{"low_1_fps", "1 % low", 2,
                   [](CellInput input) { return undistorted_value(input, input.facts.low_1_percent_fps[r7_index]); }},
    OverviewColumn{"stutter_percent", "stutter %", 2,
                   [](CellInput input) { return undistorted_value(input, input.facts.stutter_percent); }},
    OverviewColumn{"change_mean_ms", "change", 3,
                   [](CellInput input) { return undistorted_value(input, input.facts.times.change_mean_ms); }},
    OverviewColumn{"hitches", "hitches", 0,
                   [](CellInput input) { return static_cast<double>(input.facts.hitches.size()); }},
    OverviewColumn{"dropped", "dropped", 0, [](CellInput input) { return count_or_nan(input.stream.dropped_count); }},
    OverviewColumn{"generated", "generated", 0,
                   [](CellInput input) { return count_or_nan(input.facts.display_timing.generated_count); }},
    OverviewColumn{"displayed_mean_ms", "displayed", 3,
                   [](CellInput input) { return mean_ms_or_nan(input.facts.display_timing.display_intervals); }},
    // The mean absolute animation error in ms, as PresentMon defines it.
    OverviewColumn{"animation_error_ms", "animation", 3,
                   [](CellInput input) { return mean_ms_or_nan(input.facts.display_timing.animation_error); }},
};
// The columns from this index on can be unknown, because some tools do not record their values.
constexpr std::size_t first_optional_column_index = 10;
// The columns before this index contain the length of a recording. They are not searched for outliers.
constexpr std::size_t first_outlier_column_index = 2;
// An outlier differs from the median by at least this fraction of the median.
constexpr double min_relative_outlier_distance = 0.02;

} // namespace

std::span<const OverviewColumn> overview_columns_except_latencies() { return overview_column_table; }

OverviewRow overview_row_of(const Recording& recording, std::size_t stream_index)
{
    StreamWithFacts input{recording.streams[stream_index], frame_time_facts_of(recording, stream_index)};
    input.facts.display_timing = display_timing_facts_of(input.stream.timing);
    OverviewRow row{.file_name = recording.name,
                    .application = input.stream.application,
                    .is_replayable = !input.facts.replay_error,
                    .latencies = input.facts.display_timing.latencies};
    for (const OverviewColumn& column : overview_column_table) row.values.push_back(column.compute_value(input));
    return row;
}

double column_value(const OverviewRow& row, std::string_view key)
{
    const auto column = std::ranges::find(overview_column_table, key, &OverviewColumn::key);
    if (column != overview_column_table.end())
        return row.values[static_cast<std::size_t>(column - overview_column_table.begin())];
    const auto latency = std::ranges::find(row.latencies, key, &DisplayTimingFacts::Latency::column);
    return latency == row.latencies.end() ? unknown_value : latency->summary.mean_ms;
}

std::vector<OverviewColumn> shown_columns(std::span<const OverviewRow> rows)
{
    const auto required_end = overview_column_table.begin() + first_optional_column_index;
    std::vector<OverviewColumn> selected_columns(overview_column_table.begin(), required_end);
    const auto has_value = [&](const OverviewColumn& column)
    {
        return std::ranges::any_of(rows,
                                   [&](const OverviewRow& row) { return !std::isnan(column_value(row, column.key)); });
    };
    std::copy_if(required_end, overview_column_table.end(), std::back_inserter(selected_columns), has_value);
    for (const OverviewRow& row : rows)
        for (const DisplayTimingFacts::Latency& latency : row.latencies)
            if (std::ranges::find(selected_columns, latency.column, &OverviewColumn::key) == selected_columns.end())
                selected_columns.push_back({latency.column, latency.column, 3});
    return selected_columns;
}

void sort_by_value(std::vector<OverviewRow>& rows, std::string_view key, bool is_descending)
{
    std::ranges::stable_sort(rows,
                             [&](const OverviewRow& a, const OverviewRow& b)
                             {
                                 const double value_a = column_value(a, key), value_b = column_value(b, key);
                                 if (std::isnan(value_a) || std::isnan(value_b)) return !std::isnan(value_a);
                                 return is_descending ? value_b < value_a : value_a < value_b;
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
            if (!is_grouped[i] && rows[i].application == rows[first].application) row_indices.push_back(i);
        for (const std::size_t row_index : row_indices) is_grouped[row_index] = 1;
        if (row_indices.size() < 2) continue;

        const auto row_count = static_cast<double>(row_indices.size());
        OverviewGroup& group =
            groups.emplace_back(OverviewGroup{.application = rows[first].application, .row_indices = row_indices});
        for (std::size_t column_index = 0; column_index < overview_column_table.size(); ++column_index)
        {
            std::vector<double> values;
            for (const std::size_t row_index : row_indices) values.push_back(rows[row_index].values[column_index]);
            group.means.push_back(mean_of(values));
            group.standard_deviations.push_back(std::sqrt(sum_of_squared_deviations(values) / (row_count - 1.0)));
            if (column_index < first_outlier_column_index || std::isnan(group.means.back())) continue;
            for (const std::size_t i : outlier_indices(values, min_relative_outlier_distance))
                group.outliers[row_indices[i]].push_back(column_index);
        }
    }
    return groups;
}

} // namespace recordings
