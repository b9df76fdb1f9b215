#include "recordings/formats/column.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "recordings/formats/clock_time.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/row_evidence.hpp"

#include <fmt/format.h>

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
};

constexpr auto unit_words = std::to_array<UnitWord>({
    {"milliseconds", Unit::ms},
    {"microseconds", Unit::us},
    {"nanoseconds", Unit::ns},
    {"seconds", Unit::s},
    {"millis", Unit::ms},
    {"micros", Unit::us},
    {"nanos", Unit::ns},
    {"msec", Unit::ms},
    {"usec", Unit::us},
    {"nsec", Unit::ns},
    {"secs", Unit::s},
    {"sec", Unit::s},
    {"ms", Unit::ms},
    {"us", Unit::us},
    {"\xC2\xB5s", Unit::us}, // starts with the micro sign; the next row starts with the Greek letter mu
    {"\xCE\xBCs", Unit::us},
    {"ns", Unit::ns},
    {"s", Unit::s},
});

constexpr std::array<std::string_view, 15> frame_time_names{
    "frametime",     "frametimes",    "dt",          "delta",      "\xCE\x94t", // the Greek letter delta
    "deltat",        "deltatime",     "timedelta",   "framedelta", "framedeltatime",
    "frameduration", "frameinterval", "framelength", "perframe",   "betweenpresents"};
constexpr std::array<std::string_view, 9> timestamp_names{"time", "times", "timestamp",   "timestamps", "t",
                                                          "ts",   "clock", "elapsedtime", "elapsed"};

// Splits a column name into lower-case words. Bytes above 127 count as letters, because µ is two such bytes in UTF-8.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words;
    bool is_in_word = false;
    for (const char c : base::ascii_lower_case(name))
    {
        const bool is_word_character =
            base::is_ascii_letter(c) || base::is_ascii_digit(c) || static_cast<signed char>(c) < 0;
        if (is_word_character && !is_in_word) words.emplace_back();
        if (is_word_character) words.back() += c;
        is_in_word = is_word_character;
    }
    return words;
}

// `name` is a column name without its unit.
std::optional<ColumnMeaning> meaning_of_bare_name(std::string_view name, std::optional<Unit> unit)
{
    if (std::ranges::find(timestamp_names, name) != timestamp_names.end())
        return ColumnMeaning{.has_timestamps = true, .unit = unit};
    // A column named "frame" has frame numbers, but "frame_ms" has frame times.
    const bool is_frame_time = std::ranges::find(frame_time_names, name) != frame_time_names.end();
    if (!is_frame_time && !(name == "frame" && unit)) return std::nullopt;
    return ColumnMeaning{.has_timestamps = false, .unit = unit};
}

constexpr int max_tried_header_lines = 40;
constexpr std::size_t max_column_name_bytes = 1000; // longer names have no meaning
constexpr auto column_remedy = "choose one with --column NAME, and its unit with --unit s, ms, us, ns or hz";

bool is_letter(char c) { return base::is_ascii_letter(c) || static_cast<signed char>(c) < 0; }

bool is_clock_time(std::string_view text) { return text.find(':') != text.npos && parse_clock_time_ns(text).ok(); }

// True for a number, with or without a unit, a time of day or a date with a time.
bool is_numeric_cell(std::string_view text, CsvDialect dialect)
{
    text = split_unit(text).number;
    return is_clock_time(text) || parse_scaled(text, ns_exponent, dialect.decimal_mark).ok() ||
           (dialect.separator == ',' && parse_scaled(text, ns_exponent, ',').ok());
}

// A header with the first row below it, which decides which columns have numbers.
struct HeaderWithFirstRow
{
    Header header;
    std::string_view row{}; // empty if there is no row
    FieldSplitter fields{header.normalised_names.size()};

    explicit HeaderWithFirstRow(Header table_header)
        : header(std::move(table_header))
    {
        LineReader lines{header.text_below};
        while (row.empty() && lines.next())
            if (!is_ignored_line(lines.line())) row = lines.line();
        if (header.normalised_names.size() < 2) row = without_last_separators(row);
        fields.split(row, header.dialect.separator);
    }

    std::string_view cell(std::size_t column_index) const
    {
        return header.normalised_names.size() < 2 ? row : fields[column_index];
    }
    // True if the first row has as many cells as the header, and two or more.
    bool has_all_cells() const
    {
        return header.normalised_names.size() > 1 && row.size() <= max_header_bytes &&
               count_fields(row, header.dialect.separator) == header.normalised_names.size();
    }

