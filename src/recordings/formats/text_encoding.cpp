#include "recordings/formats/text_encoding.hpp"

#include <array>

namespace recordings
{
namespace
{

constexpr char32_t replacement_character = 0xFFFD;

void append_utf8(std::string& text, char32_t code_point)
{
    constexpr std::array<char32_t, 4> first_byte_marks{0, 0xC0, 0xE0, 0xF0};
    const auto append_byte = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    std::size_t following_bytes = 0;
    for (const char32_t limit : {0x80U, 0x800U, 0x10000U}) following_bytes += code_point >= limit ? 1 : 0;
    append_byte(first_byte_marks[following_bytes] | code_point >> 6 * following_bytes);
    for (; following_bytes > 0; --following_bytes) append_byte(0x80 | (code_point >> 6 * (following_bytes - 1) & 0x3F));
}

std::string utf8_from_utf16(std::string_view bytes, bool is_big_endian)
{
    const auto code_unit_at = [&](std::size_t byte_index) -> char32_t
    {
        const auto first_byte = static_cast<unsigned char>(bytes[byte_index]);
        const auto second_byte = static_cast<unsigned char>(bytes[byte_index + 1]);
        return is_big_endian ? char32_t{first_byte} << 8 | second_byte : char32_t{second_byte} << 8 | first_byte;
    };
    const auto is_high_surrogate = [](char32_t c) { return c >= 0xD800 && c < 0xDC00; };
    const auto is_low_surrogate = [](char32_t c) { return c >= 0xDC00 && c < 0xE000; };

    std::string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    {
        const char32_t unit = code_unit_at(i);
        if (is_high_surrogate(unit) && i + 3 < bytes.size() && is_low_surrogate(code_unit_at(i + 2)))
        {
            append_utf8(text, 0x10000 + ((unit - 0xD800) << 10) + (code_unit_at(i + 2) - 0xDC00));
            i += 2;
        }
        else
            append_utf8(text, is_high_surrogate(unit) || is_low_surrogate(unit) ? replacement_character : unit);
    }
    return text;
}

} // namespace

std::string_view to_utf8(std::string_view bytes, std::string& utf8_buffer)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) return bytes.substr(3);
    const auto is_ascii_at = [&](std::size_t i) { return bytes[i] > 0 && bytes[i + 1] == 0; };
    const bool has_mark = bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE");
    const bool is_big_endian = has_mark ? bytes[0] == '\xFE' : bytes.size() > 5 && bytes[0] == 0 && is_ascii_at(1);
    if (!has_mark && !is_big_endian && !(bytes.size() > 3 && is_ascii_at(0) && is_ascii_at(2))) return bytes;
    utf8_buffer = utf8_from_utf16(bytes.substr(has_mark ? 2 : 0), is_big_endian);
    return utf8_buffer;
}

} // namespace recordings
