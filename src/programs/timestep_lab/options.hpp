// programs/timestep_lab/options.hpp -- adds subcommands, options and flags to the program
//
// It hides the headers of the parser CLI11 from most source files, because each file that includes them takes 2 s to
// compile.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI
{
class App;
class Option;
} // namespace CLI

namespace timestep_lab
{

/// Texts about an option for --help and shell completion, besides its name and its description.
struct OptionDetails
{
    std::string type; ///< type of the value, such as "FILE"
    /// Valid values, for help only: the parser does not check them. A text that ends in "=", such as "hz=", must be
    /// followed by a value.
    std::vector<std::string> choices{};
    bool required      = false;
    bool shows_default = false; ///< true: --help shows the present value of the option's variable as the default
    std::string group{};        ///< heading in --help above the option; empty for the heading "Options"
};

/// Adds a subcommand to `program`.
CLI::App& add_command(CLI::App& program, const std::string& name, const std::string& description);
/// Sets the function that runs the subcommand. It is called after the options of the command line have been stored.
void set_action(CLI::App& command, std::function<void()> action);

/// Adds an option, or a positional argument if `name` begins without dashes. The parser writes its value to `value`,
/// which must exist until the action has run.
CLI::Option& add_option(CLI::App& command, const std::string& name, std::string& value, const std::string& description,
                        const OptionDetails& details);
/// Adds an option that takes several values, or that can be given several times.
CLI::Option& add_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                        const std::string& description, const OptionDetails& details);
/// Adds a flag. The parser writes true to `value` if the flag is given.
CLI::Option& add_flag(CLI::App& command, const std::string& name, bool& value, const std::string& description);
/// The parser refuses `option` if `other` is not given.
void needs(CLI::Option& option, CLI::Option& other);
/// The parser refuses `option` together with `other`.
void excludes(CLI::Option& option, CLI::Option& other);

/// Returns whether a value of the option can be the name of a file.
bool takes_file(const CLI::Option& option);

/// Returns the valid values of an option: OptionDetails::choices, or else those in the option's type name, such as
/// `loop|stop`. Returns an empty list if the option accepts any value.
std::vector<std::string> choices_of(const CLI::Option& option);

/// Returns the names of all rows of a table. Each row must have a member `name`.
template <class Rows>
std::vector<std::string> names_in(const Rows& rows)
{
    std::vector<std::string> names;
    names.reserve(std::size(rows));
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

} // namespace timestep_lab
