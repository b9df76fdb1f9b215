#include "base/number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace base
{

namespace
{

using timestep::Nanos;

std::size_t consume_digits(std::string_view& text)
{
    const std::size_t digit_count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(digit_count);
    return digit_count;
}

bool consume_one_of(std::string_view& text, std::string_view characters)
{
    if (text.empty() || characters.find(text.front()) == characters.npos) return false;
    text.remove_prefix(1);
    return true;
}

// True if `text` has the form -? digits? .? digits? ([eE] [+-]? digits)?, with a digit before the exponent.
bool is_decimal(std::string_view text)
{
    consume_one_of(text, "-");
    std::size_t digit_count = consume_digits(text);
    if (consume_one_of(text, ".")) digit_count += consume_digits(text);
    if (digit_count == 0) return false;
    if (!consume_one_of(text, "eE")) return text.empty();
    consume_one_of(text, "+-");
    return consume_digits(text) > 0 && text.empty();
}

template <class T>
concept HasFromChars = requires(const char* text, T& number)
{
    std::from_chars(text, text, number);
};

template <class T>
std::errc parse_decimal_into(std::string_view text, T& number)
{
    if constexpr (HasFromChars<T>)
    {
        T parsed{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
        if (error == std::errc{}) number = parsed;
        return error;
    }
    else
        return parse_double_by_strtod(text, number);
}

} // namespace

std::errc parse_number_into(std::string_view text, double& number)
{
    return is_decimal(text) ? parse_decimal_into(text, number) : std::errc::invalid_argument;
}

// Replaces the decimal point by the decimal mark of the locale (such as a comma), which std::strtod expects.
std::errc parse_double_by_strtod(std::string_view text, double& number)
{
    if (!is_decimal(text)) return std::errc::invalid_argument;
    std::string text_with_locale_decimal_point{text};
    if (const auto point = text_with_locale_decimal_point.find('.'); point != text_with_locale_decimal_point.npos)
        text_with_locale_decimal_point.replace(point, 1, std::localeconv()->decimal_point);
    const double parsed = std::strtod(text_with_locale_decimal_point.c_str(), nullptr);
    const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
    if (!std::isfinite(parsed) || (parsed == 0.0 && mantissa.find_first_of("123456789") != mantissa.npos))
        return std::errc::result_out_of_range;
    number = parsed;
    return {};
}

std::optional<std::int64_t> parse_positive_count(std::string_view text)
{
    const auto count = parse_number<double>(text);
    if (!count || *count < 1.0 || *count > 1e12 || *count != std::floor(*count)) return std::nullopt;
    return static_cast<std::int64_t>(*count);
}

std::optional<Nanos> parse_duration(std::string_view text, Nanos default_unit)
{
    static constexpr std::array<std::pair<std::string_view, double>, 4> duration_units{
        {{"ms", 1e6}, {"us", 1e3}, {"ns", 1.0}, {"s", 1e9}}};
    double unit_ns = static_cast<double>(default_unit.count());
    for (const auto& [suffix, suffix_unit_ns] : duration_units)
        if (text.ends_with(suffix))
        {
            unit_ns = suffix_unit_ns;
            text.remove_suffix(suffix.size());
            break;
        }
    const auto number = parse_number<double>(text);
    if (!number || *number < 0.0 || *number * unit_ns > 9e18) return std::nullopt;
    return Nanos{std::llround(*number * unit_ns)};
}

std::string exact_duration_text(Nanos duration)
{
    if (duration.count() % 1'000'000 == 0) return fmt::format("{}ms", duration.count() / 1'000'000);
    return fmt::format("{}ns", duration.count());
}

std::string number_text(double number, int digits, bool has_plus)
{
    const auto fixed = [&](int decimals)
    { return has_plus ? fmt::format("{:+.{}f}", number, decimals) : fmt::format("{:.{}f}", number, decimals); };
    if (number == 0.0 || !std::isfinite(number)) return fixed(0);
    if (std::abs(number) >= 1e15) return number > 0.0 ? "over 1000 trillion" : "below -1000 trillion";
    if (std::abs(number) < 1e-15) return "almost 0";
    // The power of ten of the rounded number, which {:e} writes after "e" with a sign.
    const std::string scientific = fmt::format("{:.{}e}", number, digits - 1);
    const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
    const int decimals = std::max(digits - 1 - exponent, 0);
    std::string text = fixed(decimals);
    if (decimals > 0) text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string rounded_duration_text(Nanos duration)
{
    const std::string_view sign = duration < Nanos::zero() ? "-" : "";
    const double abs_ns = std::abs(static_cast<double>(duration.count()));
    const auto text_with_unit = [&](double unit_ns, std::string_view unit_name)
    { return fmt::format("{}{} {}", sign, number_text(abs_ns / unit_ns, 3), unit_name); };
    if (abs_ns == 0.0) return "0 ms";
    if (abs_ns < 1e3) return text_with_unit(1.0, "ns");
    if (abs_ns < 999.5e3) return text_with_unit(1e3, "µs");
    if (abs_ns < 999.5e6) return text_with_unit(1e6, "ms");
    if (abs_ns < 60e9) return text_with_unit(1e9, "s");
    return abs_ns < 3600e9 ? text_with_unit(60e9, "min") : text_with_unit(3600e9, "h");
}

std::string with_thousands_separators(std::size_t number)
{
    std::string text = fmt::format("{}", number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
    return text;
}

std::string exact_rate_text(timestep::Rate rate)
{
    for (const int decimals : {0, 2, 3})
        if (std::string text = fmt::format("{:.{}f}", timestep::to_hertz(rate), decimals);
            timestep::parse_rate(text) == rate)
            return text;
    return fmt::format("{}/{}", rate.num, rate.den);
}

std::string exact_rates_text(std::span<const timestep::Rate> rates, std::string_view separator)
{
    std::string text;
    for (const timestep::Rate rate : rates) text.append(text.empty() ? "" : separator).append(exact_rate_text(rate));
    return text;
}

} // namespace base
