// recordings/formats/table.hpp -- reads tables with one row for each frame; a TableFormat is what differs between tools
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <string_view>

namespace recordings
{

/// A column with times. A table without a column of this name has no such times.
struct TimesColumn
{
    std::string_view name   = {};     ///< in the form of Header::names
    int scale               = millis; ///< power of ten from the unit of the column to nanoseconds
    bool has_decimal_points = false;  ///< true: the decimal mark is a point, whatever the header's dialect is
};

struct TableFormat
{
    const Format& format;
    std::string_view tool;
    TimingSide side;
    TimesColumn frame;
    TimesColumn clock = {}; ///< time stamps
    /// The event that the time stamp of a row marks.
    StreamClock::Mark mark   = StreamClock::Mark::frame_end;
    std::string_view remark  = {};
    std::size_t skipped_rows = 0;    ///< number of rows at the start that are no frames
    bool has_repeated_header = true; ///< true: a row that repeats the header is skipped
    /// If not null: rows for which it is true are skipped if they have no frame time.
    bool (*is_metadata)(std::string_view row) = nullptr;
    /// If not empty: a row with more fields than the header is refused with this remedy. Commas are then probably both
    /// separators and decimal marks, and "16,7" cannot be distinguished from two fields 16 and 7.
    std::string_view remedy_for_commas = {};
};

/// `header` is the header of the table with the frames; it has the column TableFormat::frame.
Result read_frames(const TableFormat& format, const Source& source, const Header& header);

} // namespace recordings
