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

/// Sets `number` from `text`, which must be a decimal integer: digits, with an optional minus sign for a signed type;
/// no plus sign and no white space. Returns std::errc{} on success, result_out_of_range if the number does not fit into
/// T, invalid_argument for any other string. After an error `number` is unchanged.
template <std::integral T>
std::errc read_number(std::string_view text, T& number)
{
    T value{};
    const char* const end     = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{}) return error;
    if (after != end) return std::errc::invalid_argument;
    number = value;
    return {};
}

/// Sets `number` from `text`, which must be a finite number with an optional decimal point and exponent: "-1", ".5",
/// "1.", "1e-3". Rounds to the nearest double. Returns result_out_of_range if the number is too large, or if a nonzero
/// number becomes zero.
std::errc read_number(std::string_view text, double& number);

/// The number that `text` contains; std::nullopt if `text` is not a number, or does not fit into T.
template <class T>
std::optional<T> number(std::string_view text)
{
    T value{};
    if (read_number(text, value) != std::errc{}) return std::nullopt;
    return value;
}

/// Removes the integer at the beginning of `text` and returns it; std::nullopt if there is no integer that fits into T.
template <std::integral T>
std::optional<T> consume_number(std::string_view& text)
{
    T value{};
    const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(after - text.data()));
    return value;
}

/// Parses a finite number with std::strtod; accepts the same strings as read_number(), which calls this function if the
/// standard library has no std::from_chars for double (libc++ before version 20).
std::errc read_double_by_strtod(std::string_view text, double& number);

/// Parses a whole number from 1 to 1e12, such as "1000" or "1e3". Returns std::nullopt for any other string.
std::optional<std::int64_t> parse_count(std::string_view text);
/// Parses a duration such as "40ms", "1.5s", "250us" or "16ns"; `default_unit` is the unit of a number without a unit.
/// Returns std::nullopt for a negative duration or an unknown unit.
std::optional<timestep::Nanos> parse_duration(std::string_view text,
                                              timestep::Nanos default_unit = timestep::Nanos{1'000'000});
/// Formats a duration such as "40ms" or "16666667ns"; parse_duration() reads the string back exactly.
std::string exact_duration_text(timestep::Nanos time);
/// Formats a time for display, with three significant digits: "16.7 ms", "1.79 s", "2.5 min", "12.5 µs".
std::string time_text(timestep::Nanos time);
/// Formats a number with commas between thousands: "36,000" for 36000.
std::string with_commas(std::size_t number);
/// Formats a rate, such as "60", "59.94" or "200/3"; timestep::parse_rate() reads the string back exactly.
std::string rate_text(timestep::Rate rate);
/// The texts of `rates` with `separator` between them.
std::string rates_text(std::span<const timestep::Rate> rates, std::string_view separator);

} // namespace base
