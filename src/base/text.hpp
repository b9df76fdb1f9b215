// base/text.hpp -- finds the nearest known name, splits and searches strings, quotes strings for a shell and for CSV
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// The choice with the smallest edit distance from `text`; empty if `choices` is empty.
std::string_view most_similar(std::string_view text, std::span<const std::string_view> choices);
/// "unknown loop 'interpolatd'; did you mean 'interpolated'?"
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string_view> choices);

inline constexpr std::string_view white_space = " \t\r\n";
/// `text` without the white space at its beginning and end.
std::string_view trimmed(std::string_view text);

/// The parts of `text` between white space; none is empty.
std::vector<std::string_view> words_of(std::string_view text);
/// The parts of `text` between any two characters of `separators`; parts can be empty. A separator at the end of `text`
/// adds no empty part.
std::vector<std::string_view> split(std::string_view text, std::string_view separators);

/// Converts only the letters A to Z.
std::string lower_case(std::string_view text);
/// True if every word of `search_words`, separated by spaces, is a substring of at least one of `texts`. Ignores case.
bool contains_all_words(std::string_view search_words, std::initializer_list<std::string_view> texts);

/// `text`, quoted if necessary, so that a POSIX shell reads it as one word.
std::string shell_quoted(std::string_view text);

/// `text` as a cell of a CSV file: with a comma, quote or line break in double quotes, with inner quotes doubled (RFC
/// 4180).
std::string csv_quoted(std::string_view text);

} // namespace base