    // True if the first row has a number, a clock time, nan, inf, NA or nothing in this column, or if there is no row.
    bool may_be_number_column(std::size_t column_index) const
    {
        if (row.empty()) return true;
        const bool is_only_column = header.normalised_names.size() == 1;
        const std::string_view field = split_unit(cell(column_index)).number;
        if (is_only_column && is_numeric_cell(row, header.dialect)) return true;
        const char decimal_mark = is_only_column ? '.' : header.dialect.decimal_mark;
        return fields.size() > column_index &&
               (is_clock_time(field) ||
                parse_scaled(field, ns_exponent, decimal_mark).kind != ParsedNumber::Kind::unreadable);
    }
};

std::optional<Column> find_chosen_column(const HeaderWithFirstRow& table, const std::string& name)
{
    const Header& header = table.header;
    auto index = header.find(normalised_column_name(name));
    if (!index)
    {
        const auto number = base::parse_number<std::size_t>(name);
        if (!number || *number < 1 || *number > header.normalised_names.size() || header.normalised_names.size() < 2)
            return std::nullopt;
        index = *number - 1;
    }
    if (!table.may_be_number_column(*index)) return std::nullopt;
    return Column{header, *index, column_meaning_of(header.original_names[*index]).value_or(ColumnMeaning{})};
}

// `line` without line ends at its end.
std::string_view without_line_ends(std::string_view text) { return text.substr(0, text.find_last_not_of("\r\n") + 1); }

// True for a row such as "Average,,16.7": a cell has a word, but a number in the first row.
bool is_summary_row(const HeaderWithFirstRow& table, std::string_view line, std::size_t frame_time_index)
{
    const Header& header = table.header;
    const bool is_only_column = header.normalised_names.size() < 2;
    const auto has_word_for_number = [&](std::string_view number, std::string_view field)
    {
        const std::string_view text = trimmed_where(field, is_field_padding);
        return !text.empty() && is_letter(text.front()) && is_numeric_cell(number, header.dialect) &&
               parse_scaled(text, ns_exponent).kind == ParsedNumber::Kind::unreadable;
    };
    if (is_only_column) return has_word_for_number(table.row, line) && std::ranges::any_of(line, base::is_ascii_digit);
    FieldSplitter fields{header.normalised_names.size()};
    fields.split(line, header.dialect.separator);
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (i != frame_time_index && has_word_for_number(table.fields[i], fields[i])) return true;
    return false;
}

// Sets the unit that the cells have, and removes the last rows from the text of the table if they have averages or
// other statistics of the rows above.
void complete_column(Column& column, const HeaderWithFirstRow& table)
{
    constexpr std::size_t max_summary_rows = 16;
    const auto unit = split_unit(table.cell(column.index)).unit;
    if (unit && unit != Unit::hz) column.meaning.unit = unit;
    std::vector<std::string> names;
    std::string_view text = column.header.text_below;
    for (std::string_view rest = without_line_ends(text); !rest.empty(); rest = without_line_ends(rest))
    {
        const std::size_t line_begin = rest.find_last_of("\r\n") + 1;
        const std::string_view line = rest.substr(line_begin);
        rest = rest.substr(0, line_begin);
        if (is_ignored_line(line)) continue;
        if (line.size() > max_header_bytes || !is_summary_row(table, line, column.index)) break;
        if (names.size() == max_summary_rows) return; // words are usual in this column
        const std::string_view name = base::trimmed(line);
        names.insert(names.begin(), base::printable_excerpt(name.substr(0, name.find_first_of(",;:|\t"))));
        text = rest;
    }
    column.header.text_below = text;
    column.summary_rows = listed(names, names.size());
}

// Names of frame times come first, then units shorter than a second, then time stamps.
int preference_of(const ColumnMeaning& meaning)
{
    if (meaning.is_only_unit) return meaning.unit == Unit::s ? 0 : 2;
    return meaning.has_timestamps ? 1 : 3;
}

// Finds the first column with the most preferred known name. A table's only column may have any name.
std::optional<Column> find_recognised_column(const HeaderWithFirstRow& table)
{
    const Header& header = table.header;
    std::optional<Column> recognised_column;
    for (std::size_t i = 0; i < header.normalised_names.size(); ++i)
    {
        const auto meaning = column_meaning_of(header.original_names[i]);
        if (!meaning || !table.may_be_number_column(i) ||
            (recognised_column && preference_of(*meaning) <= preference_of(recognised_column->meaning)))
            continue;
        recognised_column = Column{header, i, *meaning};
    }
    if (recognised_column || header.normalised_names.size() != 1 || header.normalised_names.front().empty())
        return recognised_column;
    if (table.row.empty() || !is_numeric_cell(table.row, header.dialect)) return std::nullopt;
    return Column{header, 0, {}};
}

