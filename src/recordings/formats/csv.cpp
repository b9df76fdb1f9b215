#include "recordings/formats/csv.hpp"

#include <cstddef>
#include <cstdint>

namespace recordings
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

} // namespace

std::string_view to_utf8(std::string_view bytes, std::string& storage)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) return bytes.substr(3);
    const bool big_endian = bytes.starts_with("\xFE\xFF");
    if (!big_endian && !bytes.starts_with("\xFF\xFE")) return bytes;
    storage = from_utf16(bytes.substr(2), big_endian);
    return storage;
}

std::size_t count_fields(std::string_view line, char separator)
{
    const char* const end = line.data() + line.size();
    std::size_t count     = 1;
    for (const char* at = field_end(line.data(), end, separator); at != end; at = field_end(at + 1, end, separator))
        ++count;
    return count;
}

std::string unquoted(std::string_view field)
{
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!field.empty() && blank(field.front())) field.remove_prefix(1);
    while (!field.empty() && blank(field.back())) field.remove_suffix(1);
    if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string{field};

    field = field.substr(1, field.size() - 2);
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i)
    {
        text += field[i];
        if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"') ++i;
    }
    return text;
}

std::string normalised(std::string_view name)
{
    std::string text;
    for (const char c : unquoted(name))
    {
        if (c == ' ' || c == '_') continue;
        text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    return text;
}

} // namespace recordings
