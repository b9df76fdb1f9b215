// export/source_trace/highlight.hpp -- syntax highlighting of C++: a simple lexer, sufficient for src/timestep
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
    type, ///< a name that begins with a capital, or a type of C++ or its library
    number,
    literal, ///< a string or character with its quotes
    preprocessor, ///< up to the end of the line
};
inline constexpr std::size_t syntax_kind_count = 7;

struct SyntaxToken
{
    SyntaxKind kind = SyntaxKind::plain;
    std::string_view text;
};

/// The tokens cover the whole line. `is_in_block_comment` starts as false in each file, and each call updates it.
std::vector<SyntaxToken> split_into_syntax_tokens(std::string_view line, bool& is_in_block_comment);

} // namespace source_trace
