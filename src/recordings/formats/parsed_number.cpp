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

constexpr auto powers = []
{
    std::array<std::uint64_t, 19> p{1};
    for (std::size_t i = 1; i < p.size(); ++i) p[i] = p[i - 1] * 10;
    return p;
}();

bool starts_with_digit(std::string_view text) { return !text.empty() && base::is_ascii_digit(text.front()); }

ParsedNumber classify_non_number(std::string_view text)
{
    const std::string lower_text = base::ascii_lower_case(text);
    if (lower_text == "na" || lower_text == "n/a" || lower_text == "null") return {ParsedNumber::Kind::missing};
    const std::size_t sign_length = lower_text.starts_with('-') || lower_text.starts_with('+') ? 1 : 0;
    const std::string_view word = std::string_view{lower_text}.substr(sign_length);
    // NaN and infinity as C and older Microsoft runtimes print them.
    for (const char* const non_finite : {"nan", "inf", "1.#inf", "1.#qnan", "1.#snan", "1.#ind"})
        if (word.starts_with(non_finite)) return {ParsedNumber::Kind::unrepresentable};
    return {ParsedNumber::Kind::unreadable};
}

// The number mantissa * 10^exponent. Digits that do not fit into the mantissa only raise the exponent.
struct Decimal
{
    std::uint64_t mantissa = 0;
    int exponent = 0;
};

// Removes the digits at the beginning of `text`, and appends them to `number`. Returns how many there are.
int consume_digits(std::string_view& text, Decimal& number)
{
    std::size_t digit_count = 0;
    if (text.size() >= 8) // these digits keep a mantissa of at most 10 digits below 10 times the limit
    {
        const auto characters = load_characters<std::uint64_t>(text.data());
        const std::size_t count = first_digit_count(characters);
        if (count > 0 && number.mantissa < 10'000'000'000)
        {
            number.mantissa = number.mantissa * powers[count] + first_digits_value(characters, count);
            digit_count = count;
        }
    }
    for (; digit_count < text.size() && base::is_ascii_digit(text[digit_count]); ++digit_count)
        if (number.mantissa < mantissa_limit)
            number.mantissa = number.mantissa * 10 + static_cast<std::uint64_t>(text[digit_count] - '0');
        else
            ++number.exponent;
    text.remove_prefix(digit_count);
    return static_cast<int>(digit_count);
}

// Removes an exponent such as "e-3" at the beginning of `text`. Returns it, clamped to +-9999; 0 if there is none.
int consume_exponent(std::string_view& text)
{
    if (!text.starts_with('e') && !text.starts_with('E')) return 0;
    std::string_view rest = text.substr(1);
    const bool is_negative = rest.starts_with('-');
    if (is_negative || rest.starts_with('+')) rest.remove_prefix(1);
    if (!starts_with_digit(rest)) return 0;
    int exponent = 0;
    for (; starts_with_digit(rest); rest.remove_prefix(1))
        exponent = std::min(exponent * 10 + (rest.front() - '0'), 9999);
    text = rest;
    return is_negative ? -exponent : exponent;
}

// The 1 to 8 characters of `text` as load_characters() has them, and zeros.
std::uint64_t characters_of(std::string_view text)
{
    const std::size_t last = text.size() - 1;
    if (text.size() >= 4)
        return load_characters<std::uint32_t>(text.data()) |
               std::uint64_t{load_characters<std::uint32_t>(text.data() + text.size() - 4)} << 8 * (text.size() - 4);
    const auto byte = [text](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(text[i])} << 8 * i; };
    return byte(0) | byte(last / 2) | byte(last);
}

// A number of 1 to 8 characters, without a loop over its digits; std::nullopt if it has other characters.
std::optional<Decimal> short_decimal(std::string_view text, char decimal_mark)
{
    if (text.empty() || text.size() > 8) return std::nullopt;
    std::uint64_t characters = characters_of(text);
    std::size_t digit_count = text.size();
    const std::size_t mark_index = first_digit_count(characters);
    if (mark_index < digit_count)
    {
        if (text[mark_index] != decimal_mark) return std::nullopt;
        const std::uint64_t after_mark = characters >> 8 * mark_index >> 8;
        characters = (characters & ((std::uint64_t{1} << 8 * mark_index) - 1)) | after_mark << 8 * mark_index;
        if (--digit_count == 0 || first_digit_count(characters) != digit_count) return std::nullopt;
    }
    return Decimal{first_digits_value(characters, digit_count),
                   static_cast<int>(std::min(mark_index, digit_count)) - static_cast<int>(digit_count)};
}

std::optional<Decimal> any_decimal(std::string_view text, char decimal_mark)
{
    Decimal number;
    const int integer_digit_count = consume_digits(text, number);
    if (text.starts_with(decimal_mark)) text.remove_prefix(1);
    const int fraction_digit_count = consume_digits(text, number); // 0 without a decimal mark
    if (integer_digit_count + fraction_digit_count == 0) return std::nullopt;
    number.exponent += consume_exponent(text) - fraction_digit_count;
    return text.empty() ? std::optional{number} : std::nullopt;
}

// Returns mantissa * 10^exponent, rounded to an integer; std::nullopt if it does not fit into 64 bits.
std::optional<std::int64_t> scaled_to_integer(std::uint64_t mantissa, int exponent)
{
    if (exponent < -18 || mantissa == 0)
        mantissa = 0; // the value is below 0.5: the mantissa is below 10^18, and the exponent is at most -19
    else if (exponent < 0)
    {
        const std::uint64_t divisor = powers[static_cast<std::size_t>(-exponent)];
        mantissa = mantissa / divisor + (mantissa % divisor >= divisor / 2 ? 1 : 0);
    }
    else if (exponent > 18 || __builtin_mul_overflow(mantissa, powers[static_cast<std::size_t>(exponent)], &mantissa))
        return std::nullopt;
    if (mantissa > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(mantissa);
}

} // namespace

ParsedNumber parse_scaled(std::string_view text, int exponent, char decimal_mark)
{
    text = trimmed_where(text, is_field_padding);
    if (text.empty()) return {ParsedNumber::Kind::missing};
    if (text.size() > max_number_length) return {ParsedNumber::Kind::unreadable};

    const bool is_negative = text.front() == '-';
    const std::string_view unsigned_text = text.substr(is_negative || text.front() == '+' ? 1 : 0);
    std::optional<Decimal> number = short_decimal(unsigned_text, decimal_mark);
    if (!number) number = any_decimal(unsigned_text, decimal_mark);
    if (!number) return classify_non_number(text);

    const auto magnitude = scaled_to_integer(number->mantissa, number->exponent + exponent);
    if (!magnitude) return {ParsedNumber::Kind::unrepresentable};
    return {ParsedNumber::Kind::value, is_negative ? -*magnitude : *magnitude};
}

} // namespace recordings
