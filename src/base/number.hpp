// base/number.hpp -- parses and formats numbers, durations and rates, independent of the locale
#pragma once

#include "timestep/time.hpp"

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace base
{

/// Parses a decimal integer into `number`. Returns std::errc{} or an error, which leaves `number` unchanged.
template <std::integral T>
std::errc parse_number_into(std::string_view text, T& number)
{
    T parsed{};
    const char* const text_end = text.data() + text.size();
    const auto [parse_end, error] = std::from_chars(text.data(), text_end, parsed);
    if (error != std::errc{}) return error;
    if (parse_end != text_end) return std::errc::invalid_argument;
    number = parsed;
    return {};
}

/// Parses a number such as "-1", ".5", "1." or "1e-3". Numbers outside the range of double give result_out_of_range.
std::errc parse_number_into(std::string_view text, double& number);

/// Returns std::nullopt if `text` is not a number or if the number does not fit into T.
template <class T>
std::optional<T> parse_number(std::string_view text)
{
    T parsed{};
    if (parse_number_into(text, parsed) != std::errc{}) return std::nullopt;
    return parsed;
}

/// Removes the integer at the beginning of `text` and returns it; std::nullopt if there is no integer that fits into T.
template <std::integral T>
std::optional<T> consume_integer(std::string_view& text)
{
    T parsed{};
    const auto [parse_end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(parse_end - text.data()));
    return parsed;
}

/// Does the same as parse_number_into(), for libraries without std::from_chars for double (libc++ before 20).
std::errc parse_double_by_strtod(std::string_view text, double& number);

/// Parses a whole number from 1 to 1e12, such as "1000" or "1e3"; std::nullopt for any other string.
std::optional<std::int64_t> parse_positive_count(std::string_view text);
/// Parses a non-negative duration such as "1.5s", "40ms", "250us" or "16ns". Without a unit, uses `default_unit`.
std::optional<timestep::Nanos> parse_duration(std::string_view text,
                                              timestep::Nanos default_unit = timestep::Nanos{1'000'000});
/// Returns a string such as "40ms" or "16666667ns", which parse_duration() reads back exactly.
std::string exact_duration_text(timestep::Nanos duration);
/// Returns a number for display: like {:g} with `digits` significant digits, but never with an exponent. Whole digits
/// are not rounded: "0.00000123", "1.5", "12346". From 1e15 on: "over 1000 trillion". The sign + is written only with
/// `has_plus`.
std::string number_text(double number, int digits = 6, bool has_plus = false);
/// Returns a string with three significant digits for display: "16.7 ms", "1.79 s", "2.5 min", "12.5 µs".
std::string rounded_duration_text(timestep::Nanos duration);
/// Puts commas between thousands: 36000 becomes "36,000".
std::string with_thousands_separators(std::size_t number);
/// The rates that timestep::parse_rate() reads, for error messages.
inline constexpr std::string_view rate_syntax_text =
    "such as 60, 59.94 or 60000/1001 (up to three decimals, or whole numbers up to 999999999/1000000)";
/// Returns a string such as "60", "59.94" or "200/3", which timestep::parse_rate() reads back exactly.
std::string exact_rate_text(timestep::Rate rate);
/// Returns exact_rate_text() of each rate in `rates`, with `separator` between them.
std::string exact_rates_text(std::span<const timestep::Rate> rates, std::string_view separator);

} // namespace base
