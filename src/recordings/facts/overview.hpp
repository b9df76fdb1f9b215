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
    std::string_view key; ///< name in CSV files and in sort options
    std::string_view title;
    int decimals = 0;
};
inline constexpr std::size_t overview_column_count = 14;
/// The columns from this index on can be unknown, because some tools do not record their values.
inline constexpr std::size_t first_optional_column = 10;
std::span<const OverviewColumn> overview_columns();

struct OverviewRow
{
    std::string file_name;
    std::string application;                              ///< name of the game; empty if unknown
    bool is_replayable = false;                           ///< true: loops can run with the frame times
    std::array<double, overview_column_count> values{};   ///< in the order of overview_columns(); NaN if unknown
    std::vector<DisplayTimingFacts::Latency> latencies{}; ///< over the rows of the recording that have a value
};
/// The stream must have at least one frame. `timing` is its display timing.
OverviewRow overview_row_of(const Recording& recording, std::size_t stream_index, const DisplayTiming& timing);

/// The indices of the columns that have a value in any row, and of all columns before `first_optional_column`.
std::vector<std::size_t> shown_column_indices(std::span<const OverviewRow> rows);
/// The names of the latency columns of all rows, in the order of appearance.
std::vector<std::string> latency_column_names(std::span<const OverviewRow> rows);
/// The mean latency in ms; NaN if the row does not have the column.
double mean_latency_ms(const OverviewRow& row, std::string_view column);

/// Sorts rows by `value_of`. NaN comes last; equal rows keep their order.
void sort_by(std::vector<OverviewRow>& rows, const std::function<double(const OverviewRow&)>& value_of,
             bool is_descending);

/// A recording whose value in one column differs strongly from the other recordings of the same game.
struct OutlierCell
{
    std::size_t row_index    = 0;
    std::size_t column_index = 0; ///< index into overview_columns()
};

struct OverviewGroup
{
    std::string application;
    std::vector<std::size_t> row_indices{};
    std::array<double, overview_column_count> means{}, deviations{}; ///< per column; deviations are standard deviations
    std::vector<OutlierCell> outliers{};
};
/// Games with at least two rows, in the order of their first rows.
std::vector<OverviewGroup> application_groups(std::span<const OverviewRow> rows);

} // namespace recordings
