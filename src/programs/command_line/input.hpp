// programs/command_line/input.hpp -- converts the values of options, and reports wrong input
#pragma once

#include "base/message.hpp"
#include "timestep/time.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace command_line
{

/// Wrong usage or wrong input. The message is one line: the problem, its place, and what the user can do. The program
/// prints it and ends with exit code 2.
struct BadInput : std::runtime_error
{
    /// Makes the message by base::message, which escapes special characters in the arguments.
    template <class... Args>
    explicit BadInput(base::MessageFormat<Args...> format, Args&&... args)
        : std::runtime_error{base::message(format, std::forward<Args>(args)...)}
    {
    }
    explicit BadInput(const base::Verbatim& message)
        : std::runtime_error{message.text}
    {
    }
};

/// Throws BadInput if `error` is not empty.
inline void throw_if(const std::string& error)
{
    if (!error.empty()) throw BadInput{base::Verbatim{error}};
}
inline void throw_if(const std::optional<std::string>& error) { throw_if(error.value_or("")); }

/// The value of a result. Throws BadInput if the result is an error: a string, or a type with to_string().
template <class Value, class Error>
Value value_or_throw(std::variant<Value, Error> result)
{
    if (auto* const value = std::get_if<Value>(&result)) return std::move(*value);
    if constexpr (std::is_same_v<Error, std::string>)
        throw BadInput{base::Verbatim{std::get<Error>(result)}};
    else
        throw BadInput{base::Verbatim{to_string(std::get<Error>(result))}};
}

/// The names of all rows of a table. Each row must have a member `name`.
template <class Rows>
std::vector<std::string> names_in(const Rows& rows)
{
    std::vector<std::string> names;
    names.reserve(std::size(rows));
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

/// An error message with the most similar of `names`, such as "unknown loop 'fixt'; did you mean 'fixed'?"
std::string unknown(std::string_view what, std::string_view name, const std::vector<std::string>& names);

/// The index of `name` in `names`. Throws BadInput if it is not there; the message begins with `flag`, if it is not
/// empty.
std::size_t index_of(std::string_view name, const std::vector<std::string>& names, std::string_view what,
                     std::string_view flag = "");
/// The row of a table with this name. Throws like index_of().
template <class Rows>
const auto& row_named(std::string_view name, const Rows& rows, std::string_view what, std::string_view flag = "")
{
    return rows[index_of(name, names_in(rows), what, flag)];
}

/// The number in the value `text` of an option; nothing if it is empty. Throws BadInput if it is no whole number from 1
/// to 1e12.
std::optional<std::int64_t> count_of(std::string_view flag, std::string_view text);
/// The duration in the value `text` of an option, in seconds if it has no unit; nothing if it is empty. Throws BadInput
/// if it is no duration.
std::optional<timestep::Nanos> duration_of(std::string_view flag, std::string_view text);
/// The rate in the value `text` of an option, such as "60", "59.94" or "60000/1001". Throws BadInput if it is no rate.
timestep::Rate rate_of(std::string_view flag, std::string_view text);
/// The time between two refreshes of a display, from the value `text` of --refresh-hz; zero if it is empty. Throws
/// BadInput if it is no rate.
timestep::Nanos refresh_period_of(std::string_view text);

} // namespace command_line
