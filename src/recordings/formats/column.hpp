// recordings/formats/column.hpp -- reads frame times from a table of an unknown tool: finds the column and its unit
#pragma once

#include "recordings/formats/recording.hpp"
#include "recordings/formats/source.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

namespace recordings
{

struct ColumnMeaning
{
    bool has_timestamps = false; ///< true: time stamps; false: frame times
    std::optional<Unit> unit;    ///< unit in the column's name, if any
};

/// The meaning of column names such as "FrameTime", "Frame Time (ms)", "dt_us" or "timestamp_ns"; std::nullopt for
/// other names. Ignores case, blanks and punctuation.
std::optional<ColumnMeaning> meaning_of(std::string_view name);

struct Column
{
    Header header;         ///< the table's header; has no names if the first line is already a frame time
    std::size_t index = 0; ///< index in the table, from 0
    ColumnMeaning meaning;
    /// True if the table has only this column: a comma is then a decimal mark, not a separator.
    bool is_only() const { return header.normalised_names.size() < 2; }
    std::string_view name() const
    {
        return header.normalised_names.empty() ? "the only column" : std::string_view{header.original_names[index]};
    }
};

using FoundColumn = std::variant<std::monostate, Column, Refusal>;

/// Finds the column with frame times or time stamps: the user's `choice`, the only column, or a column with a known
/// name such as "FrameTime". Returns a Refusal for a table without such a column; std::monostate if the text is no
/// table.
FoundColumn find_column(const Source& source, const ColumnChoice& choice);

/// Reads the column that find_column() returned. If neither the column's name nor `choice` specifies the unit, the unit
/// is guessed from the first 10,000 numbers. Numbers that never decrease are time stamps.
Result read_column(const Source& source, const Column& column, const ColumnChoice& choice);

/// Reads frame times or time stamps from a text with one number per line; a line without a number is empty. `name` is
/// used like a column name: "frame time ms" means frame times in milliseconds (meaning_of()).
Result read_numbers(const Source& source, const std::string& text, const std::string& name, const ColumnChoice& choice);

/// Reads frame times or time stamps from a text log. ColumnChoice::pattern is the text around each number: "dt={} us".
Result read_log(const Source& source, const ColumnChoice& choice);

} // namespace recordings
