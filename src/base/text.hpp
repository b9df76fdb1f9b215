// base/text.hpp -- works with texts that the user types: finds the nearest known name, splits texts, searches words,
// quotes texts for a shell and for CSV files
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace base
{

/// The choice with the fewest edits from `text`; empty if `choices` is empty.
std::string_view nearest(std::string_view text, std::span<const std::string_view> choices);
/// An error message: "unknown loop 'interpolatd'; did you mean 'interpolated'?"
std::string unknown_name_message(std::string_view what, std::string_view text,
                                 std::span<const std::string_view> choices);

inline constexpr std::string_view white_space = " \t\r\n";
/// `text` without white space at its beginning and end.
std::string_view trimmed(std::string_view text);

/// The words in `text`, between white space.
std::vector<std::string_view> words_of(std::string_view text);
/// Splits `text` at each of the characters `separators`. A separator at the end of `text` ends the last part: no empty
/// part follows.
std::vector<std::string_view> split(std::string_view text, std::string_view separators);

/// True if each word of `search_words`, between blanks, occurs in at least one text, ignoring case.
bool contains_words(std::string_view search_words, std::initializer_list<std::string_view> texts);

/// One word for a POSIX shell: unchanged if plain, otherwise in single quotes.
std::string shell_word(std::string_view text);

/// In double quotes if `text` has a comma, a quote or a line break; quotes inside are doubled (RFC 4180).
std::string csv_cell(std::string_view text);

} // namespace base
