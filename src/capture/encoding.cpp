#include "capture/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace capture
{
namespace
{

constexpr char32_t replacement = 0xFFFD;

void append(std::string& text, char32_t c)
{
    const auto put = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (c < 0x80) return put(c);
    if (c < 0x800)
    {
        put(0xC0 | c >> 6);
        return put(0x80 | (c & 0x3F));
    }
    if (c < 0x10000)
        put(0xE0 | c >> 12);
    else
    {
        put(0xF0 | c >> 18);
        put(0x80 | (c >> 12 & 0x3F));
    }
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
}

std::string from_utf16(std::string_view bytes, bool big_endian)
{
    const auto unit = [&](std::size_t i) -> char32_t
    {
        const auto first  = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        return big_endian ? char32_t{first} << 8 | second : char32_t{second} << 8 | first;
    };
    const auto is_high = [](char32_t c) { return c >= 0xD800 && c < 0xDC00; };
    const auto is_low  = [](char32_t c) { return c >= 0xDC00 && c < 0xE000; };

    std::string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    {
        const char32_t c = unit(i);
        if (is_high(c) && i + 3 < bytes.size() && is_low(unit(i + 2)))
        {
            append(text, 0x10000 + ((c - 0xD800) << 10) + (unit(i + 2) - 0xDC00));
            i += 2;
        }
        else
            append(text, is_high(c) || is_low(c) ? replacement : c);
    }
    return text;
}

// The bytes of the character that `text` begins with, 0 when they are not UTF-8 (RFC 3629).
std::size_t character_size(std::string_view text)
{
    constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80) return 1;
    if (first < 0xC0 || first > 0xF4) return 0;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (size > text.size()) return 0;
    char32_t c = first & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i)
    {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) return 0;
        c = c << 6 | (next & 0x3F);
    }
    const bool surrogate = c >= 0xD800 && c < 0xE000;
    return c >= smallest[size] && c <= 0x10FFFF && !surrogate ? size : 0;
}

std::string printable_part(std::string_view text, std::size_t characters)
{
    std::string result;
    for (; characters > 0 && !text.empty(); --characters)
    {
        const std::size_t size = character_size(text);
        const bool control     = size == 1 && (text.front() < ' ' || text.front() == '\x7F');
        if (size == 0 || control)
            result += '?';
        else
            result += text.substr(0, size);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return result;
}

} // namespace

std::string printable(std::string_view text) { return printable_part(text, text.size()); }
std::string quotable(std::string_view text) { return printable_part(text, 40); }

std::string_view to_utf8(std::string_view bytes, std::string& storage)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) return bytes.substr(3);
    const bool big_endian = bytes.starts_with("\xFE\xFF");
    if (!big_endian && !bytes.starts_with("\xFF\xFE")) return bytes;
    storage = from_utf16(bytes.substr(2), big_endian);
    return storage;
}

} // namespace capture
