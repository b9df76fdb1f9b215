#include "recordings/formats/parsed_number.hpp"

#include "base/text.hpp"
#include "recordings/formats/csv.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace recordings
{
namespace
{

// Digits are appended to the mantissa while it is below this limit, so the mantissa has at most 18 digits.
constexpr std::uint64_t mantissa_limit = 100'000'000'000'000'000;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

ParsedNumber classify_non_number(std::string_view text)
{
    const std::string lower = base::ascii_lower_case(text);
    if (lower == "na" || lower == "n/a" || lower == "null") return {ParsedNumber::Kind::missing};
    const std::size_t sign_length = lower.starts_with('-') || lower.starts_with('+') ? 1 : 0;
    const std::string_view word   = std::string_view{lower}.substr(sign_length);
    // NaN and infinity as C and older Microsoft runtimes print them.
    for (const char* const non_finite : {"nan", "inf", "1.#inf", "1.#qnan", "1.#snan", "1.#ind"})
        if (word.starts_with(non_finite)) return {ParsedNumber::Kind::non_finite};
    return {ParsedNumber::Kind::unreadable};
}

// Appends the digits at `at` to the mantissa, and advances `at`. Returns the number of digits that do not fit.
int parse_digits(std::string_view text, std::size_t& at, std::uint64_t& mantissa)
{
    int ignored_digits = 0;
    for (; at < text.size() && is_digit(text[at]); ++at)
    {
        if (mantissa < mantissa_limit)
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(text[at] - '0');
        else
            ++ignored_digits;
    }
    return ignored_digits;
}

// Parses an exponent such as "e-3", clamped to +-9999, and advances `at`. Returns 0 if there is none.
int parse_exponent(std::string_view text, std::size_t& at)
{
    if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return 0;
    std::size_t index = at + 1;
    bool is_negative  = false;
    if (index < text.size() && (text[index] == '-' || text[index] == '+')) is_negative = text[index++] == '-';
    if (index >= text.size() || !is_digit(text[index])) return 0;
    int exponent = 0;
    for (; index < text.size() && is_digit(text[index]); ++index)
        exponent = std::min(exponent * 10 + (text[index] - '0'), 9999);
    at = index;
    return is_negative ? -exponent : exponent;
}

// Returns mantissa * 10^exponent, rounded to an integer; std::nullopt if it does not fit into 64 bits.
std::optional<std::int64_t> scaled_to_integer(std::uint64_t mantissa, int exponent)
{
    static constexpr auto powers = []
    {
        std::array<std::uint64_t, 19> p{1};
        for (std::size_t i = 1; i < p.size(); ++i) p[i] = p[i - 1] * 10;
        return p;
    }();
    constexpr auto max_result = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

    if (exponent < -18 || mantissa == 0)
        mantissa = 0; // the value is below 0.5: the mantissa is below 10^18, and the exponent is at most -19
    else if (exponent < 0)
    {
        const std::uint64_t divisor = powers[static_cast<std::size_t>(-exponent)];
        mantissa                    = mantissa / divisor + (mantissa % divisor >= divisor / 2 ? 1 : 0);
    }
    else if (exponent > 18 || mantissa > max_result / powers[static_cast<std::size_t>(exponent)])
        return std::nullopt;
    else
        mantissa *= powers[static_cast<std::size_t>(exponent)];
    return static_cast<std::int64_t>(mantissa);
}

} // namespace

ParsedNumber parse_scaled_and_rounded(std::string_view text, int exponent, char decimal_mark)
{
    text = trimmed_where(text, is_blank_or_quote);
    if (text.empty()) return {ParsedNumber::Kind::missing};
    if (text.size() > max_number_length) return {ParsedNumber::Kind::unreadable};

    const bool is_negative  = text.front() == '-';
    std::size_t at          = is_negative || text.front() == '+' ? 1 : 0;
    const std::size_t first = at;
    std::uint64_t mantissa  = 0;
    exponent += parse_digits(text, at, mantissa);
    std::size_t digit_count = at - first;
    if (at < text.size() && text[at] == decimal_mark)
    {
        const std::size_t fraction = ++at;
        const int ignored_digits   = parse_digits(text, at, mantissa);
        digit_count += at - fraction;
        exponent -= static_cast<int>(at - fraction) - ignored_digits;
    }
    if (digit_count == 0) return classify_non_number(text);
    exponent += parse_exponent(text, at);
    if (at != text.size()) return classify_non_number(text);

    const auto magnitude = scaled_to_integer(mantissa, exponent);
    if (!magnitude) return {ParsedNumber::Kind::non_finite};
    return {ParsedNumber::Kind::value, is_negative ? -*magnitude : *magnitude};
}

} // namespace recordings
