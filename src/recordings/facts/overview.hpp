// recordings/facts/overview.hpp -- many recordings side by side: a row each, and what the runs of one game have in
// common
#pragma once

#include "recordings/facts/display_timing.hpp"
#include "recordings/facts/inspection.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

struct OverviewColumn
{
    std::string_view key; ///< as in CSV, and to sort by
    std::string_view title;
    int decimals = 0;
};
inline constexpr std::size_t overview_count = 14;
/// From here on stands what only some tools write.
inline constexpr std::size_t overview_beside = 10;
std::span<const OverviewColumn> overview_columns();

/// One recording.
struct OverviewRow
{
    std::string file;
    std::string application; ///< empty where nobody says
    bool replayable = false;
    std::array<double, overview_count> values{}; ///< in the order of the columns; NaN for what nobody knows
    struct Latency
    {
        std::string column;   ///< as written in the recording
        double mean_ms = 0.0; ///< of the rows that say it
    };
    std::vector<Latency> latencies{};
};
/// Of a stream with at least one frame, and of its display timing.
OverviewRow overview_of(const Recording& recording, std::size_t stream, const DisplayTiming& timing);

/// The columns that some row knows: all that every recording has, and of the others those that are told.
std::vector<std::size_t> known_columns(std::span<const OverviewRow> rows);
/// The latency columns of all rows, in the order of appearance; a tool's names, which mean what its maker says.
std::vector<std::string> latency_columns(std::span<const OverviewRow> rows);
/// NaN where the row does not have it.
double latency_of(const OverviewRow& row, std::string_view column);

/// The order of the rows by a column; what is unknown comes last, equals stay as they are.
void sort_by(std::vector<OverviewRow>& rows, std::size_t column, bool descending);

struct OddRun
{
    std::size_t row    = 0; ///< of all rows
    std::size_t column = 0;
};

/// Several recordings of one application.
struct OverviewGroup
{
    std::string application;
    std::vector<std::size_t> rows{};             ///< of all rows
    std::array<double, overview_count> mean{};   ///< of the rows
    std::array<double, overview_count> spread{}; ///< their standard deviation
    std::vector<OddRun> odd{};                   ///< unlike the others of the group
};
/// Those of at least two rows, in the order of the first of each.
std::vector<OverviewGroup> groups_of(std::span<const OverviewRow> rows);

} // namespace recordings
