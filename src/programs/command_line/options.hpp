// programs/command_line/options.hpp -- adds subcommands, options and flags to a program, and parses its command line
//
// It hides the headers of the parser CLI11 from most source files, because each file that includes them takes 2 s to
// compile.
#pragma once

#include "base/message.hpp"
#include "lab/settings/controls.hpp"
#include "timestep/time.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI
{

class App;
class Option;

} // namespace CLI

namespace command_line
{

/// Texts about an option for --help and shell completion, besides its name and its description.
struct OptionDetails
{
    std::string type; ///< type of the value, such as "FILE"
    /// Valid values, for help only: the parser does not check them. After a value that ends in "=" the shell adds no
    /// blank.
    std::vector<std::string> choices{};
    bool required      = false;
    bool shows_default = false; ///< true: --help shows the present value of the option's variable as the default
    std::string group{};        ///< heading in --help above the option; empty for the heading "Options"
};

CLI::App& add_command(CLI::App& program, const std::string& name, const std::string& description);
/// Sets the function that runs the subcommand. It is called after the options of the command line have been stored.
void set_action(CLI::App& command, std::function<void()> action);

/// Adds an option; a positional argument if `name` begins without dashes. `value` must exist until the action has run.
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

/// True if the user gave the program's flag --quiet, before or after the subcommand.
bool is_quiet(const CLI::App& command);

/// A subcommand, and the variables of its options, which exist as long as the subcommand.
template <class Options>
struct Command
{
    CLI::App& app;
    Options& options;
};

template <class Options>
Command<Options> add_command(CLI::App& program, const std::string& name, const std::string& description,
                             void (*run)(const Options&, bool quiet))
{
    CLI::App& app      = add_command(program, name, description);
    const auto options = std::make_shared<Options>();
    set_action(app, [&app, options, run] { run(*options, is_quiet(app)); });
    return {app, *options};
}

/// Adds checks of the values to all options of the program and of its subcommands; parse() runs the checks. An option
/// with a value refuses an empty value, which a shell passes for a variable that is not set. A flag accepts no value,
/// or one of on, off, true and false.
void add_value_checks(CLI::App& program);
/// The first argument of the form "--NAME=", without the "=", if --NAME is an option of the program or of a subcommand.
/// Empty if there is no such argument. Call it before the arguments are parsed: the parser treats "--FLAG=" like
/// "--FLAG".
std::string_view find_flag_without_value(const CLI::App& program, std::span<const char* const> arguments);

struct Parsed
{
    std::optional<std::string> help_text{};      ///< text of --help or --version, if the user asked for it
    std::string error{};                         ///< message of the parser in one line; empty if there is none
    std::vector<std::string> unused_arguments{}; ///< arguments that are no values of options
};

/// Stores the arguments in the variables of their options, and runs the chosen subcommand. Passes on its exceptions.
Parsed parse(CLI::App& program, std::span<const char* const> arguments);

/// The names of all options of the program or subcommand, such as "--seed".
std::vector<std::string> flags_of(const CLI::App& command);
/// True if a value of the option can be the name of a file.
bool takes_file(const CLI::Option& option);
/// The valid values of an option: OptionDetails::choices, or else those in the option's type name, such as `loop|stop`.
/// Empty if the option accepts any value.
std::vector<std::string> choices_of(const CLI::Option& option);

/// The values of options that set controls, as texts. The key is lab::Control::path; a value is empty if the option was
/// not given.
using ControlTexts = std::map<std::string_view, std::string>;

struct ControlHelp
{
    std::string group{};
    std::size_t max_listed_choices = 8; ///< an option with more choices has the type "NAME" instead of a list of them
};

/// Adds an option for each control that always exists and that `is_included` accepts.
void add_control_options(CLI::App& command, ControlTexts& texts, bool (*is_included)(const lab::Control&),
                         const ControlHelp& help = {});
/// Adds the option --spike, which sets two controls.
void add_spike_option(CLI::App& command, std::string& spike, const std::string& group = "");
/// Adds the options --recording, with this description, and --recording-end.
void add_playback_options(CLI::App& command, std::string& recording, const std::string& description, std::string& end);

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
std::string unknown_name_message(std::string_view what, std::string_view name, const std::vector<std::string>& names);

/// The index of `name` in `names`. Throws BadInput if it is unknown; its message begins with `flag`.
std::size_t index_of(std::string_view name, const std::vector<std::string>& names, std::string_view what,
                     std::string_view flag = "");
/// The row of a table with this name. Throws like index_of().
template <class Rows>
const auto& row_named(std::string_view name, const Rows& rows, std::string_view what, std::string_view flag = "")
{
    return rows[index_of(name, names_in(rows), what, flag)];
}

/// The number in the value `text` of the option `flag`; empty if `text` is empty. Throws BadInput if `text` is no whole
/// number from 1 to 1e12.
std::optional<std::int64_t> parse_count_value(std::string_view flag, std::string_view text);
/// The duration in the value `text` of the option `flag`, in seconds if it has no unit; empty if `text` is empty.
/// Throws BadInput if `text` is no duration.
std::optional<timestep::Nanos> parse_duration_value(std::string_view flag, std::string_view text);
/// The rate in the value `text` of the option `flag`, such as "60", "59.94" or "60000/1001". Throws BadInput if `text`
/// is no rate.
timestep::Rate parse_rate_value(std::string_view flag, std::string_view text);
/// The time between two refreshes of a display, from the value `text` of --refresh-hz; zero if `text` is empty. Throws
/// BadInput if `text` is no rate.
timestep::Nanos parse_refresh_period_value(std::string_view text);

} // namespace command_line
