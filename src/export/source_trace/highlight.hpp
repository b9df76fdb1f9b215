// export/source_trace/highlight.hpp -- splits C++ source into pieces for syntax highlighting; a simple lexer that is
// sufficient for the headers of src/timestep
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
    type, ///< a name that begins with a capital letter, or a type of C++ or its standard library
    number,
    text,         ///< a string or character literal with its quotes
    preprocessor, ///< a preprocessor directive, up to the end of the line
};
inline constexpr std::size_t syntax_kind_count = 7;

struct Piece
{
    SyntaxKind kind = SyntaxKind::plain;
    std::string_view text;
};

/// Splits a line of C++ into pieces for syntax highlighting; together they are the whole line. `in_comment` is true
/// while a block comment is open. Set it to false before the first line, and pass the same variable for each following
/// line.
std::vector<Piece> syntax_pieces(std::string_view line, bool& in_comment);

} // namespace source_trace
