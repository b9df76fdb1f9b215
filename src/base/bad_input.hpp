// base/bad_input.hpp -- what a function returns or throws if it cannot use an input: a text, a file, an option
#pragma once

#include "base/message.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace base
{

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

/// Throws BadInput if there is a failure. A string alone is none: it could be empty.
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
