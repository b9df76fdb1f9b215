#include "recordings/formats/text_encoding.hpp"

#include <array>

namespace recordings
{
namespace
{

constexpr char32_t replacement_character = 0xFFFD;

void append_utf8(std::string& text, char32_t c)
{
    constexpr std::array<char32_t, 4> first_byte_marks{0, 0xC0, 0xE0, 0xF0};
    const auto append_byte      = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    std::size_t following_bytes = 0;
    for (const char32_t limit : {0x80U, 0x800U, 0x10000U}) following_bytes += c >= limit ? 1 : 0;
    append_byte(first_byte_marks[following_bytes] | c >> 6 * following_bytes);
    for (; following_bytes > 0; --following_bytes) append_byte(0x80 | (c >> 6 * (following_bytes - 1) & 0x3F));
}

std::string utf8_from_utf16(std::string_view bytes, bool is_big_endian)
{
    const auto code_unit_at = [&](std::size_t i) -> char32_t
    {
        const auto first  = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        return is_big_endian ? char32_t{first} << 8 | second : char32_t{second} << 8 | first;
    };
    const auto is_high = [](char32_t c) { return c >= 0xD800 && c < 0xDC00; };
    const auto is_low  = [](char32_t c) { return c >= 0xDC00 && c < 0xE000; };

    std::string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    {
        const char32_t c = code_unit_at(i);
        if (is_high(c) && i + 3 < bytes.size() && is_low(code_unit_at(i + 2)))
        {
            append_utf8(text, 0x10000 + ((c - 0xD800) << 10) + (code_unit_at(i + 2) - 0xDC00));
            i += 2;
        }
        else
            append_utf8(text, is_high(c) || is_low(c) ? replacement_character : c);
    }
    return text;
}

} // namespace

std::string_view to_utf8(std::string_view bytes, std::string& utf8_buffer)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) return bytes.substr(3);
    const bool is_big_endian = bytes.starts_with("\xFE\xFF");
    if (!is_big_endian && !bytes.starts_with("\xFF\xFE")) return bytes;
    utf8_buffer = utf8_from_utf16(bytes.substr(2), is_big_endian);
    return utf8_buffer;
}

} // namespace recordings
