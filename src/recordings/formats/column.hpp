// recordings/formats/column.hpp -- frame times in a table that no known tool wrote: which column holds them, and in
// what unit
#pragma once

#include "recordings/formats/column_names.hpp"
#include "recordings/formats/source.hpp"

#include <cstddef>
#include <optional>
#include <variant>

namespace recordings
{

struct Column
{
    Header header; ///< with what is below; without names where the first line is a frame time already
    std::size_t index = 0;
    ColumnMeaning meaning;
    /// The only one of its table: then a comma in it is a decimal mark.
    bool is_only() const { return header.names.size() < 2; }
    std::string_view name() const
    {
        return header.names.empty() ? "the only column" : std::string_view{header.written[index]};
    }
};

using FoundColumn = std::variant<std::monostate, Column, Refusal>;

/// The column that `choice` asks for, or else the one that is a table's only one or has a name that tells. A refusal
/// for a table without such a column; nothing where there is no table.
FoundColumn find_column(const Source& source, const ColumnChoice& choice);

/// Reads what find_column found. What the column's name and `choice` do not tell is told by the first 10,000 numbers:
/// the unit by their size, and that they are time stamps by their never falling.
Result read_column(const Source& source, const Column& column, const ColumnChoice& choice);

} // namespace recordings
