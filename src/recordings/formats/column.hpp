// recordings/formats/column.hpp -- reads frame times of unknown tools: a column of a table, lines of numbers, or a log
#pragma once

#include "recordings/formats/recording.hpp"
#include "recordings/formats/source.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace recordings
{

struct ColumnMeaning
{
    bool has_timestamps = false; ///< true: time stamps, whose differences are the frame times; false: frame times
    std::optional<Unit> unit; ///< unit in the column's name; empty if the name has no unit
    bool is_only_unit = false; ///< true: the name is only a unit, such as "ms"; increasing numbers are time stamps
};

/// The normalised names of a column with frame rates, from which no frame times are guessed.
constexpr std::array<std::string_view, 3> frame_rate_names{"fps", "framerate", "framespersecond"};
constexpr std::size_t max_listed_names = 12;
/// The first 12 names for a message, such as "a, b and 3 more". `name_count` may be larger than the number of `names`.
std::string listed(std::span<const std::string> names, std::size_t name_count);
bool is_comment_line(std::string_view line); ///< begins with # or //
/// True for an empty line, a comment (# or //), and a rule of a text table such as |---|---|.
bool is_ignored_line(std::string_view line);
/// A line without the mark of a comment: the last comment above the rows of a table can be its header.
std::string_view without_comment_mark(std::string_view line);

/// A line without the separators and blanks at its end, such as the comma of "16.7,".
std::string_view without_last_separators(std::string_view line);
/// Advice to add a header to a table without one, such as "add one, such as time,fps: the first column rises: a clock;
/// the second can be frame rates". `shown_separator` stands between the names,
/// a tab as "<TAB>".
std::string header_advice(std::string_view rows, char separator, char shown_separator);

struct CellWithUnit
{
    std::string_view number; ///< the whole cell if it has no unit
    std::optional<Unit> unit{}; ///< empty if the cell has no unit; hz for "60 fps"
};
CellWithUnit split_unit(std::string_view cell); ///< for example "16.7" and milliseconds, of "16.7 ms"

/// True if the first or the last word of a column name is a unit, as in "tick_ms".
bool has_unit_word(std::string_view name);
/// The meaning of a column name such as "Frame Time (ms)" or "dt_us"; std::nullopt if the name is unknown.
std::optional<ColumnMeaning> column_meaning_of(std::string_view name);

struct Column
{
    Header header; ///< without names if the first line is already a frame time: then the table has only this column
    std::size_t index = 0;
    ColumnMeaning meaning;
    std::string summary_rows{}; ///< last rows that are not read, such as "Average, Maximum"
    /// If true, a comma in a row is a decimal mark, not a separator.
    bool is_only_column() const { return header.normalised_names.size() < 2; }
    std::string_view name() const
    {
        return header.normalised_names.empty() ? "the only column" : std::string_view{header.original_names[index]};
    }
};

using NotATable = std::monostate; ///< the text has no header with a column of numbers
using ColumnSearch = std::variant<NotATable, Column, RecordingError>;

/// Finds the column that the user chose, or a column with frame times or time stamps.
/// Returns a RecordingError or NotATable if there is no such column.
ColumnSearch find_column(const RecordingSource& source, const ReadOptions& options);

/// Reads a column found by find_column(). Guesses the unit if neither the column's name nor `options` tells it.
RecordingOrError read_column(const RecordingSource& source, const Column& column, const ReadOptions& options);

/// Reads a text with at most one number per line. `column_name_with_unit` is, for example, "frame time ms".
RecordingOrError read_number_lines(const RecordingSource& source, const std::string& number_lines,
                                   const std::string& column_name_with_unit, const ReadOptions& options);

/// Reads frame times or time stamps from a text log. In ReadOptions::pattern, {} marks the number in a line.
RecordingOrError read_log(const RecordingSource& source, const ReadOptions& options);

} // namespace recordings
