#include "base/printable_text.hpp"

#include <algorithm>
#include <array>

namespace base
{

namespace
{

constexpr char32_t invalid_code_point = 0x110000;

struct Character
{
    char32_t code_point = invalid_code_point;
    std::size_t byte_count = 1; ///< length of the UTF-8 sequence
};

// Decodes the first character of a UTF-8 string (RFC 3629). An invalid byte gives `invalid_code_point` of 1 byte.
Character decode_first(std::string_view text)
{
    constexpr std::array<char32_t, 5> min_code_point_of_byte_count{0, 0, 0x80, 0x800, 0x10000};
    const auto first_byte = static_cast<unsigned char>(text.front());
    if (first_byte < 0x80) return {first_byte, 1};
    if (first_byte < 0xC0 || first_byte > 0xF4) return {};
    std::size_t byte_count = 2;
    if (first_byte >= 0xF0)
        byte_count = 4;
    else if (first_byte >= 0xE0)
        byte_count = 3;
    if (byte_count > text.size()) return {};
    char32_t code_point = first_byte & (0x7FU >> byte_count);
    for (std::size_t i = 1; i < byte_count; ++i)
    {
        const auto continuation_byte = static_cast<unsigned char>(text[i]);
        if ((continuation_byte & 0xC0) != 0x80) return {};
        code_point = code_point << 6 | (continuation_byte & 0x3F);
    }
    const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
    return code_point >= min_code_point_of_byte_count[byte_count] && code_point < invalid_code_point && !is_surrogate
               ? Character{code_point, byte_count}
               : Character{};
}

bool is_printable_character(char32_t code_point)
{
    const auto is_within = [=](char32_t first, char32_t last) { return code_point >= first && code_point <= last; };
    const bool is_control = code_point < ' ' || is_within(0x7F, 0x9F);
    // Marks that change the writing direction, and the Unicode separators of lines and paragraphs.
    const bool is_layout_control =
        code_point == 0x61C || is_within(0x200E, 0x200F) || is_within(0x2028, 0x202E) || is_within(0x2066, 0x2069);
    return !is_control && !is_layout_control && code_point != invalid_code_point;
}

bool is_leading_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::size_t character_count(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, is_leading_byte));
}

// Returns the byte offset of the character number `character_index`, counted from 0; text.size() if there is none.
std::size_t byte_offset(std::string_view text, std::size_t character_index)
{
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (!is_leading_byte(text[i])) continue;
        if (character_index == 0) return i;
        --character_index;
    }
    return text.size();
}

} // namespace

std::string sanitized(std::string_view text)
{
    std::string sanitized_text;
    while (!text.empty())
    {
        const Character character = decode_first(text);
        sanitized_text += is_printable_character(character.code_point) ? text.substr(0, character.byte_count) : "?";
        text.remove_prefix(character.byte_count);
    }
    return sanitized_text;
}

std::string printable_excerpt(std::string_view text, std::size_t max_characters)
{
    constexpr std::string_view ellipsis = "...";
    constexpr std::size_t max_bytes_per_character = 4;
    const std::size_t sanitized_bytes = std::min(text.size(), max_bytes_per_character * max_characters);
    const std::string beginning = sanitized(text.substr(0, sanitized_bytes));
    if (sanitized_bytes == text.size() && character_count(beginning) <= max_characters) return beginning;

    const std::string ending = sanitized(text.substr(text.size() - sanitized_bytes));
    const std::size_t kept_character_count = max_characters - std::min(max_characters, ellipsis.size());
    const std::size_t kept_count_at_end = kept_character_count / 2;
    return beginning.substr(0, byte_offset(beginning, kept_character_count - kept_count_at_end)) +
           std::string{ellipsis} + ending.substr(byte_offset(ending, character_count(ending) - kept_count_at_end));
}

} // namespace base
