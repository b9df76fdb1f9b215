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
/// An error message: "unknown loop 'interpolatd'; did you mean 'interpolated'?"
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string_view> choices);

inline constexpr std::string_view white_space = " \t\r\n";
/// `text` without white space at its beginning and end.
std::string_view trimmed(std::string_view text);

/// The words of `text`, which white space separates.
std::vector<std::string_view> words_of(std::string_view text);
/// Splits `text` at each character of `separators`. No empty part follows a separator at the end of `text`.
std::vector<std::string_view> split(std::string_view text, std::string_view separators);

/// `text` with the letters A to Z in lower case.
std::string lower_case(std::string_view text);
/// A case-insensitive search: true if each word of `search_words`, separated by spaces, is a substring of one of
/// `texts`.
bool contains_all_words(std::string_view search_words, std::initializer_list<std::string_view> texts);

/// `text` as one word for a POSIX shell: unchanged if it needs no quotes, otherwise in single quotes.
std::string shell_word(std::string_view text);

/// `text` as a CSV cell: with a comma, quote or line break in double quotes, and inner quotes doubled (RFC 4180).
std::string csv_cell(std::string_view text);

} // namespace base
