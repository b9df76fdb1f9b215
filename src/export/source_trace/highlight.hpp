// export/source_trace/highlight.hpp -- C++ in colours: enough of its grammar for the headers that are shown
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
    type, ///< a name in capitals, or one of the language's and the standard library's
    number,
    text,         ///< in quotes
    preprocessor, ///< up to the end of the line
};
inline constexpr std::size_t kinds = 7;

struct Piece
{
    SyntaxKind kind = SyntaxKind::plain;
    std::string_view text;
};

/// The pieces of a line, which joined are the line. `in_comment` is carried from line to line: false before the first.
std::vector<Piece> pieces_of(std::string_view line, bool& in_comment);

} // namespace source_trace
