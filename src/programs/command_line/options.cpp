#include "programs/command_line/options.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "lab/settings/controls.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace command_line
{

namespace
{

constexpr const char* suggestions_validator_name = "choices";

// True for a word that the user must type literally, such as `frame_ns`; false for a placeholder, such as NUMBER.
bool is_literal(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == word.npos;
}

// CLI11 has no field for suggested values. They go into the description text of a validator that never runs.
void store_suggested_values(CLI::Option& option, const std::vector<std::string>& values)
{
    CLI::Validator inactive_validator{[](std::string&) { return std::string{}; },
                                      fmt::format("{}", fmt::join(values, "\n")), suggestions_validator_name};
    option.check(inactive_validator.active(false));
}

CLI::Option& apply_properties(CLI::Option& option, const OptionProperties& properties)
{
    option.type_name(properties.type)->required(properties.is_required);
    if (properties.shows_default) option.capture_default_str();
    if (!properties.group.empty()) option.group(properties.group);
    if (!properties.suggested_values.empty()) store_suggested_values(option, properties.suggested_values);
    return option;
}

std::string empty_value_error(const std::string& text) { return text.empty() ? "needs a value that is not empty" : ""; }

std::string boolean_error(const std::string& text)
{
    constexpr std::array<std::string_view, 4> boolean_words{"on", "off", "true", "false"};
    if (std::ranges::find(boolean_words, text) != boolean_words.end()) return "";
    return "is a flag: it takes on, off, true, false or no value, not '" + text + "'";
}

// Converts a parser error, which may contain line breaks and user input, to one short line of printable characters.
std::string one_line_message(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return base::printable_excerpt(text, 2 * base::max_shown_characters);
}

std::vector<std::string> to_strings(const std::vector<std::string_view>& views) { return {views.begin(), views.end()}; }

// Throws BadInput if two options write to the standard output, in two formats.
void reject_mixed_output(const CLI::App& command)
{
    std::string first_option;
    for (const char* const name : {"--json", "--csv", "--svg", "--output"})
    {
        const CLI::Option* const option = command.get_option_no_throw(name);
        if (option == nullptr || option->count() == 0) continue;
        const bool is_json = std::string_view{name} == "--json" && option->as<bool>();
        const bool is_file = std::string_view{name} != "--json" && option->results() == std::vector<std::string>{"-"};
        if (!is_json && !is_file) continue;
        if (!first_option.empty())
            throw BadInput{"{} and {} - both write to the standard output: give {} the name of a file", first_option,
                           name, name};
        first_option = name;
    }
}

} // namespace

CLI::App& add_command(CLI::App& program, const std::string& name, const std::string& description,
                      std::function<void(bool is_program_quiet)> action)
{
    const auto is_quiet = [&program]
    { return program.count("--quiet") > 0 && program.get_option("--quiet")->as<bool>(); };
    CLI::App& command = *program.add_subcommand(name, description);
    command.callback(
        [action = std::move(action), is_quiet, &command]
        {
            reject_mixed_output(command);
            action(is_quiet());
        });
    return command;
}

CLI::Option& add_option(CLI::App& command, const std::string& name, std::string& value, const std::string& description,
                        const OptionProperties& properties)
{
    return apply_properties(*command.add_option(name, value, description), properties);
}

CLI::Option& add_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                        const std::string& description, const OptionProperties& properties)
{
    return apply_properties(*command.add_option(name, values, description), properties);
}

CLI::Option& add_flag(CLI::App& command, const std::string& name, bool& value, const std::string& description)
{
    return *command.add_flag(name, value, description);
}

void add_requirement(CLI::Option& option, CLI::Option& required_option) { option.needs(&required_option); }

void add_exclusion(CLI::Option& option, CLI::Option& excluded_option) { option.excludes(&excluded_option); }

void add_value_checks(CLI::App& program)
{
    for (CLI::Option* option : program.get_options())
        option->check(option->get_items_expected_max() > 0 ? empty_value_error : boolean_error);
    for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) add_value_checks(*command);
}

std::string_view find_valueless_flag(const CLI::App& program, std::span<const char* const> arguments)
{
    const std::vector<std::string> flags = long_option_names_of(program);
    for (const std::string_view argument : arguments)
        if (argument.ends_with('=') && std::ranges::find(flags, argument.substr(0, argument.size() - 1)) != flags.end())
            return argument.substr(0, argument.size() - 1);
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        if (const auto flag = find_valueless_flag(*command, arguments); !flag.empty()) return flag;
    return {};
}