std::optional<Column> column_in(const HeaderWithFirstRow& table, const ReadOptions& options)
{
    auto column = options.column.empty() ? find_recognised_column(table) : find_chosen_column(table, options.column);
    if (column) complete_column(*column, table);
    return column;
}

// A comment, which can be the header of the rows below it.
struct CommentLine
{
    std::string_view line, text_below;
    std::size_t line_number = 0;
};

bool is_table_header(const HeaderWithFirstRow& table)
{
    const std::vector<std::string>& names = table.header.normalised_names;
    if (!table.has_all_cells()) return false;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!names[i].empty() && table.may_be_number_column(i)) return true;
    return false;
}

RecordingError no_column_error(const RecordingSource& source, const Header& header, const ReadOptions& options)
{
    const std::string names = listed(header.original_names, header.original_names.size());
    if (options.column.empty())
        for (const std::string_view name : frame_rate_names)
            if (const auto fps_column = header.find(name))
                return source.error_at(
                    header.line_number,
                    "no column has frame times, but one has frame rates: one a frame or one a second?",
                    base::message("if it has one rate for each frame, use --column {} --unit hz; otherwise record "
                                  "every frame",
                                  header.original_names[*fps_column]));
    if (options.column.empty() && has_frame_counts(header))
        return source.error_at(header.line_number,
                               "no column has frame times, but one has numbers of frames: the rows can be intervals",
                               "record every frame; if a row is a frame, choose its time with --column NAME");
    if (!options.column.empty())
        return source.error_at(header.line_number,
                               base::message("no column of numbers is named \"{}\"", options.column),
                               "choose one of " + names);
    return source.error_at(header.line_number, "no column has a known name for frame times; the columns are " + names,
                           column_remedy);
}

// The separator of a line that is a row and not a header: it has two numbers or more, and else only empty fields.
std::optional<char> separator_of_numbers(std::string_view line)
{
    char separator = ',';
    if (line.find(';') != line.npos) separator = ';';
    if (line.find('\t') != line.npos) separator = '\t';
    const std::size_t field_count = count_fields(line, separator);
    FieldSplitter fields{field_count};
    fields.split(line, separator);
    std::size_t number_count = 0;
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        if (trimmed_where(fields[i], is_field_padding).empty()) continue;
        if (!is_numeric_cell(fields[i], {})) return std::nullopt;
        ++number_count;
    }
    return number_count > 1 ? std::optional{separator} : std::nullopt;
}

} // namespace

std::string listed(std::span<const std::string> names, std::size_t name_count)
{
    names = names.first(std::min(names.size(), max_listed_names));
    return fmt::format("{}{}", fmt::join(names, ", "),
                       name_count > names.size() ? fmt::format(" and {} more", name_count - names.size()) : "");
}

bool is_comment_line(std::string_view line) { return line.starts_with('#') || line.starts_with("//"); }

bool is_ignored_line(std::string_view line)
{
    if (is_comment_line(line)) return true;
    return line.find_first_not_of(" \t-=+|") == line.npos &&
           (line.find_first_not_of(" \t") == line.npos || line.find("--") != line.npos || line.find("==") != line.npos);
}

std::string_view without_last_separators(std::string_view line)
{
    return line.substr(0, line.find_last_not_of(",; \t") + 1);
}

std::string_view without_comment_mark(std::string_view line)
{
    if (line.starts_with("//")) line.remove_prefix(2);
    while (line.starts_with('#') || line.starts_with(' ')) line.remove_prefix(1);
    return line;
}

CellWithUnit split_unit(std::string_view cell)
{
    const std::string_view text = trimmed_where(cell, is_field_padding);
    const std::string_view before_word = trimmed_where(text, is_letter);
    if (text.empty() || !is_letter(text.back()) || before_word.data() != text.data()) return {cell};
    const std::string word = base::ascii_lower_case(text.substr(before_word.size()));
    const std::string_view number = trimmed_where(before_word, is_blank);
    for (const UnitWord& unit_word : unit_words)
        if (unit_word.word == word) return {number, unit_word.unit};
    if (word == "fps" || word == "hz") return {number, Unit::hz};
    return {cell};
}

bool has_unit_word(std::string_view name)
{
    const std::vector<std::string> words = words_of(name.substr(0, max_column_name_bytes));
    return std::ranges::any_of(
        unit_words, [&](const UnitWord& unit_word)
        { return !words.empty() && (words.front() == unit_word.word || words.back() == unit_word.word); });
}

