// base/number.hpp -- reads numbers from text, independent of the locale
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
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

/// Returns all of `text` as a number, as read_number() reads it, or std::nullopt after an error.
template <class T>
std::optional<T> number(std::string_view text)
{
    T value{};
    if (read_number(text, value) != std::errc{}) return std::nullopt;
    return value;
}

/// Removes the number at the beginning of `text` and returns it. Returns std::nullopt if `text` does not begin with a
/// number of type T.
template <std::integral T>
std::optional<T> take_number(std::string_view& text)
{
    T value{};
    const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(after - text.data()));
    return value;
}

/// Reads a double like read_number(), with std::strtod. read_number() calls it if the standard library has no
/// std::from_chars for doubles (libc++ before 20).
std::errc read_double_by_strtod(std::string_view text, double& number);

} // namespace base
