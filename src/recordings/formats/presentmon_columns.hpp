// recordings/formats/presentmon_columns.hpp -- finds the columns in files of all versions of PresentMon and of tools
// that use its columns
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <algorithm>
#include <cstddef>

namespace recordings
{

/// Indices of the columns; `none` if the file does not have the column.
struct PresentColumns
{
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t application = none;
    std::size_t process_id  = none;
    std::size_t swap_chain  = none;
    std::size_t frame       = none; ///< index of the column with the frame time
    /// Index of the column with the second part of the frame time, to be added to the first.
    std::size_t frame_rest = none;
    std::size_t time       = none; ///< index of the column with the time stamp at the start or end of the frame
    std::size_t dropped    = none; ///< index of the column with 1 for a frame that was not shown
    std::size_t displayed  = none; ///< index of the column with NA for a frame that was not shown
    /// Index of the column with the animation error (judder); only read to count impossible values, a known fault of
    /// the tool.
    std::size_t animation_error = none;
    /// Index of the column with the frame's type; other frames than "Application" were not rendered by the game.
    std::size_t frame_type = none;

    int time_scale = 0; ///< power of ten from the time column's unit to nanoseconds
    StreamClock clock;
    TimingSide side = TimingSide::display;

    /// Returns the last column that the frame time needs. A shorter row has no frame time.
    std::size_t last_needed() const { return frame_rest == none ? frame : std::max(frame, frame_rest); }
    /// Returns the number of columns up to the last one that is read.
    std::size_t wanted() const;
};

/// Finds the columns. `frame` is `none` if the header has no frame time.
PresentColumns present_columns(const Header& header);

/// The format, and the name of the tool with its version if the columns show it.
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
