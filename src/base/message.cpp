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

constexpr char32_t not_utf8 = 0x110000;

struct Character
{
    char32_t code    = not_utf8;
    std::size_t size = 1; ///< length of the character in bytes
};

// Decodes the first UTF-8 character of `text` (RFC 3629).
Character decoded_first(std::string_view text)
{
    constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80) return {first, 1};
    if (first < 0xC0 || first > 0xF4) return {};
    std::size_t size = 2;
    if (first >= 0xF0)
        size = 4;
    else if (first >= 0xE0)
        size = 3;
    if (size > text.size()) return {};
    char32_t c = first & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i)
    {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) return {};
        c = c << 6 | (next & 0x3F);
    }
    const bool surrogate = c >= 0xD800 && c < 0xE000;
    return c >= smallest[size] && c < not_utf8 && !surrogate ? Character{c, size} : Character{};
}

bool is_shown(char32_t c)
{
    const auto within  = [c](char32_t low, char32_t high) { return c >= low && c <= high; };
    const bool control = c < ' ' || within(0x7F, 0x9F);
    // True for marks that change the writing direction, and for the Unicode separators of lines and paragraphs.
    const bool turns = c == 0x61C || within(0x200E, 0x200F) || within(0x2028, 0x202E) || within(0x2066, 0x2069);
    return !control && !turns && c != not_utf8;
}

// True if `c` is the first byte of a UTF-8 character.
bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// The byte offset of character number `count`, from 0, in a UTF-8 text; at most its size.
std::size_t byte_offset(std::string_view text, std::size_t count)
{
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (!is_first_byte(text[i])) continue;
        if (count == 0) return i;
        --count;
    }
    return text.size();
}

constexpr std::size_t longest_line = 2000;

[[noreturn]] void throw_output_lost(const std::string& why)
{
    throw OutputLost{"the standard output: cannot be written: " + why};
}

} // namespace

std::string without_controls(std::string_view text)
{
    std::string shown;
    while (!text.empty())
    {
        const Character c = decoded_first(text);
        shown += is_shown(c.code) ? text.substr(0, c.size) : "?";
        text.remove_prefix(c.size);
    }
    return shown;
}

std::string printable(std::string_view text, std::size_t most)
{
    constexpr std::string_view gap = "...";
    constexpr std::size_t longest  = 4; // largest number of bytes of a UTF-8 character
    // The result shows at most `most` characters. Of a very long text, only the beginning and the end can be shown, so
    // only these are escaped, to save time.
    const bool huge            = text.size() > 4 * longest * most;
    const std::string shown    = without_controls(huge ? text.substr(0, longest * most) : text);
    const std::size_t kept     = most - std::min(most, gap.size());
    const std::size_t in_front = kept - kept / 2;
    if (!huge && byte_offset(shown, most) == shown.size()) return shown;
    const std::string back = huge ? without_controls(text.substr(text.size() - longest * most)) : shown;
    const auto count       = std::count_if(back.begin(), back.end(), is_first_byte);
    const std::size_t end  = static_cast<std::size_t>(count) - kept / 2;
    return shown.substr(0, byte_offset(shown, in_front)) + std::string{gap} + back.substr(byte_offset(back, end));
}

void print_text(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw_output_lost(std::generic_category().message(errno));
}

void flush()
{
    if (std::fflush(stdout) != 0) throw_output_lost(std::generic_category().message(errno));
    if (const std::string why = File::standard(StandardStream::output).sync(); !why.empty()) throw_output_lost(why);
}

void print_error(std::string_view program, std::string_view what)
{
    const std::string line = fmt::format("{}: {}\n", program, printable(what, longest_line));
    // An error of this write cannot be reported anywhere.
    static_cast<void>(File::standard(StandardStream::error).write(line));
}

} // namespace base
