// recordings/facts/overview.hpp -- a table of recordings, with mean, standard deviation and outliers per game
#pragma once

#include "recordings/facts/inspection.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

struct StreamWithFacts; // a stream with its statistics

struct OverviewColumn
{
    std::string_view key; ///< name in CSV files and in sort options
    std::string_view title;
    int decimals = 0;
    double (*compute_value)(const StreamWithFacts& input) = nullptr;
};
std::span<const OverviewColumn> overview_columns_except_latencies();

struct OverviewRow
{
    std::string file_name;
    std::string application; ///< name of the game; empty if unknown
    bool is_replayable = false; ///< true: loops can run with the frame times
    std::vector<double> values{}; ///< in the order of overview_columns_except_latencies(); NaN if unknown
    std::vector<DisplayTimingFacts::Latency> latencies{}; ///< over the rows of the recording that have a value
};
OverviewRow overview_row_of(const Recording& recording, std::size_t stream_index);
/// The value in the column with this key; for a latency column, the mean latency in ms. NaN if unknown.
double column_value(const OverviewRow& row, std::string_view key);

/// All required columns, and the others in which a row has a value. `rows` must outlive the result.
std::vector<OverviewColumn> shown_columns(std::span<const OverviewRow> rows);

/// Sorts rows by their value in a column. NaN comes last; equal rows keep their order.
void sort_by_value(std::vector<OverviewRow>& rows, std::string_view key, bool is_descending);

struct OverviewGroup
{
    std::string application;
    std::vector<std::size_t> row_indices{};
    std::vector<double> means{}, standard_deviations{}; ///< per column; over the rows of the group
    /// For each row, the indices of the columns in which it is an outlier: far from the values of the other rows.
    std::map<std::size_t, std::vector<std::size_t>> outliers{};
};
/// Returns a group for each game with at least two rows, in the order of the first rows of the games.
std::vector<OverviewGroup> application_groups(std::span<const OverviewRow> rows);

} // namespace recordings
