#include "base/message.hpp"
#include "base/number.hpp"
#include "recordings/formats/column.hpp"
#include "recordings/formats/numbers.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace recordings
{
namespace
{

constexpr int lines_before_table        = 40;
constexpr std::size_t most_names_listed = 12;
constexpr auto name_it                  = "say which with --column NAME, and its unit with --unit s, ms, us, ns or hz";

bool is_comment(std::string_view line)
{
    return line.find_first_not_of(" \t") == line.npos || line.starts_with('#') || line.starts_with("//");
}

bool is_clock(std::string_view text) { return text.find(':') != text.npos && parse_clock(text).ok(); }

bool is_number(std::string_view text, Dialect dialect)
{
    return is_clock(text) || parse_scaled(text, nanos, dialect.decimal_mark).ok() ||
           (dialect.separator == ',' && parse_scaled(text, nanos, ',').ok());
}

std::string_view first_row(std::string_view body)
{
    Lines lines{body};
    while (lines.next())
        if (!is_comment(lines.text())) return lines.text();
    return {};
}

// True if the first row below the table's header has a number, or a mark for a missing number, in the column with the
// index `index`.
bool has_numbers(const Header& header, std::size_t index)
{
    const std::string_view row = first_row(header.body);
    // A table without rows is accepted here; it is refused later with the message that it has no rows.
    if (row.empty()) return true;
    if (header.names.size() == 1)
        return is_number(row, header.dialect) || parse_scaled(row, nanos).kind != Number::Kind::unreadable;
    Fields fields{index + 1};
    fields.split(row, header.dialect.separator);
    return fields.size() > index &&
           (is_clock(fields[index]) ||
            parse_scaled(fields[index], nanos, header.dialect.decimal_mark).kind != Number::Kind::unreadable);
}

std::optional<Column> named(const Header& header, const std::string& name)
{
    auto index = header.find(normalised(name));
    if (!index)
    {
        const auto number = base::number<std::size_t>(name);
        if (!number || *number < 1 || *number > header.names.size() || header.names.size() < 2) return std::nullopt;
        index = *number - 1;
    }
    if (!has_numbers(header, *index)) return std::nullopt;
    return Column{header, *index, meaning_of(header.written[*index]).value_or(ColumnMeaning{})};
}

// Returns the column that has a known name for frame times or, if there is none, for time stamps. If the table has only
// one column, returns this column, whatever its name is.
std::optional<Column> telling(const Header& header)
{
    std::optional<Column> found;
    for (std::size_t i = 0; i < header.names.size(); ++i)
    {
        const auto meaning = meaning_of(header.written[i]);
        if (!meaning || !has_numbers(header, i) || (found && meaning->is_clock)) continue;
        found = Column{header, i, *meaning};
        if (!meaning->is_clock) return found;
    }
    if (found || header.names.size() != 1 || header.names.front().empty()) return found;
    const std::string_view row = first_row(header.body);
    if (row.empty() || !is_number(row, header.dialect)) return std::nullopt;
    return Column{header, 0, {}};
}

// True if the line is the header of a table: at least two names, a row with as many fields, and a column with numbers.
bool is_table(const Header& header)
{
    if (header.names.size() < 2) return false;
    const std::string_view row = first_row(header.body);
    if (row.size() > longest_header || count_fields(row, header.dialect.separator) != header.names.size()) return false;
    for (std::size_t i = 0; i < header.names.size(); ++i)
        if (!header.names[i].empty() && has_numbers(header, i)) return true;
    return false;
}

Refusal refuse_table(const Source& source, const Header& header, const ColumnChoice& choice)
{
    std::string names;
    for (std::size_t i = 0; i < std::min(header.written.size(), most_names_listed); ++i)
        names += (i == 0 ? "" : ", ") + header.written[i];
    if (header.written.size() > most_names_listed)
        names += fmt::format(" and {} more", header.written.size() - most_names_listed);
    if (choice.column.empty())
        for (const std::string_view name : {"fps", "framerate", "framespersecond"})
            if (const auto fps = header.find(name))
                return source.refuse(
                    header.line, "no column holds frame times, but one holds frame rates",
                    base::message("if there is one a frame: --column {} --unit hz", header.written[*fps]));
    if (!choice.column.empty())
        return source.refuse(header.line, base::message("no column of numbers is named \"{}\"", choice.column),
                             "choose one of " + names);
    return source.refuse(header.line, "which of the columns holds frame times? There are " + names, name_it);
}

// True if the line has at least two numbers and nothing else. Such a line is not a header.
bool is_row(std::string_view line)
{
    const char separator    = line.find('\t') != line.npos ? '\t' : line.find(';') != line.npos ? ';' : ',';
    const std::size_t count = count_fields(line, separator);
    Fields fields{count};
    fields.split(line, separator);
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (!is_number(fields[i], {})) return false;
    return count > 1;
}

} // namespace

FoundColumn find_column(const Source& source, const ColumnChoice& choice)
{
    std::optional<Header> table;
    Lines lines{source.text};
    for (int tried = 0; tried < lines_before_table && lines.next();)
    {
        if (is_comment(lines.text())) continue;
        ++tried;
        if (lines.text().size() > longest_header) continue;
        if (choice.column.empty() && !table && is_number(lines.text(), {}))
        {
            const auto from = static_cast<std::size_t>(lines.text().data() - source.text.data());
            return Column{{lines.line() - 1, {}, {}, {}, source.text.substr(from)}, 0, {}};
        }
        if (!table && is_row(lines.text()))
            return source.refuse(lines.line(), "there is no line of names above the numbers",
                                 "write one, such as frame;frame_ms");
        Header header = parse_header(lines.text(), lines.rest());
        header.line   = lines.line();
        if (auto column = choice.column.empty() ? telling(header) : named(header, choice.column))
            return *std::move(column);
        if (!table && is_table(header)) table = std::move(header);
    }
    if (table) return refuse_table(source, *table, choice);
    if (!choice.column.empty())
        return source.refuse(0, base::message("no column of numbers is named \"{}\"", choice.column), "check the name");
    return {};
}

} // namespace recordings
