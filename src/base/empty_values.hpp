// base/empty_values.hpp -- makes command-line options refuse empty values
#pragma once

#include <string>

namespace base
{

/// Adds a check to every option of `command` (a CLI::App) that takes a value: an empty value is an error. Empty values
/// come from shell variables that are not set.
template <class Command>
void refuse_empty_values(Command& command)
{
    for (auto* option : command.get_options())
        if (option->get_items_expected_max() > 0)
            option->check([](const std::string& text)
                          { return text.empty() ? "needs a value that is not empty" : ""; });
}

} // namespace base
