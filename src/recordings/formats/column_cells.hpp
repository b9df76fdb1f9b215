// recordings/formats/column_cells.hpp -- the cells of one column of a table, as numbers or times
#pragma once

#include "recordings/formats/clock_time.hpp"
#include "recordings/formats/column.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace recordings
{

constexpr int exponent_of(Unit unit)
{
    switch (unit)
    {
    case Unit::s: return s_exponent;
    case Unit::ms: return ms_exponent;
    case Unit::us: return us_exponent;
    case Unit::ns: return ns_exponent;
    case Unit::hz: break;
    }
    return ms_exponent;
}
inline double seconds_per(Unit unit) { return std::pow(10.0, exponent_of(unit) - s_exponent); }

inline double median_of_values(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Iterates over the cells of one column, from the first row below the header.
struct ColumnCells
{
    const Column& column;
    LineReader lines{column.header.text_below, column.header.line_number + 1};
    FieldSplitter fields{column.index + 1};
    std::optional<Unit> unit{}; // that the first cell with a unit has behind its number
    bool is_missing_in_row = false; // true if the row ends before the column
    std::string_view text{}; // text of the current cell, without `unit`

    bool next()
    {
        while (lines.next())
        {
            text = lines.line();
            if (is_ignored_line(text)) continue;
            if (column.is_only_column())
                text = without_last_separators(text);
            else
            {
                fields.split(text, column.header.dialect.separator);
                is_missing_in_row = fields.size() <= column.index;
                text = fields[column.index];
            }
            const CellWithUnit cell = split_unit(text);
            if (!unit) unit = cell.unit;
            if (cell.unit == unit) text = cell.number;
            return true;
        }
        return false;
    }

    ParsedNumber parsed_number(int exponent) const
    {
        const char decimal_mark = text.find(',') == text.npos ? '.' : ',';
        const ParsedNumber number =
            parse_scaled(text, exponent, column.is_only_column() ? decimal_mark : column.header.dialect.decimal_mark);
        if (number.kind != ParsedNumber::Kind::unreadable || text.find(':') == text.npos) return number;
        return parse_clock_time_ns(text); // the unit of the column does not apply to it
    }
    // True if the cell has a date or a time of day.
    bool is_clock_time() const
    {
        return text.find(':') != text.npos &&
               parse_scaled(text, ns_exponent, column.header.dialect.decimal_mark).kind ==
                   ParsedNumber::Kind::unreadable &&
               parse_clock_time_ns(text).ok();
    }
    std::optional<double> approximate_number() const
    {
        if (is_clock_time()) return static_cast<double>(parse_clock_time_ns(text).value);
        for (const int decimals : {9, 3, 0})
            if (const ParsedNumber number = parsed_number(decimals); number.ok())
                return static_cast<double>(number.value) * std::pow(10.0, -decimals);
        return std::nullopt;
    }
};

/// The first numbers of a column, by which its meaning is decided.
struct ColumnSample
{
    std::vector<double> values, differences;
    bool has_clock_times = false; ///< true: some cells have dates or times of day

    /// A clock that was set back makes a few time stamps decrease: these are reported as impossible frame times.
    bool increases_like_timestamps() const;
};
ColumnSample sample_of(const Column& column);

/// The unit in which this frame time is from 1 to 250 ms.
std::optional<Unit> guessed_unit_of(double typical_value);
/// Numbers without a unit and a name in this range can be frame rates or frame times in ms.
constexpr double min_ambiguous_ms = 55.0, max_ambiguous_ms = 250.0;

} // namespace recordings
