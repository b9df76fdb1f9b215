#include "base/message.hpp"

#include "base/system_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace base
{

namespace
{

constexpr char32_t invalid_code_point = 0x110000;

struct Character
{
    char32_t code_point = invalid_code_point;
    std::size_t size    = 1; ///< length of the UTF-8 sequence in bytes
};

// Decodes the first character of a UTF-8 string (RFC 3629). An invalid byte gives `invalid_code_point` with size 1.
Character decode_first(std::string_view text)
{
    constexpr std::array<char32_t, 5> min_code_point_of_size{0, 0, 0x80, 0x800, 0x10000};
    const auto first_byte = static_cast<unsigned char>(text.front());
    if (first_byte < 0x80) return {first_byte, 1};
    if (first_byte < 0xC0 || first_byte > 0xF4) return {};
    std::size_t size = 2;
    if (first_byte >= 0xF0)
        size = 4;
    else if (first_byte >= 0xE0)
        size = 3;
    if (size > text.size()) return {};
    char32_t code_point = first_byte & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i)
    {
        const auto continuation_byte = static_cast<unsigned char>(text[i]);
        if ((continuation_byte & 0xC0) != 0x80) return {};
        code_point = code_point << 6 | (continuation_byte & 0x3F);
    }
    const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
    return code_point >= min_code_point_of_size[size] && code_point < invalid_code_point && !is_surrogate
               ? Character{code_point, size}
               : Character{};
}

bool is_printable_character(char32_t code_point)
{
    const auto is_within  = [=](char32_t first, char32_t last) { return code_point >= first && code_point <= last; };
    const bool is_control = code_point < ' ' || is_within(0x7F, 0x9F);
    // Marks that change the writing direction, and the Unicode separators of lines and paragraphs.
    const bool is_layout_control =
        code_point == 0x61C || is_within(0x200E, 0x200F) || is_within(0x2028, 0x202E) || is_within(0x2066, 0x2069);
    return !is_control && !is_layout_control && code_point != invalid_code_point;
}

bool is_first_byte_of_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// Returns the byte offset of the character number `character_index`, counted from 0; text.size() if there is none.
std::size_t byte_offset(std::string_view text, std::size_t character_index)
{
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (!is_first_byte_of_character(text[i])) continue;
        if (character_index == 0) return i;
        --character_index;
    }
    return text.size();
}

constexpr std::size_t max_error_line_characters = 2000;

[[noreturn]] void throw_output_error(const std::string& reason)
{
    throw std::runtime_error{"the standard output: cannot be written: " + reason};
}

} // namespace

std::string sanitized(std::string_view text)
{
    std::string sanitized_text;
    while (!text.empty())
    {
        const Character c = decode_first(text);
        sanitized_text += is_printable_character(c.code_point) ? text.substr(0, c.size) : "?";
        text.remove_prefix(c.size);
    }
    return sanitized_text;
}

std::string sanitized_and_shortened(std::string_view text, std::size_t max_characters)
{
    constexpr std::string_view ellipsis           = "...";
    constexpr std::size_t max_bytes_per_character = 4;
    // The result has only the beginning and the end of a very long string, so only these two parts are sanitized.
    const bool is_very_long = text.size() > 4 * max_bytes_per_character * max_characters;
    const std::string sanitized_beginning =
        sanitized(is_very_long ? text.substr(0, max_bytes_per_character * max_characters) : text);
    const std::size_t kept_character_count = max_characters - std::min(max_characters, ellipsis.size());
    const std::size_t kept_at_beginning    = kept_character_count - kept_character_count / 2;
    if (!is_very_long && byte_offset(sanitized_beginning, max_characters) == sanitized_beginning.size())
        return sanitized_beginning;
    const std::string sanitized_ending =
        is_very_long ? sanitized(text.substr(text.size() - max_bytes_per_character * max_characters))
                     : sanitized_beginning;
    const auto ending_character_count =
        std::count_if(sanitized_ending.begin(), sanitized_ending.end(), is_first_byte_of_character);
    const std::size_t ending_start_index = static_cast<std::size_t>(ending_character_count) - kept_character_count / 2;
    return sanitized_beginning.substr(0, byte_offset(sanitized_beginning, kept_at_beginning)) + std::string{ellipsis} +
           sanitized_ending.substr(byte_offset(sanitized_ending, ending_start_index));
}

void print_text_or_throw(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw_output_error(std::generic_category().message(errno));
}

void flush_stdout_or_throw()
{
    if (std::fflush(stdout) != 0) throw_output_error(std::generic_category().message(errno));
    const std::string late_error = File::standard(StandardStream::output).late_write_error();
    if (!late_error.empty()) throw_output_error(late_error);
}

void print_error(std::string_view program, std::string_view error)
{
    const std::string line =
        fmt::format("{}: {}\n", program, sanitized_and_shortened(error, max_error_line_characters));
    // A failed write is ignored: there is no other stream for the error.
    static_cast<void>(File::standard(StandardStream::error).write(line));
}

} // namespace base
