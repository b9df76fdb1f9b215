// programs/command_line/input.hpp -- converts the values of options, and reports wrong input
#pragma once

#include "base/bad_input.hpp"
#include "timestep/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace command_line
{

using base::BadInput;
using base::throw_if;
using base::value_or_throw;

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
