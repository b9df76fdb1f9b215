// recordings/facts/overview.hpp -- a table of many recordings, one row each, with mean, standard deviation and outliers
// of each game's recordings
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
    std::string_view key; ///< name of the column in CSV and for sorting
    std::string_view title;
    int decimals = 0;
};
inline constexpr std::size_t overview_column_count = 14;
/// Index of the first column for which the recordings of some tools have no values.
inline constexpr std::size_t first_optional_column = 10;
std::span<const OverviewColumn> overview_columns();

/// One row of the overview table: a recording and its statistics.
struct OverviewRow
{
    std::string file;
    std::string application; ///< name of the game; empty if the recording does not name the application
    bool replayable = false;
    std::array<double, overview_column_count> values{}; ///< values of the columns in overview_columns(); NaN if unknown
    struct Latency
    {
        std::string column;   ///< name of the latency column as written in the recording
        double mean_ms = 0.0; ///< mean latency in ms over all rows of the recording that have a value
    };
    std::vector<Latency> latencies{};
};
/// The stream must have at least one frame. `timing` is its display timing.
OverviewRow overview_of(const Recording& recording, std::size_t stream, const DisplayTiming& timing);

/// The columns to show: all columns before `first_optional_column`, and each later column for which at least one row
/// has a value.
std::vector<std::size_t> known_columns(std::span<const OverviewRow> rows);
/// The names of the latency columns of all rows, in the order of appearance. The recording tools define these names and
/// their meanings.
std::vector<std::string> latency_columns(std::span<const OverviewRow> rows);
/// In ms; NaN if the row does not have the column.
double latency_of(const OverviewRow& row, std::string_view column);

/// Rows whose value is NaN come last; rows with equal values keep their order.
void sort_by(std::vector<OverviewRow>& rows, const std::function<double(const OverviewRow&)>& value, bool descending);
/// `column` is an index into overview_columns().
void sort_by(std::vector<OverviewRow>& rows, std::size_t column, bool descending);

/// A run whose value in one column of the overview is an outlier.
struct OutlierCell
{
    std::size_t row    = 0; ///< index of the run's row in the table
    std::size_t column = 0; ///< index in overview_columns() of the column with the outlier
};

/// The recordings of one application, with the means and standard deviations of their statistics.
struct OverviewGroup
{
    std::string application;
    std::vector<std::size_t> rows{};                            ///< indices of this application's rows in the table
    std::array<double, overview_column_count> mean{}, spread{}; ///< of each column; `spread` is the standard deviation
    std::vector<OutlierCell> outliers{};
};
/// The groups with at least two rows, in the order of their first rows.
std::vector<OverviewGroup> groups_of(std::span<const OverviewRow> rows);

} // namespace recordings
