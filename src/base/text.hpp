// base/text.hpp -- finds the nearest known name, splits and searches strings, quotes strings for a shell and for CSV
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// The choice with the smallest edit distance from `text`; empty if `choices` is empty. If `text` has 3 or more bytes,
/// a choice that begins with it has the distance 1.
std::string_view nearest_choice_however_far(std::string_view text, std::span<const std::string_view> choices);
/// Returns a message such as "unknown loop 'interpolatd'; did you mean 'interpolated'?".
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string_view> choices);
/// The names of `rows`, for unknown_name_message(). `name_projection` (a member or function) gives
/// the name of a row.
std::vector<std::string_view> names_of(const auto& rows, auto name_projection)
{
    std::vector<std::string_view> names(rows.size());
    std::ranges::transform(rows, names.begin(), name_projection);
    return names;
}
/// Returns the first row whose name is `name`; null if there is none.
auto find_row_by_name(auto&& rows, std::string_view name, auto name_projection)
{
    const auto found = std::ranges::find(rows, name, name_projection);
    return found == rows.end() ? nullptr : &*found;
}

constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

inline constexpr std::string_view white_space = " \t\r\n";
std::string_view trimmed(std::string_view text);

/// The parts of `text` between white space; none is empty.
std::vector<std::string_view> words_of(std::string_view text);
/// Splits `text` at each character of `separators`. The other parts can be empty.
std::vector<std::string_view> split(std::string_view text, std::string_view separators);

/// Converts only the letters A to Z.
std::string ascii_lower_case(std::string_view text);
/// True if every word of `search_words`, separated by spaces, is a substring of at least one of `texts`. Ignores case.
bool contains_all_words(std::string_view search_words, std::initializer_list<std::string_view> texts);

/// `text` with each character that needs it as % and two hexadecimal digits (RFC 3986).
std::string percent_encoded(std::string_view text, bool (*needs_escape)(char));
/// The character of an escape such as "%41" at the beginning of `text`; empty if there is none.
std::optional<char> parse_percent_escape(std::string_view text);
/// Decodes the escapes of percent_encoded(). Leaves a % that begins none.
std::string percent_decoded(std::string_view text);

/// `text`, quoted if necessary, so that a POSIX shell reads it as one word.
std::string shell_quoted(std::string_view text);
/// The words of a line of shell_quoted() words with blanks between them.
std::vector<std::string> shell_words(std::string_view text);

/// `text` as a cell of a CSV file, in quotes if necessary (RFC 4180).
std::string csv_quoted(std::string_view text);
/// As csv_quoted(), with an apostrophe before =, +, - or @, so that spreadsheets do not execute the text as a formula.
std::string csv_quoted_text(std::string_view text);

} // namespace base
