// recordings/formats/presentmon_columns.hpp -- which column means what, in every generation of PresentMon and its
// descendants
#pragma once

#include "recordings/formats/source.hpp"
#include "recordings/formats/tracks.hpp"

#include <algorithm>
#include <cstddef>

namespace recordings
{

/// Positions in a row; `none` where the file has no such column.
struct PresentColumns
{
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t application     = none;
    std::size_t process_id      = none;
    std::size_t swap_chain      = none;
    std::size_t frame           = none; ///< the frame time
    std::size_t frame_rest      = none; ///< to be added to it
    std::size_t time            = none; ///< when the frame started or ended
    std::size_t dropped         = none; ///< 1 for a frame that was not shown
    std::size_t displayed       = none; ///< NA for a frame that was not shown
    std::size_t animation_error = none; ///< read for its known fault only
    std::size_t frame_type      = none; ///< what is no "Application" was not rendered by the game

    int time_scale = 0; ///< power of ten from the time column's unit to nanoseconds
    StreamClock clock;
    TimingSide side = TimingSide::display;

    /// A row that ends at or before this column has no frame time.
    std::size_t last_needed() const { return frame_rest == none ? frame : std::max(frame, frame_rest); }
    /// How many columns of a row are of interest.
    std::size_t wanted() const;
};

/// `frame` is `none` when the header has no frame time.
PresentColumns present_columns(const Header& header);

/// The format and, as far as the columns tell, the tool and its version.
struct PresentTool
{
    const Format* format;
    std::string_view name;
};
PresentTool present_tool(const Header& header, const PresentColumns& columns);

/// The PresentMon service's dump lacks some commas in its header, so that two names run into one and every later column
/// is one further to the right than its name. When the first row is wider than the header, such names are taken apart.
Header with_missing_commas(Header header);

} // namespace recordings
