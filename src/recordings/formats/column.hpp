// recordings/formats/column.hpp -- reads frame times from a table that no known tool wrote: finds the column and its
// unit
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
    bool is_clock = false;    ///< true: the column has time stamps; false: frame times
    std::optional<Unit> unit; ///< unit that the column's name contains, if any
};

/// The meaning of column names such as "FrameTime", "Frame Time (ms)", "dt_us" or "timestamp_ns"; nothing for other
/// names. Upper case, blanks and punctuation do not matter.
std::optional<ColumnMeaning> meaning_of(std::string_view name);

struct Column
{
    Header header;         ///< the table's header; without names if the first line is already a frame time
    std::size_t index = 0; ///< index of the column in the table, from 0
    ColumnMeaning meaning;
    /// True if the table has only this column. Then a comma is a decimal mark and not a separator.
    bool is_only() const { return header.names.size() < 2; }
    std::string_view name() const
    {
        return header.names.empty() ? "the only column" : std::string_view{header.written[index]};
    }
};

using FoundColumn = std::variant<std::monostate, Column, Refusal>;

/// Finds the column with frame times or time stamps: the column that the user chose (`choice`), or the only column, or
/// a column with a known name such as "FrameTime". Returns a refusal for a table without such a column, and nothing if
/// the text is no table.
FoundColumn find_column(const Source& source, const ColumnChoice& choice);

/// Reads the column that find_column() returned. If neither the column's name nor `choice` give the unit, the typical
/// size of the first 10,000 numbers decides. Numbers that never decrease are time stamps.
Result read_column(const Source& source, const Column& column, const ColumnChoice& choice);

/// Reads frame times or time stamps from a text with one number in a line; a line without a number is empty. `name`
/// stands for a column's name: "frame time ms" means that the numbers are frame times in milliseconds (meaning_of()).
Result read_numbers(const Source& source, const std::string& text, const std::string& name, const ColumnChoice& choice);

/// Reads frame times or time stamps from a text log. ColumnChoice::pattern is the text around each number, such as
/// "dt={} us".
Result read_log(const Source& source, const ColumnChoice& choice);

} // namespace recordings
