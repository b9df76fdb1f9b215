#include "lab/settings/set_up_link.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "lab/settings/set_up.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lab
{

namespace
{

constexpr std::string_view plain_marks = "-._~=:/,";
// The beginning of every fragment: the first word of set_up_text(), percent-encoded.
constexpr std::string_view fragment_begin = "#timestep-lab%20set-up";

bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           plain_marks.find(c) != plain_marks.npos;
}

std::optional<int> digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return std::nullopt;
}

// Returns the byte that "%41" at the beginning of `text` stands for; nothing if no two hexadecimal digits follow the
// percent sign.
std::optional<char> byte_of(std::string_view text)
{
    if (text.size() < 3) return std::nullopt;
    const auto high = digit_of(text[1]);
    const auto low  = digit_of(text[2]);
    if (!high || !low) return std::nullopt;
    return static_cast<char>(*high * 16 + *low);
}

} // namespace

std::string set_up_fragment(const Settings& settings)
{
    std::string fragment;
    for (const char c : set_up_text(settings))
        if (is_plain(c))
            fragment += c;
        else
            fragment += fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
    return fragment;
}

bool is_set_up_link(std::string_view text)
{
    text = base::trimmed(text);
    return text.find_first_of(base::white_space) == text.npos &&
           text.substr(std::min(text.find('#'), text.size())).starts_with(fragment_begin);
}

std::variant<Settings, std::string> parse_set_up_link(std::string_view text, const Settings& now)
{
    text = base::trimmed(text);
    std::string line;
    for (std::size_t i = std::min(text.find('#'), text.size() - 1) + 1; i < text.size(); ++i)
    {
        if (text[i] != '%')
        {
            line += text[i];
            continue;
        }
        const auto byte = byte_of(text.substr(i));
        if (!byte) return base::message("the link: '{}' is not % and two hexadecimal digits", text.substr(i, 3));
        line += *byte;
        i += 2;
    }
    return parse_set_up(line, now);
}

} // namespace lab