std::optional<ColumnMeaning> column_meaning_of(std::string_view name)
{
    if (name.size() > max_column_name_bytes) return std::nullopt;
    std::vector<std::string> words = words_of(name);
    if (words.size() == 1)
        for (const UnitWord& unit_word : unit_words)
            if (words.front() == unit_word.word) return ColumnMeaning{.unit = unit_word.unit, .is_only_unit = true};
    std::optional<Unit> unit;
    // The unit can be the first or the last word of a column name, as in "ms per frame".
    for (const UnitWord& unit_word : unit_words)
    {
        if (unit || words.size() < 2) break;
        const bool is_last_word = words.back() == unit_word.word,
                   is_first_word = words.front() == unit_word.word && unit_word.unit != Unit::s;
        if (!is_last_word && !is_first_word) continue;
        unit = unit_word.unit;
        words.erase(is_last_word ? words.end() - 1 : words.begin());
    }
    std::erase(words, "in");
    std::string joined_words;
    for (const std::string& word : words) joined_words += word;
    if (const auto meaning = meaning_of_bare_name(joined_words, unit); meaning || unit) return meaning;

    for (const UnitWord& unit_word : unit_words)
    {
        if (unit_word.word == "s") continue; // only the other units can be a part of a word, such as "ms" in "framems"
        std::string_view name_without_unit = joined_words;
        if (name_without_unit.ends_with(unit_word.word))
            name_without_unit.remove_suffix(unit_word.word.size());
        else if (unit_word.unit == Unit::ms && name_without_unit.starts_with(unit_word.word))
            name_without_unit.remove_prefix(unit_word.word.size());
        else
            continue;
        if (const auto meaning = meaning_of_bare_name(name_without_unit, unit_word.unit)) return meaning;
    }
    return std::nullopt;
}

ColumnSearch find_column(const RecordingSource& source, const ReadOptions& options)
{
    std::optional<Header> table_header;
    std::optional<CommentLine> comment; // directly above the first row, it can be the header
    LineReader lines{source.text};
    int tried_line_count = 0;
    while (tried_line_count < max_tried_header_lines && lines.next())
    {
        if (is_ignored_line(lines.line()))
        {
            if (!table_header && is_comment_line(lines.line()))
                comment = {lines.line(), lines.remaining_text(), lines.line_number()};
            continue;
        }
        ++tried_line_count;
        if (lines.line().size() > max_header_bytes) continue;
        if (comment && comment->line.size() <= max_header_bytes)
        {
            const HeaderWithFirstRow table{
                parse_header_guessing_dialect(comment->line, comment->text_below, comment->line_number)};
            const bool may_be_header = table.header.normalised_names.size() == 1
                                           ? column_meaning_of(table.header.original_names[0]).has_value()
                                           : table.has_all_cells();
            if (auto column = may_be_header ? column_in(table, options) : std::nullopt) return *std::move(column);
            if (is_table_header(table)) table_header = table.header;
        }
        comment.reset();
        const auto row_offset = static_cast<std::size_t>(lines.line().data() - source.text.data());
        if (options.column.empty() && !table_header && is_numeric_cell(without_last_separators(lines.line()), {}))
        {
            Column column{
                {.line_number = lines.line_number() - 1, .text_below = source.text.substr(row_offset)}, 0, {}};
            complete_column(column, HeaderWithFirstRow{column.header});
            return column;
        }
        if (const auto separator = separator_of_numbers(lines.line()); separator && !table_header)
            return source.error_at(lines.line_number(), "there is no header line above the numbers",
                                   header_advice(source.text.substr(row_offset), *separator,
                                                 source.has_blanks_for_tabs ? ' ' : *separator));
        const HeaderWithFirstRow table{
            parse_header_guessing_dialect(lines.line(), lines.remaining_text(), lines.line_number())};
        const auto is_number = [&](const std::string& field) { return is_numeric_cell(field, table.header.dialect); };
        if (table_header && std::ranges::any_of(table.header.original_names, is_number))
            continue; // a row of that table
        if (auto column = column_in(table, options)) return *std::move(column);
        if (!table_header && is_table_header(table)) table_header = table.header;
    }
    if (table_header) return no_column_error(source, *table_header, options);
    if (!options.column.empty())
        return source.error_at(0, base::message("no column of numbers is named \"{}\"", options.column),
                               "check the name");
    return {};
}

} // namespace recordings
