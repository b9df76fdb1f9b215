// recordings/formats/table.hpp -- reads tables with one row per frame; a TableFormat describes the table of one tool
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/stream_builder.hpp"

#include <string_view>

namespace recordings
{

/// The name, the unit and the decimal mark of a column with times.
struct TimeColumnFormat
{
    std::string_view name = {}; ///< normalised name: lower case, without blanks and underscores
    int exponent = ms_exponent; ///< power of ten that converts the column's unit to nanoseconds
    bool always_uses_decimal_point = false; ///< true: the decimal mark is a point, even in a table with decimal commas
};

struct TableFormat
{
    const Format& format;
    std::string_view tool; ///< name of the program that wrote the table
    FrameBoundary frame_boundary;
    TimeColumnFormat frame_time_column;
    TimeColumnFormat timestamp_column = {};
    TimestampMeaning::Event timestamp_event = TimestampMeaning::Event::frame_end;
    std::string_view remark = {}; ///< advice for the user about this tool's frame times, or empty
    std::size_t skipped_row_count = 0; ///< rows below the header that are not frames
    bool has_repeated_header = true; ///< true: the tool repeats the header between the rows
    /// Returns true for a row of metadata, which is skipped. The pointer is null if the format has no metadata.
    bool (*is_metadata)(std::string_view first_field) = nullptr;
    /// If set, a file with more fields in a row than in the header is refused, with this advice.
    std::string_view extra_fields_remedy = {};
};

/// Reads all rows below `header`, which must have the column TableFormat::frame_time_column.
RecordingOrError read_table_frames(const TableFormat& table, const RecordingSource& source, const Header& header);

} // namespace recordings
