// programs/timestep_lab/choices.hpp -- what may be written for an option, told to whoever completes or documents it
#pragma once

#include <CLI/Option.hpp>

#include <string>
#include <vector>

namespace timestep_lab
{

/// Tells what may be written; one that ends in `=` is to be followed by a value. Parsing checks nothing of it: what
/// reads the option does, and names the nearest choice.
void offer(CLI::Option& option, const std::vector<std::string>& words);

/// What was offered, or what the type's name lists, as in `loop|stop`; empty where anything goes.
std::vector<std::string> choices_of(const CLI::Option& option);

/// The names in a table of rows that have one.
template <class Rows>
std::vector<std::string> names_in(const Rows& rows)
{
    std::vector<std::string> names;
    names.reserve(std::size(rows));
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

} // namespace timestep_lab
