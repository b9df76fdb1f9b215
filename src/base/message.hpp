// base/message.hpp -- message formatting and printing, and error types for wrong input
#pragma once

#include "base/path.hpp"
#include "base/printable_text.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace base
{

/// Text that message() and print() neither sanitize nor shorten, such as a complete message or escape sequences.
struct Verbatim
{
    explicit Verbatim(std::string_view complete_text)
        : text{complete_text}
    {
    }

    std::string text;
};

namespace detail
{

template <class T>
constexpr bool is_string_literal = false;
template <std::size_t N>
constexpr bool is_string_literal<const char[N]> = true;

template <class T>
constexpr bool is_string_like = std::is_convertible_v<const T&, std::string_view>;

enum class StringLength : std::uint8_t
{
    shortened,
    full,
};

/// Replaces unprintable characters in a message argument. Leaves numbers and string literals unchanged.
template <StringLength length, class T>
auto sanitized_argument(T& value)
{
    using Value = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Value, Verbatim>)
        return std::string_view{value.text};
    else if constexpr (is_string_literal<T>)
        return std::string_view{value};
    else if constexpr (std::is_same_v<Value, std::filesystem::path>)
    {
        const std::string path = path_to_utf8(value);
        return sanitized_argument<length>(path);
    }
    else if constexpr (is_string_like<T>)
        return length == StringLength::shortened ? printable_excerpt(value) : sanitized(value);
    else if constexpr (std::is_same_v<Value, char>)
        return sanitized({&value, 1});
    else
    {
        static_assert(std::is_arithmetic_v<Value>, "only strings and numbers are printed: convert other types before");
        return value;
    }
}

template <StringLength length, class Arg>
using SanitizedArgument = decltype(sanitized_argument<length>(std::declval<std::remove_reference_t<Arg>&>()));

} // namespace detail

template <class... Args>
using MessageFormat = fmt::format_string<detail::SanitizedArgument<detail::StringLength::shortened, Args>...>;

/// Formats a message. Sanitizes and shortens the strings in `args`, but not string literals and Verbatim objects.
template <class... Args>
std::string message(MessageFormat<Args...> format, Args&&... args)
{
    return fmt::format(format, detail::sanitized_argument<detail::StringLength::shortened>(args)...);
}

/// Throws std::runtime_error after a write error, such as a full disk.
void print_raw(std::string_view text);
/// Formats the arguments and prints the result. In strings from users and files, replaces control characters by '?'.
template <class... Args>
void print(fmt::format_string<detail::SanitizedArgument<detail::StringLength::full, Args>...> format, Args&&... args)
{
    print_raw(fmt::format(format, detail::sanitized_argument<detail::StringLength::full>(args)...));
}
/// Throws std::runtime_error if any printed text could not be written.
void flush_stdout();

/// Prints "PROGRAM: ERROR" on the standard error. Sanitizes `error`, and shortens a very long one. Ignores failures.
void print_error(std::string_view program, std::string_view error);

/// A value that was read from an input, or a one-line error message about the input.
template <class Value>
using Result = std::variant<Value, std::string>;

/// A one-line error message; std::nullopt after success.
using OptionalError = std::optional<std::string>;

/// Wrong usage or input. The program prints the one-line message (problem, place, remedy) and ends with exit code 2.
struct BadInput : std::runtime_error
{
    template <class... Args>
    explicit BadInput(MessageFormat<Args...> format, Args&&... args)
        : std::runtime_error{message(format, std::forward<Args>(args)...)}
    {
    }
    explicit BadInput(const Verbatim& complete_message)
        : std::runtime_error{complete_message.text}
    {
    }
};

/// Throws BadInput if `error` has a value.
template <class Error>
void throw_if_error(const std::optional<Error>& error)
{
    if (!error) return;
    if constexpr (std::is_same_v<Error, std::string>)
        throw BadInput{Verbatim{*error}};
    else
        throw BadInput{Verbatim{to_string(*error)}};
}

/// Returns the value in `result`. If `result` holds an error instead, throws BadInput with its message.
template <class Value, class Error>
Value value_or_throw(std::variant<Value, Error> result)
{
    if (auto* const error = std::get_if<Error>(&result)) throw_if_error(std::optional{std::move(*error)});
    return std::get<Value>(std::move(result));
}

} // namespace base
