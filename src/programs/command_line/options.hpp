// programs/command_line/options.hpp -- parses command lines and option values; hides CLI11, which takes 2 s to compile
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

struct OptionProperties
{
    std::string type; ///< type of the value that --help prints, such as "FILE"
    /// For shell completion; not checked by the parser. The shell inserts no space after a value that ends in "=".
    std::vector<std::string> suggested_values{};
    bool is_required = false;
    bool shows_default = false; ///< true: --help prints the variable's initial value as the default
    std::string group{}; ///< heading in --help above the option; empty for the heading "Options"
};

/// run_subcommand() calls `action` after it has stored all options in their variables.
CLI::App& add_command(CLI::App& program, const std::string& name, const std::string& description,
                      std::function<void(bool is_program_quiet)> action);

/// Adds an option (positional if `name` has no leading dashes). `value` must outlive run_subcommand().
CLI::Option& add_option(CLI::App& command, const std::string& name, std::string& value, const std::string& description,
                        const OptionProperties& properties);
/// Adds an option that accepts several values, and can be given several times.
CLI::Option& add_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                        const std::string& description, const OptionProperties& properties);
CLI::Option& add_flag(CLI::App& command, const std::string& name, bool& value, const std::string& description);
void add_requirement(CLI::Option& option, CLI::Option& required_option);
void add_exclusion(CLI::Option& option, CLI::Option& excluded_option);

/// A subcommand and the variables of its options, which exist as long as the subcommand.
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
    const auto options = std::make_shared<Options>();
    return {add_command(program, name, description, [options, run](bool quiet) { run(*options, quiet); }), *options};
}

/// Makes the parser reject empty values, such as an unset "$X", and values of flags except on, off, true and false.
void add_value_checks(CLI::App& program);
/// A flag in `arguments` that has "=" but no value, such as "--quiet="; empty if none. The parser accepts such flags.
std::string_view find_valueless_flag(const CLI::App& program, std::span<const char* const> arguments);

struct ParseMessages
{
    std::optional<std::string> help_text{}; ///< output of --help or --version, if requested
    std::string error{}; ///< error message in one line; empty on success
    std::vector<std::string> unknown_arguments{}; ///< arguments that no option accepts
};

/// Stores the arguments in the options' variables and runs the chosen subcommand. Rethrows the subcommand's exceptions.
ParseMessages run_subcommand(CLI::App& program, std::span<const char* const> arguments);

std::vector<std::string> long_option_names_of(const CLI::App& command);
bool accepts_file(const CLI::Option& option);
/// The values that shell completion suggests for the option; empty if there are none.
std::vector<std::string> suggested_values_of(const CLI::Option& option);

/// The text that the user typed for each option; "" for an option that was not given. The keys are lab::Control::path.
using ControlOptionValues = std::map<std::string_view, std::string>;

struct ControlHelp
{
    std::string group{};
    std::size_t max_listed_choices = 8; ///< if an option has more choices, --help prints NAME instead of them
};

/// Adds an option for each setting that `is_included` selects. Parameters of a single loop or scene have no options.
void add_control_options(CLI::App& command, ControlOptionValues& values, bool (*is_included)(const lab::Control&),
                         const ControlHelp& help = {});
/// Adds the option --spike, which sets two controls: the number of frames between lag spikes, and the spikes' length.
void add_spike_option(CLI::App& command, std::string& spike, const std::string& group = "");
/// Adds the options --recording and --recording-end.
void add_playback_options(CLI::App& command, std::string& recording, const std::string& recording_help,
                          std::string& end_action);

using base::BadInput;
using base::throw_if_error;
using base::value_or_throw;

std::vector<std::string> names_in(const auto& rows)
{
    std::vector<std::string> names;
    names.reserve(std::size(rows));
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

/// Suggests the most similar name, or a renamed flag's new name: "unknown loop 'fixt'; did you mean 'fixed'?"
std::string unknown_choice_message(std::string_view kind, std::string_view name, const std::vector<std::string>& names);

/// The index of `name` in `names`. If there is none, throws BadInput: "FLAG: unknown KIND 'NAME'; did you mean ...?"
std::size_t index_of_name(std::string_view name, const std::vector<std::string>& names, std::string_view kind,
                          std::string_view flag = "");
/// The row of `rows` whose member `name` equals the argument `name`; if none does, throws BadInput with a suggestion.
const auto& row_named(std::string_view name, const auto& rows, std::string_view kind, std::string_view flag = "")
{
    return rows[index_of_name(name, names_in(rows), kind, flag)];
}

/// Returns std::nullopt for empty text. Throws BadInput if the text is not an integer from 1 to 1e12.
std::optional<std::int64_t> parse_count_option(std::string_view flag, std::string_view text_or_empty);
/// A number without a unit is in seconds. Returns std::nullopt for empty text. Throws BadInput for invalid text.
std::optional<timestep::Nanos> parse_duration_option(std::string_view flag, std::string_view text_or_empty);
/// Parses `text`, the value of the option `flag`, in Hz: "60", "59.94" or "60000/1001". Throws BadInput for other text.
timestep::Rate parse_rate_option(std::string_view flag, std::string_view text);
/// Converts the value of --refresh-hz to a period; zero if it is empty. Throws BadInput if it is not a rate in Hz.
timestep::Nanos parse_refresh_period(std::string_view hz_text);

} // namespace command_line
