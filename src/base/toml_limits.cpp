#include "base/toml_limits.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace base
{

namespace
{

// The opening quotation marks of a TOML string, one or three; empty if `text` does not begin with a string.
std::string_view opening_quotes_of(std::string_view text)
{
    if (text.front() != '"' && text.front() != '\'') return {};
    const bool is_triple = text.size() > 2 && text[1] == text[0] && text[2] == text[0];
    return text.substr(0, is_triple ? 3 : 1);
}

// The length of a string with its quotation marks. An unterminated single-line string ends at the line end.
std::size_t string_literal_size(std::string_view text, std::string_view quotes)
{
    for (std::size_t i = quotes.size(); i < text.size(); ++i)
    {
        if (text[i] == '\\' && quotes.front() == '"')
            ++i;
        else if (text.substr(i).starts_with(quotes))
            return i + quotes.size();
        else if (text[i] == '\n' && quotes.size() == 1)
            return i;
    }
    return text.size();
}

} // namespace

std::optional<ExceededLimit> find_exceeded_toml_limit(std::string_view text)
{
    if (text.size() > max_toml_bytes) return ExceededLimit{1, fmt::format("longer than {} bytes", max_toml_bytes)};
    std::size_t line_number = 1, open_bracket_count = 0, key_part_count = 1, key_count = 0;
    while (!text.empty())
    {
        if (const std::string_view quotes = opening_quotes_of(text); !quotes.empty())
        {
            const std::string_view string = text.substr(0, string_literal_size(text, quotes));
            line_number += static_cast<std::size_t>(std::ranges::count(string, '\n'));
            text.remove_prefix(string.size());
            continue;
        }
        if (text.front() == '#') text.remove_prefix(std::min(text.find('\n'), text.size()));
        if (text.empty()) break;
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '[' || c == '{') ++open_bracket_count;
        if ((c == ']' || c == '}') && open_bracket_count > 0) --open_bracket_count;
        if (c == '=' || c == '[') ++key_count; // the name of a table counts as a key
        if (c == '.') ++key_part_count;
        if (std::string_view{"=,[]{}\n"}.find(c) != std::string_view::npos) key_part_count = 1;
        if (c == '\n') ++line_number;
        if (open_bracket_count > max_toml_depth || key_part_count > max_toml_depth)
            return ExceededLimit{line_number, fmt::format("nested deeper than {}", max_toml_depth)};
        if (key_count > max_toml_keys)
            return ExceededLimit{line_number, fmt::format("more than {} keys", max_toml_keys)};
    }
    return std::nullopt;
}

} // namespace base
