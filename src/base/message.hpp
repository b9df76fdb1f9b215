// base/message.hpp -- makes and prints messages, whose parts from users and files are escaped; what a function returns
// or throws if it cannot use an input: a string, a file, an option
#pragma once

#include "base/path.hpp"

#include <fmt/core.h>

#include <cstddef>
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

/// Largest number of characters that a message shows of a text from a user or a file.
constexpr std::size_t max_shown_characters = 80;

/// Returns `text` with a question mark in place of each byte that is not valid UTF-8, each control character (line
/// ends, too), and each mark that changes the writing direction.
std::string without_controls(std::string_view text);

/// Returns `text` escaped by without_controls(). If it is longer than `max_characters` characters, returns its
/// beginning and its end with "..." between them.
std::string printable(std::string_view text, std::size_t max_characters = max_shown_characters);

/// A text argument of message() or print() that is neither escaped nor shortened: a complete message, or a text of this
/// program that is long or contains colour codes.
struct Verbatim
{
    template <class Text>
    requires std::is_constructible_v<std::string, Text>
    explicit Verbatim(Text&& complete)
        : text{std::forward<Text>(complete)}
    {
    }

    std::string text;
};

namespace detail
{

template <class T>
constexpr bool is_literal = false;
template <std::size_t N>
constexpr bool is_literal<const char[N]> = true;

template <class T>
constexpr bool is_text = std::is_convertible_v<const T&, std::string_view>;

/// Converts one argument of message() or print() to the form that is inserted into the format string. String literals,
/// Verbatim and numbers are not changed. Other strings are escaped, because they can come from users or files;
/// `is_shortened` also truncates long strings.
template <bool is_shortened, class T>
auto printable_argument(T& value)
{
    using Value = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Value, Verbatim>)
        return std::string_view{value.text};
    else if constexpr (is_literal<T>)
        return std::string_view{value};
    else if constexpr (std::is_same_v<Value, std::filesystem::path>)
        return is_shortened ? printable(utf8_of(value)) : without_controls(utf8_of(value));
    else if constexpr (is_text<T>)
        return is_shortened ? printable(value) : without_controls(value);
    else if constexpr (std::is_same_v<Value, char>)
        return without_controls({&value, 1});
    else
    {
        static_assert(std::is_arithmetic_v<Value>, "only texts and numbers are printed: others are made a text before");
        return value;
    }
}

template <bool is_shortened, class Arg>
using PrintableArgument = decltype(printable_argument<is_shortened>(std::declval<std::remove_reference_t<Arg>&>()));

} // namespace detail

/// The format string of message() for arguments of the types Args; fmt checks it at compile time.
template <class... Args>
using MessageFormat = fmt::format_string<detail::PrintableArgument<true, Args>...>;

/// Formats a message. Text arguments are escaped and shortened by printable(), except string literals and Verbatim.
template <class... Args>
std::string message(MessageFormat<Args...> format, Args&&... args)
{
    return fmt::format(format, detail::printable_argument<true>(args)...);
}

/// The exception thrown if the standard output cannot be written, for example because the disk is full; what() is one
/// line. If the reader of a pipe has ended, the program gets the signal SIGPIPE instead.
struct OutputLost : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Writes `text` to the standard output through a buffer. Throws OutputLost if the output cannot be written.
void print_text(std::string_view text);
/// Formats text and writes it to the standard output. Text arguments are escaped by without_controls(), except string
/// literals and Verbatim. Throws OutputLost.
template <class... Args>
void print(fmt::format_string<detail::PrintableArgument<false, Args>...> format, Args&&... args)
{
    print_text(fmt::format(format, detail::printable_argument<false>(args)...));
}
/// Writes the buffered text to the standard output. Throws OutputLost if any printed text could not be written.
void flush();

/// Writes the line "PROGRAM: WHAT" to the standard error. `what` is escaped by printable() and shortened to 2000
/// characters. If the line cannot be written, nothing happens.
void print_error(std::string_view program, std::string_view what);

/// A value that was read from an input, or one line on why the input is wrong.
template <class Value>
using Result = std::variant<Value, std::string>;

/// One line on why something was not done; empty if it was done.
using Error = std::optional<std::string>;

/// Wrong usage or wrong input. The message is one line: the problem, its place, and what the user can do. The program
/// prints it and ends with exit code 2.
struct BadInput : std::runtime_error
{
    /// Makes the message by base::message, which escapes special characters in the arguments.
    template <class... Args>
    explicit BadInput(MessageFormat<Args...> format, Args&&... args)
        : std::runtime_error{message(format, std::forward<Args>(args)...)}
    {
    }
    explicit BadInput(const Verbatim& complete)
        : std::runtime_error{complete.text}
    {
    }
};

/// Throws BadInput if `failure` has a value. A std::string is not accepted, because an empty one would mean success.
inline void throw_if(const Error& failure)
{
    if (failure) throw BadInput{Verbatim{*failure}};
}

void throw_if(const std::string&) = delete;

/// The value of a result. Throws BadInput if the result is an error: a string, or a type with to_string().
template <class Value, class Reason>
Value value_or_throw(std::variant<Value, Reason> result)
{
    if (auto* const value = std::get_if<Value>(&result)) return std::move(*value);
    if constexpr (std::is_same_v<Reason, std::string>)
        throw BadInput{Verbatim{std::get<Reason>(result)}};
    else
        throw BadInput{Verbatim{to_string(std::get<Reason>(result))}};
}

} // namespace base
