#include "recordings/formats/column.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "recordings/formats/csv.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace recordings
{

namespace
{

struct UnitWord
{
    std::string_view word;
    Unit unit;
    bool glued; // true: the unit may be a part of a longer word, such as "ms" in "framems"
};

constexpr std::array unit_words{
    UnitWord{"milliseconds", Unit::ms, true},
    UnitWord{"microseconds", Unit::us, true},
    UnitWord{"nanoseconds", Unit::ns, true},
    UnitWord{"seconds", Unit::s, true},
    UnitWord{"millis", Unit::ms, true},
    UnitWord{"micros", Unit::us, true},
    UnitWord{"nanos", Unit::ns, true},
    UnitWord{"msec", Unit::ms, true},
    UnitWord{"usec", Unit::us, true},
    UnitWord{"nsec", Unit::ns, true},
    UnitWord{"secs", Unit::s, true},
    UnitWord{"sec", Unit::s, true},
    UnitWord{"ms", Unit::ms, true},
    UnitWord{"us", Unit::us, true},
    UnitWord{"\xC2\xB5s", Unit::us, true}, // micro sign; the next row has the Greek letter mu
    UnitWord{"\xCE\xBCs", Unit::us, true},
    UnitWord{"ns", Unit::ns, true},
    UnitWord{"s", Unit::s, false},
};

constexpr std::array<std::string_view, 14> frame_times{
    "frametime",     "frametimes",  "dt",         "delta",          "deltat",
    "deltatime",     "timedelta",   "framedelta", "framedeltatime", "frameduration",
    "frameinterval", "framelength", "perframe",   "betweenpresents"};
constexpr std::array<std::string_view, 9> clocks{"time", "times", "timestamp",   "timestamps", "t",
                                                 "ts",   "clock", "elapsedtime", "elapsed"};

template <std::size_t Size>
bool is_one_of(std::string_view text, const std::array<std::string_view, Size>& all)
{
    return std::find(all.begin(), all.end(), text) != all.end();
}

// Splits a column name into lower-case words. Bytes above 127 belong to words, so that the two bytes of µ stay
// together.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words;
    bool inside = false;
    for (const char c : name)
    {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
        const bool part  = (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || static_cast<signed char>(c) < 0;
        if (part && !inside) words.emplace_back();
        if (part) words.back() += lower;
        inside = part;
    }
    return words;
}

std::optional<ColumnMeaning> meaning(std::string_view base, std::optional<Unit> unit)
{
    if (is_one_of(base, clocks)) return ColumnMeaning{true, unit};
    // A column named "frame" has frame numbers, unless its name has a unit.
    if (is_one_of(base, frame_times) || (base == "frame" && unit)) return ColumnMeaning{false, unit};
    return std::nullopt;
}

constexpr int lines_before_table        = 40;
constexpr std::size_t most_names_listed = 12;
constexpr auto name_it                  = "choose one with --column NAME, and its unit with --unit s, ms, us, ns or hz";

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

// True if the first row below the header has a number or a missing value in column number `index`.
bool has_numbers(const Header& header, std::size_t index)
{
    const std::string_view row = first_row(header.body);
    // A table without rows is refused later, with a message about missing rows.
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

// The column with a known name for frame times or, if there is none, for time stamps; the only column of a table with
// any name.
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

// True if the header has at least two names, and the first row has as many fields and a number in a named column.
bool is_table(const Header& header)
{
    if (header.names.size() < 2) return false;
    const std::string_view row = first_row(header.body);
    if (row.size() > max_header_bytes || count_fields(row, header.dialect.separator) != header.names.size())
        return false;
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
                return source.refuse(header.line, "no column has frame times, but one has frame rates",
                                     base::message("if it has one rate for each frame, use --column {} --unit hz",
                                                   header.written[*fps]));
    if (!choice.column.empty())
        return source.refuse(header.line, base::message("no column of numbers is named \"{}\"", choice.column),
                             "choose one of " + names);
    return source.refuse(header.line, "no column is named like frame times; the columns are " + names, name_it);
}

// True if the line has at least two numbers and nothing else, and so is not a header.
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

std::optional<ColumnMeaning> meaning_of(std::string_view name)
{
    std::vector<std::string> words = words_of(name);
    std::optional<Unit> unit;
    // The unit can be the first or the last word of a column name: "ms per frame".
    for (const UnitWord& u : unit_words)
    {
        if (unit || words.size() < 2) break;
        const bool behind = words.back() == u.word, before = words.front() == u.word && u.unit != Unit::s;
        if (!behind && !before) continue;
        unit = u.unit;
        words.erase(behind ? words.end() - 1 : words.begin());
    }
    std::erase(words, "in");
    std::string base;
    for (const std::string& word : words) base += word;
    if (const auto found = meaning(base, unit); found || unit) return found;

    for (const UnitWord& u : unit_words)
    {
        if (!u.glued) continue;
        std::string_view rest = base;
        if (rest.ends_with(u.word))
            rest.remove_suffix(u.word.size());
        else if (u.unit == Unit::ms && rest.starts_with(u.word))
            rest.remove_prefix(u.word.size());
        else
            continue;
        if (const auto found = meaning(rest, u.unit)) return found;
    }
    return std::nullopt;
}

FoundColumn find_column(const Source& source, const ColumnChoice& choice)
{
    std::optional<Header> table;
    Lines lines{source.text};
    for (int tried = 0; tried < lines_before_table && lines.next();)
    {
        if (is_comment(lines.text())) continue;
        ++tried;
        if (lines.text().size() > max_header_bytes) continue;
        if (choice.column.empty() && !table && is_number(lines.text(), {}))
        {
            const auto from = static_cast<std::size_t>(lines.text().data() - source.text.data());
            return Column{{lines.line() - 1, {}, {}, {}, source.text.substr(from)}, 0, {}};
        }
        if (!table && is_row(lines.text()))
            return source.refuse(lines.line(), "there is no header line above the numbers",
                                 "add one, such as frame;frame_ms");
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
