// programs/timestep_lab/choices.hpp -- the valid values of options, for shell completion
#pragma once

#include <CLI/Option.hpp>

#include <string>
#include <vector>

namespace timestep_lab
{

/// Stores the valid values of an option, for shell completion and the manual page. After a word that ends in `=`, the
/// user types a value. The parser does not check the words; the code that reads the option does.
void offer(CLI::Option& option, const std::vector<std::string>& words);

/// Returns the valid values of an option: the words that were given to offer(), or else those in the option's type
/// name, such as `loop|stop`. Returns an empty list if the option accepts any value.
std::vector<std::string> choices_of(const CLI::Option& option);

/// Returns whether a value of the option can be the name of a file.
inline bool takes_file(const CLI::Option& option) { return option.get_type_name().find("FILE") != std::string::npos; }

/// Returns the member `name` of each row.
template <class Rows>
std::vector<std::string> names_in(const Rows& rows)
{
    std::vector<std::string> names;
    names.reserve(std::size(rows));
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

} // namespace timestep_lab
