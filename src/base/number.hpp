// base/number.hpp -- numbers from text, in no locale
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace base
{

/// Reads the whole of `text` as a decimal number: digits, after a minus sign for a signed type; no plus sign and no
/// blanks. Returns std::errc{}, or result_out_of_range when the digits are too many for T, or invalid_argument for any
/// other text; after an error `number` is unchanged.
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

/// The same for a finite number that may have a decimal point and an exponent: "-1", ".5", "1.", "1e-3". The number is
/// rounded to the nearest double. One too large for a double is out of range, and so is one that would be rounded to 0.
std::errc read_number(std::string_view text, double& number);

/// The number that is the whole of `text`, as read_number reads it, or nothing.
template <class T>
std::optional<T> number(std::string_view text)
{
    T value{};
    if (read_number(text, value) != std::errc{}) return std::nullopt;
    return value;
}

/// Removes the number from the beginning of `text`. Nothing when `text` does not begin with a number of type T.
template <std::integral T>
std::optional<T> take_number(std::string_view& text)
{
    T value{};
    const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(after - text.data()));
    return value;
}

/// Reads a double like read_number, by std::strtod. read_number uses it where the standard library has no
/// std::from_chars for doubles (libc++ before 20).
std::errc read_double_by_strtod(std::string_view text, double& number);

} // namespace base
