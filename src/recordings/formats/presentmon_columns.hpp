// recordings/formats/presentmon_columns.hpp -- finds the columns in files of all versions of PresentMon and of tools
// that use its columns
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <algorithm>
#include <cstddef>

namespace recordings
{

/// Indices of the columns in a PresentMon file; `none` if the file does not have the column.
struct PresentColumns
{
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t application = none;
    std::size_t process_id  = none;
    std::size_t swap_chain  = none;
    std::size_t frame       = none; ///< index of the column with the frame time
    /// Index of the column CPUWait, for files without a column for the whole frame time. The frame time is then the sum
    /// of this column and the column CPUBusy, which has the index `frame`.
    std::size_t frame_rest = none;
    std::size_t time       = none; ///< index of the column with the time stamp at the start or end of the frame
    std::size_t dropped    = none; ///< index of the column with 1 for a frame that was not shown
    std::size_t displayed  = none; ///< index of the column with NA for a frame that was not shown
    /// Index of the column with the animation error (judder). It is only read to count impossibly large values, which
    /// some versions of PresentMon write.
    std::size_t animation_error = none;
    /// Index of the column with the frame's type; other frames than "Application" were not rendered by the game.
    std::size_t frame_type = none;

    int time_scale = 0; ///< power of ten from the unit of the column `time` to nanoseconds
    StreamClock clock;
    TimingSide side = TimingSide::display;

    /// Returns the index of the last column that is needed for the frame time. A row that ends before it has no frame
    /// time.
    std::size_t last_needed() const { return frame_rest == none ? frame : std::max(frame, frame_rest); }
    /// Returns the number of fields of a row that must be split: up to the last column that is read.
    std::size_t wanted() const;
};

/// Finds the columns by their names in `header`. The member `frame` of the result is `none` if the header has no frame
/// time.
PresentColumns present_columns(const Header& header);

/// The format of a file with PresentMon's columns, and the name of the tool that wrote it, with its version if the
/// columns show it.
struct PresentTool
{
    const Format* format;
    std::string_view name;
};
PresentTool present_tool(const Header& header, const PresentColumns& columns);

/// Repairs the header of a PresentMon service's dump. This header lacks some commas: two names are written as one name,
/// and all later columns are shifted by one against their names. If the first row has more fields than the header, such
/// names are split.
Header with_missing_commas(Header header);

} // namespace recordings
