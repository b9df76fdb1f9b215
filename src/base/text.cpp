#include "base/text.hpp"

#include "base/message.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace base
{

namespace
{

// Returns the Levenshtein distance. Stores only one row of the usual table of distances between prefixes.
std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const std::size_t diagonal_cost = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, diagonal_cost}));
        }
    }
    return row.back();
}

} // namespace

std::string ascii_lower_case(std::string_view text)
{
    std::string lower{text};
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

std::string_view nearest_choice_however_far(std::string_view text, std::span<const std::string_view> choices)
{
    const auto distance = [&](std::string_view choice)
    { return text.size() > 2 && choice.starts_with(text) ? 1 : edit_distance(text, choice); };
    const auto nearest =
        std::min_element(choices.begin(), choices.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    return nearest == choices.end() ? std::string_view{} : *nearest;
}

std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string_view> choices)
{
    const std::string shown_name = printable_excerpt(name);
    return message("unknown {} '{}'; did you mean '{}'?", kind, shown_name,
                   nearest_choice_however_far(shown_name, choices));
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(white_space);
    return first == text.npos ? std::string_view{} : text.substr(first, text.find_last_not_of(white_space) + 1 - first);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    while (!text.empty())
    {
        parts.push_back(text.substr(0, text.find_first_of(separators)));
        text.remove_prefix(std::min(parts.back().size() + 1, text.size()));
    }
    return parts;
}

std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> words = split(text, white_space);
    std::erase(words, std::string_view{});
    return words;
}

bool contains_all_words(std::string_view search_words, std::initializer_list<std::string_view> texts)
{
    const auto is_in_text = [&](std::string_view word)
    {
        return std::ranges::any_of(texts, [lower_word = ascii_lower_case(word)](std::string_view text)
                                   { return ascii_lower_case(text).find(lower_word) != std::string::npos; });
    };
    return std::ranges::all_of(split(search_words, " "), is_in_text);
}

std::string percent_encoded(std::string_view text, bool (*needs_escape)(char))
{
    std::string encoded;
    for (const char c : text)
        if (needs_escape(c))
            encoded += fmt::format("%{:02X}", static_cast<std::uint8_t>(c));
        else
            encoded += c;
    return encoded;
}

std::optional<char> parse_percent_escape(std::string_view text)
{
    if (text.size() < 3 || text.front() != '%') return std::nullopt;
    constexpr std::string_view hex_digits = "0123456789abcdef";
    const std::string escape_digits = ascii_lower_case(text.substr(1, 2));
    const std::size_t high_digit = hex_digits.find(escape_digits[0]);
    const std::size_t low_digit = hex_digits.find(escape_digits[1]);
    if (high_digit == hex_digits.npos || low_digit == hex_digits.npos) return std::nullopt;
    return static_cast<char>(high_digit * 16 + low_digit);
}

std::string percent_decoded(std::string_view text)
{
    std::string decoded;
    while (!text.empty())
    {
        const auto escaped = parse_percent_escape(text);
        decoded += escaped.value_or(text.front());
        text.remove_prefix(escaped ? 3 : 1);
    }
    return decoded;
}

std::string shell_quoted(std::string_view text)
{
    constexpr std::string_view safe_characters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%";
    if (!text.empty() && text.find_first_not_of(safe_characters) == text.npos) return std::string{text};
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return quoted + "'";
}

std::vector<std::string> shell_words(std::string_view text)
{
    std::vector<std::string> words;
    bool is_in_word = false, is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (text[i] == ' ' && !is_quoted)
        {
            is_in_word = false;
            continue;
        }
        if (!std::exchange(is_in_word, true)) words.emplace_back();
        if (text[i] == '\'')
            is_quoted = !is_quoted;
        else
            words.back() += text[i] == '\\' && !is_quoted && i + 1 < text.size() ? text[++i] : text[i];
    }
    return words;
}

std::string csv_quoted(std::string_view text)
{
    if (text.find_first_of(",\"\n\r") == text.npos) return std::string{text};
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2U : 1U, c);
    return quoted + '"';
}

std::string csv_quoted_text(std::string_view text)
{
    const bool is_formula = !text.empty() && std::string_view{"=+-@"}.find(text.front()) != text.npos;
    if (!is_formula) return csv_quoted(text);
    std::string quoted = "\"'";
    for (const char c : text) quoted.append(c == '"' ? 2U : 1U, c);
    return quoted + '"';
}

} // namespace base
