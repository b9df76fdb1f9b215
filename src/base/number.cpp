#include "base/number.hpp"

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <string>

namespace base
{

namespace
{

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

// Removes the digits at the beginning of `text` and returns how many there were.
std::size_t take_digits(std::string_view& text)
{
    const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_decimal_digit) - text.begin());
    text.remove_prefix(digits);
    return digits;
}

// Removes the first character of `text` if it is one of `characters`; returns whether it was.
bool take_one_of(std::string_view& text, std::string_view characters)
{
    if (text.empty() || characters.find(text.front()) == characters.npos) return false;
    text.remove_prefix(1);
    return true;
}

// Matches -? digits? .? digits? ([eE] [+-]? digits)? with at least one digit before the exponent. Refuses "inf", "nan"
// and hexadecimal numbers.
bool is_decimal(std::string_view text)
{
    take_one_of(text, "-");
    std::size_t digits = take_digits(text);
    if (take_one_of(text, ".")) digits += take_digits(text);
    if (digits == 0) return false;
    if (!take_one_of(text, "eE")) return text.empty();
    take_one_of(text, "+-");
    return take_digits(text) > 0 && text.empty();
}

bool is_zero(std::string_view decimal)
{
    return decimal.substr(0, decimal.find_first_of("eE")).find_first_of("123456789") == decimal.npos;
}

template <class T>
concept ReadByFromChars = requires(const char* at, T& number)
{
    std::from_chars(at, at, number);
};

template <class T>
std::errc read_decimal(std::string_view text, T& number)
{
    if constexpr (ReadByFromChars<T>)
    {
        T value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{}) number = value;
        return error;
    }
    else
        return read_double_by_strtod(text, number);
}

} // namespace

std::errc read_number(std::string_view text, double& number)
{
    return is_decimal(text) ? read_decimal(text, number) : std::errc::invalid_argument;
}

// std::strtod expects the decimal point of the program's locale.
std::errc read_double_by_strtod(std::string_view text, double& number)
{
    if (!is_decimal(text)) return std::errc::invalid_argument;
    std::string local{text};
    if (const auto point = local.find('.'); point != local.npos)
        local.replace(point, 1, std::localeconv()->decimal_point);
    const double value = std::strtod(local.c_str(), nullptr);
    if (!std::isfinite(value) || (value == 0.0 && !is_zero(text))) return std::errc::result_out_of_range;
    number = value;
    return {};
}

} // namespace base