ParseMessages run_subcommand(CLI::App& program, std::span<const char* const> arguments)
{
    ParseMessages messages;
    try
    {
        program.parse(static_cast<int>(arguments.size()), arguments.data());
    }
    catch (const CLI::Success& help_request) // thrown by --help and --version
    {
        std::ostringstream help_output;
        program.exit(help_request, help_output, help_output);
        messages.help_text = help_output.str();
    }
    catch (const CLI::ParseError& parse_error)
    {
        messages.error = one_line_message(parse_error.what());
    }
    messages.unknown_arguments = program.remaining(true);
    return messages;
}

std::vector<std::string> long_option_names_of(const CLI::App& command)
{
    std::vector<std::string> option_names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) option_names.push_back("--" + name);
    return option_names;
}

bool accepts_file(const CLI::Option& option) { return option.get_type_name().find("FILE") != std::string::npos; }

std::vector<std::string> suggested_values_of(const CLI::Option& option)
{
    try
    {
        // get_validator() has no const overload, but does not change the option
        const CLI::Validator& validator = *const_cast<CLI::Option&>(option).get_validator(suggestions_validator_name);
        return to_strings(base::split(validator.active(true).get_description(), "\n"));
    }
    catch (const CLI::OptionNotFound&)
    {
        const std::vector<std::string> values = to_strings(base::split(option.get_type_name(), "|"));
        return values.size() > 1 && std::ranges::all_of(values, is_literal) ? values : std::vector<std::string>{};
    }
}

void add_control_options(CLI::App& command, ControlOptionValues& values, bool (*is_included)(const lab::Control&),
                         const ControlHelp& help)
{
    for (const auto controls : {lab::common_controls_except_lists(), lab::list_controls()})
        for (const lab::Control& control : controls)
            if (is_included(control))
                add_option(
                    command, std::string{control.flag}, values[control.path], std::string{control.tooltip},
                    {.type = control.choices().size() > help.max_listed_choices ? "NAME" : lab::range_text(control),
                     .suggested_values = {control.choices().begin(), control.choices().end()},
                     .group = help.group});
}

void add_spike_option(CLI::App& command, std::string& spike, const std::string& group)
{
    add_option(command, "--spike", spike, "Make every FRAMES-th frame longer by LENGTH, as in 60:250ms.",
               {.type = "FRAMES:LENGTH", .group = group});
}

void add_playback_options(CLI::App& command, std::string& recording, const std::string& recording_help,
                          std::string& end_action)
{
    add_option(command, "--recording", recording, recording_help, {.type = "FILE"});
    add_option(command, "--recording-end", end_action,
               "At the end of the recording: start it again (loop), or stop it (stop).", {.type = "loop|stop"});
}

std::string unknown_choice_message(std::string_view kind, std::string_view name, const std::vector<std::string>& names)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> renamed_flags{
        {{"--figures", "--metrics"}, {"--account", "--time-balance"}, {"--drive", "--script"}}};
    for (const auto& [former_flag, new_flag] : renamed_flags)
        if (name == former_flag && std::ranges::find(names, new_flag) != names.end())
            return base::message("unknown {} '{}'; did you mean '{}'?", base::Verbatim{kind}, name, new_flag);
    return base::unknown_name_message(kind, name, std::vector<std::string_view>{names.begin(), names.end()});
}

std::size_t index_of_name(std::string_view name, const std::vector<std::string>& names, std::string_view kind,
                          std::string_view flag)
{
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw BadInput{"{}{}{}", base::Verbatim{flag}, flag.empty() ? base::Verbatim{""} : base::Verbatim{": "},
                   base::Verbatim{unknown_choice_message(kind, name, names)}};
}

std::optional<std::int64_t> parse_count_option(std::string_view flag, std::string_view text_or_empty)
{
    const auto count = base::parse_positive_count(text_or_empty);
    if (!count && !text_or_empty.empty())
        throw BadInput{"{} takes a whole number from 1 to 1e12, not '{}'", flag, text_or_empty};
    return count;
}

std::optional<timestep::Nanos> parse_duration_option(std::string_view flag, std::string_view text_or_empty)
{
    const auto duration = base::parse_duration(text_or_empty, timestep::Nanos{1'000'000'000});
    if (!duration && !text_or_empty.empty())
        throw BadInput{"{} takes a time such as 10 or 500ms, not '{}'", flag, text_or_empty};
    return duration;
}

timestep::Rate parse_rate_option(std::string_view flag, std::string_view text)
{
    if (const auto rate = timestep::parse_rate(text)) return *rate;
    throw BadInput{"{} takes a rate above 0 and below 1000000, {}, not '{}'", flag,
                   base::Verbatim{base::rate_syntax_text}, text};
}

timestep::Nanos parse_refresh_period(std::string_view hz_text)
{
    return hz_text.empty() ? timestep::Nanos::zero() : step_ns(parse_rate_option("--refresh-hz", hz_text));
}

} // namespace command_line
