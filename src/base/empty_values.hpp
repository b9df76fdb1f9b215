// base/empty_values.hpp -- options of a command line that refuse an empty value
#pragma once

#include <string>

namespace base
{

/// Makes every option of `command`, a CLI::App, that takes a value refuse an empty one: a shell's variable that is not
/// set gives such a value.
template <class Command>
void refuse_empty_values(Command& command)
{
    for (auto* option : command.get_options())
        if (option->get_items_expected_max() > 0)
            option->check([](const std::string& text)
                          { return text.empty() ? "needs a value that is not empty" : ""; });
}

} // namespace base
