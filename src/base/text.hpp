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

/// Returns the choice that is most similar to `text`, for an error message: the one to which the fewest letters must be
/// changed. Empty if `choices` is empty.
std::string_view nearest(std::string_view text, std::span<const std::string_view> choices);
/// Returns an error message with the nearest choice: "unknown loop 'interpolatd'; did you mean 'interpolated'?"
std::string unknown(std::string_view what, std::string_view text, std::span<const std::string_view> choices);

inline constexpr std::string_view white_space = " \t\r\n";
/// Returns `text` without the white space at its beginning and its end.
std::string_view trimmed(std::string_view text);

/// Returns the words of a text, between white space.
std::vector<std::string_view> words_of(std::string_view text);
/// The parts of `text` between the characters `separators`. A separator at the end of the text ends the last part.
std::vector<std::string_view> split(std::string_view text, std::string_view separators);

/// Returns whether each word of `wanted` occurs in at least one of the texts, ignoring case. Words are separated by
/// blanks. Returns true if `wanted` is empty.
bool finds(std::string_view wanted, std::initializer_list<std::string_view> texts);

/// Returns `text` as one word for a POSIX shell: unchanged if it is plain, otherwise in single quotes.
std::string shell_word(std::string_view text);

/// Returns `text` as one cell of a CSV file: unchanged, or in double quotes if it contains a comma, a quote or a line
/// break. Quotes inside are doubled (RFC 4180).
std::string csv_cell(std::string_view text);

} // namespace base
