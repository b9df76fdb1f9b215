// base/number.hpp -- reads and writes numbers, durations and rates as text, independent of the locale
#pragma once

#include "timestep/time.hpp"

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace base
{

/// Reads all of `text` as a decimal number: digits, with an optional minus sign for a signed type; no plus sign and no
/// blanks. Returns std::errc{} on success, result_out_of_range if the number does not fit into T, invalid_argument for
/// any other text. After an error `number` is unchanged.
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

/// Reads all of `text` as a finite number with an optional decimal point and exponent: "-1", ".5", "1.", "1e-3". The
/// number is rounded to the nearest double. Returns result_out_of_range if it is too large for a double, or if it is
/// not zero but would be rounded to zero.
std::errc read_number(std::string_view text, double& number);

/// Returns std::nullopt if `text` is not a number, or does not fit into T.
template <class T>
std::optional<T> number(std::string_view text)
{
    T value{};
    if (read_number(text, value) != std::errc{}) return std::nullopt;
    return value;
}

/// Removes the number at the beginning of `text` and returns it; std::nullopt if there is no number of type T.
template <std::integral T>
std::optional<T> take_number(std::string_view& text)
{
    T value{};
    const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(after - text.data()));
    return value;
}

/// Reads a finite number with std::strtod; accepts the same texts as read_number(). read_number() calls this function
/// if the standard library has no std::from_chars for double (libc++ before version 20).
std::errc read_double_by_strtod(std::string_view text, double& number);

/// Reads a whole number from 1 to 1e12, such as "1000" or "1e3". Returns std::nullopt for any other text.
std::optional<std::int64_t> parse_count(std::string_view text);
/// Reads a duration such as "40ms", "1.5s", "250us" or "16ns"; a number without a unit is in `bare_unit`. Returns
/// std::nullopt for a negative duration or an unknown unit.
std::optional<timestep::Nanos> parse_duration(std::string_view text,
                                              timestep::Nanos bare_unit = timestep::Nanos{1'000'000});
/// A duration as text, such as "40ms" or "16666667ns"; parse_duration() reads it back exactly.
std::string duration_text(timestep::Nanos time);
/// A time for display, with three significant digits: "16.7 ms", "1.79 s", "2.5 min", "12.5 µs".
std::string time_text(timestep::Nanos time);
/// A number with a comma between thousands: "36,000" for 36000.
std::string with_commas(std::size_t number);
/// A rate as text, such as "60", "59.94" or "200/3"; timestep::parse_rate() reads it back exactly.
std::string rate_text(timestep::Rate rate);

} // namespace base
