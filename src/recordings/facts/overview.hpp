// recordings/facts/overview.hpp -- a table of recordings, with mean, standard deviation and outliers per game
#pragma once

#include "recordings/facts/inspection.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

struct OverviewColumn
{
    std::string_view key; ///< name in CSV files and for sorting
    std::string_view title;
    int decimals = 0;
};
inline constexpr std::size_t overview_column_count = 14;
/// Index of the first column that can be unknown, because some tools do not record its values.
inline constexpr std::size_t first_optional_column = 10;
std::span<const OverviewColumn> overview_columns();

/// One row of the overview table: the statistics of one recording.
struct OverviewRow
{
    std::string file_name;
    std::string application;    ///< name of the game; empty if the recording does not contain it
    bool is_replayable = false; ///< loops can run with the frame times
    std::array<double, overview_column_count> values{}; ///< in the order of overview_columns(); NaN if unknown
    struct Latency
    {
        std::string column;   ///< column name as written in the recording
        double mean_ms = 0.0; ///< mean latency in ms over the recording's rows that have a value
    };
    std::vector<Latency> latencies{};
};
/// The overview row of one stream, which must have at least one frame. `timing` is the stream's display timing.
OverviewRow overview_row_of(const Recording& recording, std::size_t stream_index, const DisplayTiming& timing);

/// Indices of the columns to show: all columns before `first_optional_column`, and later columns with a value in any
/// row.
std::vector<std::size_t> shown_column_indices(std::span<const OverviewRow> rows);
/// The names of the latency columns in all rows, in the order of appearance. Recording tools define these names.
std::vector<std::string> latency_column_names(std::span<const OverviewRow> rows);
/// The mean latency of `column` in ms; NaN if the row does not have the column.
double mean_latency_ms(const OverviewRow& row, std::string_view column);

/// Sorts rows by `value_of`. Rows with the value NaN come last; rows with equal values keep their order.
void sort_by(std::vector<OverviewRow>& rows, const std::function<double(const OverviewRow&)>& value_of,
             bool is_descending);
/// Sorts rows by a column, an index into overview_columns().
void sort_by(std::vector<OverviewRow>& rows, std::size_t column_index, bool is_descending);

/// A recording whose value in one column is an outlier among the recordings of its game.
struct OutlierCell
{
    std::size_t row_index    = 0; ///< index in the table's rows
    std::size_t column_index = 0; ///< index into overview_columns()
};

/// The recordings of one application, with mean and standard deviation of each column.
struct OverviewGroup
{
    std::string application;
    std::vector<std::size_t> row_indices{};                          ///< indices of the application's rows in the table
    std::array<double, overview_column_count> means{}, deviations{}; ///< mean and standard deviation per column
    std::vector<OutlierCell> outliers{};
};
/// The applications with at least two rows, in the order of their first rows.
std::vector<OverviewGroup> application_groups(std::span<const OverviewRow> rows);

} // namespace recordings
