// recordings/formats/table.hpp -- reads tables with one row per frame; a TableFormat describes the table of one tool
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <string_view>

namespace recordings
{

/// A column with times. If the table has no column of this name, the times are unknown.
struct TimesColumn
{
    std::string_view name   = {};       ///< in the form of Header::names
    int scale               = scale_ms; ///< power of ten from the column's unit to nanoseconds
    bool has_decimal_points = false;    ///< true: the decimal mark is a point, even if Header::dialect has a comma
};

struct TableFormat
{
    const Format& format;
    std::string_view tool;
    TimingSide side;
    TimesColumn frame_time_column;
    TimesColumn timestamp_column = {};
    /// The event that a row's time stamp marks.
    StreamClock::Mark mark   = StreamClock::Mark::frame_end;
    std::string_view remark  = {};
    std::size_t skipped_rows = 0;    ///< number of rows at the start that are not frames
    bool has_repeated_header = true; ///< true: rows that repeat the header are skipped
    /// If not null: rows without a frame time are skipped if this function returns true for them.
    bool (*is_metadata)(std::string_view row) = nullptr;
    /// If not empty: a row with more fields than the header is refused with this remedy, because commas are probably
    /// both separators and decimal marks, and "16,7" can also mean two fields.
    std::string_view remedy_for_commas = {};
};

/// Reads the frames below `header`, which must contain the column TableFormat::frame_time_column.
Result read_table_frames(const TableFormat& format, const Source& source, const Header& header);

} // namespace recordings
