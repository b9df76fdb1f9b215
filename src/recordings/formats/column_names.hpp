// recordings/formats/column_names.hpp -- finds the meaning and unit of a column by its name, for tables of unknown
// tools
#pragma once

#include "recordings/formats/recording.hpp"

#include <optional>
#include <string_view>

namespace recordings
{

struct ColumnMeaning
{
    bool is_clock = false;    ///< true: the column has time stamps; false: frame times
    std::optional<Unit> unit; ///< unit that the column's name contains, if any
};

/// Returns the meaning of column names such as "FrameTime", "Frame Time (ms)", "dt_us" or "timestamp_ns"; nothing for
/// other names. Upper case, blanks and punctuation do not matter.
std::optional<ColumnMeaning> meaning_of(std::string_view name);

} // namespace recordings
