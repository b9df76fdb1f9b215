// recordings/formats/column_names.hpp -- what a column of a table without a maker holds, by its name
#pragma once

#include "recordings/formats/recording.hpp"

#include <optional>
#include <string_view>

namespace recordings
{

struct ColumnMeaning
{
    bool is_clock = false;    ///< time stamps; otherwise frame times
    std::optional<Unit> unit; ///< as the name tells it
};

/// What "FrameTime", "Frame Time (ms)", "dt_us", "timestamp_ns" hold; nothing for a name that is neither a frame time's
/// nor a clock's. Capitals, blanks and marks do not matter.
std::optional<ColumnMeaning> meaning_of(std::string_view name);

} // namespace recordings
