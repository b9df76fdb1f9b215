// export/source_trace/highlight.hpp -- splits C++ source into pieces of different colours; a simple lexer, sufficient
// for the headers that are shown
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace source_trace
{

enum class SyntaxKind : std::uint8_t
{
    plain,
    comment,
    keyword,
    type, ///< a name that begins with a capital, or a type of the language or the standard library
    number,
    text,         ///< a string or a character in quotes
    preprocessor, ///< a directive, up to the end of the line
};
inline constexpr std::size_t kinds = 7;

struct Piece
{
    SyntaxKind kind = SyntaxKind::plain;
    std::string_view text;
};

/// Splits a line into pieces; joined, they are the line again. `in_comment` is true inside a block comment: it must be
/// false before the first line, and is carried from line to line.
std::vector<Piece> pieces_of(std::string_view line, bool& in_comment);

} // namespace source_trace
